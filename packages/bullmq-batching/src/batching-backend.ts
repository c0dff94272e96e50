import { randomUUID } from 'node:crypto';
import { type IRedisClient, type QueueBaseOptions, RedisQueueBackend, type WorkerOptions } from 'bullmq';
import { createBatchScript, createFetchScript, type Value } from './batch-script.js';
import { Batcher } from './batcher.js';
import type { Script, Scripts } from './scripts.js';

type Backend = RedisQueueBackend;
type Client = Parameters<Backend['execCommand']>[0];
type ScriptArgs = Parameters<Backend['execCommand']>[2];

/** A reply to `moveToActive`: the fields of a job or 0, its id, the time until a rate limit ends, and when a delayed job is due. */
type Fetched = readonly [fields: unknown, id: unknown, limitedMs: unknown, dueAt: unknown];

const NO_JOB: Fetched = [0, 0, 0, 0];
/** BullMQ's token to move a job regardless of its lock. */
const ANY_LOCK = '0';
/** Time within which a worker takes the jobs that were fetched for it, unless it has been paused or closed, in ms. */
const TAKEN_WITHIN_MS = 20;
/** Index of the argument of a finished job that is 1 if the next job is fetched. */
const FETCHES_NEXT = 8;

/**
 * BullMQ's Redis backend that sends concurrent requests in one command: those that add jobs, and those that finish jobs. A fetch returns as
 * many jobs as the worker can start, up to half of the waiting ones, so that other workers get some as well.
 *
 * A worker holds all of its locks with one token, that of its backend. Commands inside of a transaction stay in it.
 */
export class BatchingBackend extends RedisQueueBackend {
  readonly #token = randomUUID();
  readonly #concurrency: number;
  readonly #batchers = new Map<string, { script: Script; batcher: Batcher<Value[]> }>();
  #connected: IRedisClient | undefined;
  /** Jobs that this worker has locked. */
  readonly #active = new Set<string>();
  /** Replies of the last fetch that the worker has not taken yet. */
  #fetched: Fetched[] = [];
  #isFetching = false;

  constructor(
    stock: RedisQueueBackend,
    name: string,
    opts: QueueBaseOptions & Pick<WorkerOptions, 'concurrency'>,
    private readonly scripts: Scripts,
  ) {
    super(stock.connection, name, stock.keys, (type) => stock.toKey(type), opts, stock.blockingConnection);
    this.#concurrency = opts.concurrency ?? 1;
    // Both backends forward the errors of the connection: those of this one suffice.
    stock.on('error', () => {});
    this.client.then(
      (client) => this.#connect(client),
      // BullMQ reports the failed connection to users of the queue.
      () => {},
    );
  }

  override execCommand(client: Client, command: string, args: ScriptArgs): unknown {
    if (client !== this.#connected) return super.execCommand(client, command, args);
    if (command === this.scripts.fetch.name) return this.#findNext(this.#connected, args.map(toValue));
    const { script, batcher } = this.#batchers.get(command) ?? {};
    // A flow adds jobs to other queues as well.
    if (!script || !batcher || !args.includes(this.keys.events)) return super.execCommand(client, command, args);
    const values = args.map(toValue);
    const job = [...script.jobKeys.map((at) => values[at] ?? ''), ...values.slice(script.keys)];
    return batcher.add(job, values.slice(0, script.keys));
  }

  /** Forgets that nothing is waiting, as the marker has woken the worker. */
  override async waitForJob(blockTimeout: number): ReturnType<Backend['waitForJob']> {
    const marker = await super.waitForJob(blockTimeout);
    if (!this.#fetched.some(isJob)) this.#fetched = [];
    return marker;
  }

  override moveToActive(token: string, name?: string): ReturnType<Backend['moveToActive']> {
    return super.moveToActive(this.#replaceToken(token), name);
  }

  override extendLock(...[id, token, ...rest]: Parameters<Backend['extendLock']>): ReturnType<Backend['extendLock']> {
    return super.extendLock(id, this.#replaceToken(token), ...rest);
  }

  override extendLocks(ids: string[], tokens: string[], duration: number): ReturnType<Backend['extendLocks']> {
    return super.extendLocks(
      ids,
      tokens.map((token) => this.#replaceToken(token)),
      duration,
    );
  }

  override async close(force?: boolean): Promise<void> {
    if (!force) await this.#returnFetched();
    await super.close(force);
  }

  protected override moveToFinishedArgs(
    ...args: Parameters<RedisQueueBackend['moveToFinishedArgs']>
  ): ReturnType<RedisQueueBackend['moveToFinishedArgs']> {
    const [job, value, property, shouldRemove, target, token, ...rest] = args;
    return super.moveToFinishedArgs(job, value, property, shouldRemove, target, this.#replaceToken(token), ...rest);
  }

  override moveToFinished(id: string, args: ScriptArgs): ReturnType<Backend['moveToFinished']> {
    return this.#releaseAfter(id, super.moveToFinished(id, args));
  }

  override moveToDelayed(
    ...[id, timestamp, delay, token, opts]: Parameters<Backend['moveToDelayed']>
  ): ReturnType<Backend['moveToDelayed']> {
    return this.#releaseAfter(id, super.moveToDelayed(id, timestamp, delay, this.#replaceToken(token), opts));
  }

  override moveToWaitingChildren(
    ...[id, token, opts]: Parameters<Backend['moveToWaitingChildren']>
  ): ReturnType<Backend['moveToWaitingChildren']> {
    return this.#releaseAfter(id, super.moveToWaitingChildren(id, this.#replaceToken(token), opts));
  }

  override retryJob(...[id, lifo, token, opts]: Parameters<Backend['retryJob']>): ReturnType<Backend['retryJob']> {
    return this.#releaseAfter(id, super.retryJob(id, lifo, this.#replaceToken(token), opts));
  }

  override moveJobFromActiveToWait(id: string, token?: string): ReturnType<Backend['moveJobFromActiveToWait']> {
    return this.#releaseAfter(id, super.moveJobFromActiveToWait(id, this.#replaceToken(token)));
  }

  #connect(client: IRedisClient): void {
    for (const script of [...this.scripts.add, this.scripts.finish]) {
      const command = `${script.name}:batch`;
      client.defineCommand(command, { numberOfKeys: script.keys, lua: createBatchScript(script) });
      const send = async (jobs: readonly Value[][], keys: readonly Value[]) => {
        const results: unknown = await client.runCommand(command, [...keys, this.toKey(''), ...jobs.flat()]);
        if (script === this.scripts.finish && Array.isArray(results)) this.#recordFinished(jobs, results);
        return results;
      };
      this.#batchers.set(script.name, { script, batcher: new Batcher(send, script.concurrency) });
    }
    const { fetch } = this.scripts;
    client.defineCommand(`${fetch.name}:batch`, { numberOfKeys: fetch.keys, lua: createFetchScript(fetch) });
    this.#connected = client;
  }

  #replaceToken(token: string): string;
  #replaceToken(token: string | undefined): string | undefined;
  #replaceToken(token: string | undefined): string | undefined {
    return token === undefined || token === ANY_LOCK ? token : this.#token;
  }

  async #releaseAfter<T>(id: string, moving: Promise<T>): Promise<T> {
    try {
      return await moving;
    } finally {
      this.#active.delete(id);
    }
  }

  /** Records the jobs that replace finished ones, and whether any are waiting. */
  #recordFinished(jobs: readonly Value[][], results: readonly unknown[]): void {
    for (const result of results) if (isJob(result)) this.#active.add(String(result[1]));
    const foundNone = jobs.some((job, at) => results[at] === 0 && job[FETCHES_NEXT] === 1);
    if (foundNone && !this.#isFetching && this.#fetched.length === 0) this.#fetched = [NO_JOB];
  }

  /** Returns the next fetched job, or the reason why there is none. */
  async #findNext(client: IRedisClient, args: readonly Value[]): Promise<Fetched> {
    if (this.#fetched.length === 0) await this.#fetch(client, args);
    const next = this.#fetched.shift() ?? NO_JOB;
    if (next instanceof Error) throw next;
    return next;
  }

  async #fetch(client: IRedisClient, args: readonly Value[]): Promise<void> {
    const room = Math.max(1, this.#concurrency - this.#active.size);
    this.#isFetching = true;
    try {
      const results: Fetched[] = await client.runCommand(`${this.scripts.fetch.name}:batch`, [...args, room]);
      for (const result of results) if (isJob(result)) this.#active.add(String(result[1]));
      this.#fetched.push(...results);
    } finally {
      this.#isFetching = false;
    }
    if (this.#fetched.length > 1) setTimeout(() => void this.#returnFetched(), TAKEN_WITHIN_MS);
  }

  /** Returns the jobs that the worker has not taken to the queue, in their order. */
  async #returnFetched(): Promise<void> {
    const ids = this.#fetched.splice(0).filter(isJob).reverse();
    const moves = ids.map(([, id]) => this.moveJobFromActiveToWait(String(id), this.#token));
    await Promise.all(moves.map((move) => move.catch((error: unknown) => this.emit('error', error))));
  }
}

const isJob = (reply: unknown): reply is Fetched => Array.isArray(reply) && Array.isArray(reply[0]);

/** Converts an argument as ioredis does. */
const toValue = (value: ScriptArgs[number] | null | undefined): Value =>
  typeof value === 'boolean' ? Number(value) : (value ?? '');
