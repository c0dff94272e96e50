import { setImmediate as turn } from 'node:timers/promises';
import type { IRedisClient, RedisConnection } from 'bullmq';
import type { Redis } from 'ioredis';
import { within } from '../../process/clock.js';
import type { Value } from './script.js';

const COMMAND = 'fetchBehindWait';
const ANSWER_WITHIN_MS = 1_000;

/** Sends the fetch with its keys and arguments. */
export type SendFetch = (given: readonly Value[]) => Promise<unknown>;

/**
 * Has a worker's fetch stand behind its wait for the queue's marker, on the connection on which it waits: Redis fetches in
 * the moment in which the marker comes, and not after a way to the worker and back.
 */
export class WakeUp {
  /** By which Redis knows the connection; undefined until it is asked, and again whenever it is a new one. */
  #id: string | undefined;
  #client: IRedisClient | undefined;
  #waiting: Promise<unknown> | undefined;

  /**
   * @param connection on which the worker waits
   * @param redis for what is said about that connection
   * @param script that fetches
   */
  constructor(
    private readonly connection: RedisConnection,
    private readonly redis: Redis,
    private readonly script: { keys: number; text: string },
  ) {
    connection.on('ready', () => (this.#id = undefined));
  }

  /**
   * @param wait sends what waits for the marker
   * @param fetch takes in what comes of the fetch; where it fails, the worker asks again as if it had not been sent
   */
  async wait<T>(wait: () => Promise<T>, fetch: (send: SendFetch) => Promise<void>): Promise<T> {
    const client = await this.#known();
    const waiting = wait();
    if (!client) return waiting;
    // The wait is sent by now or in this turn.
    const fetched = turn().then(() => fetch((given) => client.runCommand(COMMAND, [...given])));
    const both = waiting.finally(() => within(ANSWER_WITHIN_MS, fetched).catch(() => {}));
    this.#waiting = both.catch(() => {});
    fetched.catch(() => {});
    try {
      return await both;
    } finally {
      this.#waiting = undefined;
    }
  }

  /** Ends the wait, so that what is fetched in this moment comes while there is a connection for it. */
  async end(): Promise<void> {
    if (!this.#waiting || this.#id === undefined) return;
    const unblocked = this.redis.client('UNBLOCK', Number(this.#id)).then(() => this.#waiting);
    await within(ANSWER_WITHIN_MS, unblocked).catch(() => {});
  }

  /** The connection, once it is known how it is called; undefined while it is away. */
  async #known(): Promise<IRedisClient | undefined> {
    try {
      this.#client ??= await this.#prepared();
      if (this.#id === undefined) {
        const info = await within(ANSWER_WITHIN_MS, this.#client.clientInfo());
        this.#id = /\bid=(\d+)/.exec(info ?? '')?.[1];
      }
    } catch {
      return undefined;
    }
    return this.#id === undefined ? undefined : this.#client;
  }

  async #prepared(): Promise<IRedisClient> {
    const client = await this.connection.client;
    client.defineCommand(COMMAND, { numberOfKeys: this.script.keys, lua: this.script.text });
    return client;
  }
}
