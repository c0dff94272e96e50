import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import Type, { type Static } from 'typebox';
import { CONVICTED } from '../contract/bounds.js';
import { conforms } from '../contract/input.js';
import { every } from '../process/every.js';
import { redisKey } from '../process/redis-keys.js';
import type { Task } from './job.js';

/** What is remembered of a call that has brought down what computed it; without an input of one that may have. */
const conviction = Type.Object({
  endpoint: Type.String(),
  account: Type.String(),
  input: Type.Optional(Type.String()),
});

type Conviction = Static<typeof conviction>;

/** What decides whether a call may be computed. */
type Accused = Pick<Task, 'endpoint' | 'account' | 'input'>;

const KEY = redisKey('convictions');
const READ_EVERY_MS = 1_000;

/** By Redis' clock: KEYS the set; ARGV the conviction, for how long in ms, how many there are at most, and for how long in ms any is. */
const ADD = `
local now = redis.call('TIME')
redis.call('ZADD', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[2], ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[3] - 1)
redis.call('PEXPIRE', KEYS[1], ARGV[4])
`;

/** KEYS the set. Returns those whose time is not over. */
const READ = `
local now = redis.call('TIME')
return redis.call('ZRANGEBYSCORE', KEYS[1], now[1] * 1000 + math.floor(now[2] / 1000), '+inf')
`;

/**
 * The calls that have brought down the processes that computed them, and who sent them. They are kept in Redis; every process
 * that has to know reads them once a second, and looks into its memory when there is a call.
 */
export class Convictions {
  /** The inputs that are refused, by endpoint. */
  #inputs = new Map<string, Set<string>>();
  /** How many different inputs have been convicted, by caller. */
  #callers = new Map<string, number>();
  #stopReading = () => {};

  constructor(
    private readonly redis: Redis,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    const read = () => void this.#read().catch(this.onError);
    read();
    this.#stopReading = every(READ_EVERY_MS, read);
  }

  stop(): void {
    this.#stopReading();
  }

  /** Whether there are any of an endpoint. */
  has(endpoint: string): boolean {
    return this.#inputs.has(endpoint);
  }

  /** Whether a call is not to be computed: its input has been convicted, or its caller too often. */
  refuses(call: Accused): boolean {
    const inputs = this.#inputs.get(call.endpoint);
    if (!inputs) return false;
    return (this.#callers.get(callerOf(call)) ?? 0) >= CONVICTED.strikes || inputs.has(hashOf(call.input));
  }

  /** How many different inputs of a call's caller have been convicted; undefined for one who is not suspected of anything. */
  strikesOf(call: Accused): number | undefined {
    return this.#callers.size === 0 ? undefined : this.#callers.get(callerOf(call));
  }

  /** Suspects the caller of a call that a worker has died over, and that nobody can try any more. */
  suspect({ endpoint, account }: Omit<Accused, 'input'>): Promise<void> {
    return this.#keep({ endpoint, account }, CONVICTED.suspectedSeconds);
  }

  /** Convicts a call: at once for this process, within a second for all. */
  convict({ endpoint, account, input }: Accused): Promise<void> {
    return this.#keep({ endpoint, account, input: hashOf(input) }, CONVICTED.seconds);
  }

  async #keep(found: Conviction, seconds: number): Promise<void> {
    this.#note(found);
    const ms = seconds * 1_000;
    await this.redis.eval(ADD, 1, KEY, JSON.stringify(found), ms, CONVICTED.most, CONVICTED.seconds * 1_000);
    await this.#read();
  }

  async #read(): Promise<void> {
    const found = await this.redis.eval(READ, 1, KEY);
    if (!Array.isArray(found)) return;
    this.#inputs = new Map();
    this.#callers = new Map();
    for (const text of found) {
      const convicted: unknown = JSON.parse(String(text));
      if (conforms(conviction, convicted)) this.#note(convicted);
    }
  }

  #note({ endpoint, account, input }: Conviction): void {
    const caller = callerOf({ endpoint, account });
    const strikes = this.#callers.get(caller) ?? 0;
    const inputs = this.#inputs.get(endpoint) ?? new Set();
    const isNew = input !== undefined && !inputs.has(input);
    this.#callers.set(caller, isNew ? strikes + 1 : strikes);
    if (input !== undefined) this.#inputs.set(endpoint, inputs.add(input));
  }
}

/** Who calls what. */
export const callerOf = ({ account, endpoint }: Pick<Accused, 'account' | 'endpoint'>): string =>
  `${account} ${endpoint}`;

const hashOf = (input: unknown): string => createHash('sha256').update(JSON.stringify(input)).digest('base64url');
