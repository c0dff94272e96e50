import type { QueueBaseOptions, RedisQueueBackend } from 'bullmq';
import type { Redis } from 'ioredis';
import { MAX_ENTRIES, putBeside } from '../reply-stream.js';
import { type JobHandling, ReplyingBackend, type ScriptArgs } from '../replying-backend.js';
import { Ahead, type Fetched } from './ahead.js';
import { addBatch, END_SHARED_KEYS, endBatch, fetchBatch } from './batch-script.js';
import { Batches } from './batches.js';
import { Script, type Value } from './script.js';
import { type Kind, PINNED_SCRIPTS } from './stock-scripts.js';

const { add, fetch, end } = PINNED_SCRIPTS;
/** Where the arguments of an end name the set of ended jobs, and say whether the next job is wanted. */
const ENDED_KEY = 10;
const WANTS_NEXT = end.keys + 5;
/** What the queue's marker says when a job waits. */
const AT_ONCE = { member: '0', score: 0 };

/**
 * BullMQ's backend, with what is asked for at the same time in one command: jobs that are added, fetched, and ended with
 * their replies. Each batch runs BullMQ's own script once per job, so queues, workers and dashboards on the stock backend
 * see ordinary jobs, and may work on the same queue.
 */
export class Lane extends ReplyingBackend {
  readonly ahead = new Ahead(
    (id, token) => this.moveJobFromActiveToWait(id, token),
    (error) => this.emit('error', error),
  );
  readonly #adds = new Batches<ScriptArgs, string>((jobs) => this.#addAll(jobs));
  readonly #ends = new Batches<ScriptArgs, unknown>((jobs) => this.#endAll(jobs), 2);
  readonly #scripts: Record<Kind, Script>;
  /** What commands are sent on, once it stands; what is given another client is gathered in a transaction. */
  #client: unknown;
  /** Ends of jobs that say themselves how many ended jobs are to be kept. */
  readonly #trimmedAlone = new WeakSet<ScriptArgs>();

  /**
   * @param stock BullMQ's backend of the same queue
   * @param redis the connection that it works on
   * @param texts of BullMQ's scripts
   */
  constructor(
    stock: RedisQueueBackend,
    name: string,
    opts: QueueBaseOptions,
    redis: Redis,
    texts: Record<Kind, string>,
    handling?: JobHandling,
  ) {
    super(stock, name, opts, redis, handling);
    this.connection.client.then(
      (client) => (this.#client = client),
      () => {},
    );
    this.#scripts = {
      add: new Script(addBatch(texts.add)),
      fetch: new Script(fetchBatch(texts.fetch)),
      end: new Script(endBatch(texts.end)),
    };
  }

  /** Jobs with a parent, a repetition or a deduplication go the stock way, and so do those inside a transaction. */
  protected override addStandardJob(
    ...given: Parameters<RedisQueueBackend['addStandardJob']>
  ): Promise<string | number> {
    const [client, job, options, args, keys] = given;
    const isPlain = !job.parentKey && !job.repeatJobKey && !job.deduplicationId;
    if (!isPlain || client !== this.#client) return super.addStandardJob(...given);
    return this.#adds.ask(this.addStandardJobArgs(job, options, args, keys), job.data.length);
  }

  protected override moveToFinishedArgs(...given: Parameters<RedisQueueBackend['moveToFinishedArgs']>): ScriptArgs {
    const args = super.moveToFinishedArgs(...given);
    const [, , , shouldRemove] = given;
    if (shouldRemove !== undefined) this.#trimmedAlone.add(args);
    return args;
  }

  /** Not while there are fetched jobs: a worker whose last end found nothing waiting takes the queue for empty. */
  override async waitForJob(seconds: number): ReturnType<RedisQueueBackend['waitForJob']> {
    if (this.ahead.hasJobs) return AT_ONCE;
    const marker = await super.waitForJob(seconds);
    this.ahead.called();
    return marker;
  }

  protected override sendBefore(): void {
    // The reply is sent by the script of the end.
  }

  /** Jobs are fetched and ended by themselves only, never inside a transaction. */
  override execCommand(...given: Parameters<RedisQueueBackend['execCommand']>): unknown {
    const [, command, args] = given;
    if (command === fetch.name) {
      const dated = this.dated(args);
      return this.ahead.next((wanted, token) => this.#fetch(dated, wanted, token));
    }
    if (command === end.name) return this.#ends.ask(args, this.#lengthOf(args));
    return super.execCommand(...given);
  }

  async #addAll(jobs: ScriptArgs[]): Promise<(string | Error)[]> {
    const keys = [...keysOf(jobs[0], add.keys), this.toKey('prioritized')];
    const args = jobs.flatMap((job) => valuesOf(job, add.keys));
    return (await this.#scripts.add.run(this.redis, keys, args)) as (string | Error)[];
  }

  async #fetch(args: ScriptArgs, wanted: number, token: string): Promise<Fetched[]> {
    const values = [...valuesOf(args, fetch.keys), wanted, token, this.#sharers];
    return (await this.#scripts.fetch.run(this.redis, keysOf(args, fetch.keys), values)) as Fetched[];
  }

  async #endAll(jobs: ScriptArgs[]): Promise<unknown[]> {
    const keys = [...keysOf(jobs[0], END_SHARED_KEYS), this.toKey('marker')];
    const args: Value[] = [this.toKey(''), MAX_ENTRIES];
    // Of jobs that are trimmed alike, the last trims for all of them.
    const last = new Map(jobs.map((job) => [job[ENDED_KEY], job]));
    for (const job of jobs) {
      const [id, at, field, value, state, wantsNext, , options, fields] = valuesOf(job, end.keys);
      const trims = this.#trimmedAlone.has(job) || last.get(job[ENDED_KEY]) === job;
      const { stream = '', id: replyTo = '', head = '', body = '' } = this.replyWith(job) ?? {};
      const others = [id, String(at), field, state, wantsNext === 1, trims, stream, replyTo, head];
      args.push(options ?? '', fields ?? '', value ?? '', body, JSON.stringify(others));
    }
    await Promise.all(jobs.map((job) => this.replyWith(job)).map((reply) => reply && putBeside(this.redis, reply)));
    const results = await this.#scripts.end.run(this.redis, keys, args);
    jobs.forEach((job, index) => {
      if (job[WANTS_NEXT] === 1) this.ahead.ended(results[index] !== 0);
    });
    return results;
  }

  get #sharers(): number {
    return this.handling?.sharers?.() ?? 1;
  }

  /** About how long an end is: what it keeps of the job, and its reply. */
  #lengthOf(args: ScriptArgs): number {
    const value = args[end.keys + 3];
    return (typeof value === 'string' ? value.length : 0) + (this.replyWith(args)?.body.length ?? 0);
  }
}

const keysOf = (args: ScriptArgs | undefined, keys: number): string[] => (args ?? []).slice(0, keys).map(String);

/** The arguments behind the keys; what is not given is empty, as BullMQ's scripts expect it. */
const valuesOf = (args: ScriptArgs, keys: number): Value[] =>
  args
    .slice(keys)
    .map((value: Value | boolean | null | undefined) => (typeof value === 'boolean' ? Number(value) : (value ?? '')));
