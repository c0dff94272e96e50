import { type Job, type QueueBaseOptions, RedisQueueBackend } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Clock } from '../process/clock.js';
import { PINNED_SCRIPTS } from './lane/stock-scripts.js';
import { type ReplyEntry, sendReply } from './reply-stream.js';

/**
 * Gives the reply to a job that ends for good.
 *
 * @param failure the reason why it failed; undefined when it was completed
 * @returns undefined when nobody waits for one
 */
export type ReplyOf = (job: Pick<Job, 'id' | 'data'>, failure: string | undefined) => ReplyEntry | undefined;

/** What a worker adds to what BullMQ does with its jobs. */
export interface JobHandling {
  replyOf: ReplyOf;
  /** Of Redis, by which jobs are dated wherever they are worked on. */
  clock: Clock;
  /** What stays of a job's data when it has ended for good; undefined when all of it does. */
  dataKept?(data: unknown): object | undefined;
  /** How many workers share the queue, this one among them; 1 unless it is given. */
  sharers?(): number;
}

/** What a script of BullMQ is given: its keys, then its arguments. */
export type ScriptArgs = Parameters<RedisQueueBackend['moveToFinished']>[1];

const { fetch: FETCH } = PINNED_SCRIPTS;

type FinishedArgs = Parameters<RedisQueueBackend['moveToFinishedArgs']>;

/**
 * BullMQ's own backend, where a job that ends replies to its caller by a command just before its end, and leaves behind
 * only what is to stay of its data.
 */
export class ReplyingBackend extends RedisQueueBackend {
  readonly #replies = new WeakMap<ScriptArgs, ReplyEntry>();

  /**
   * @param stock BullMQ's backend of the same queue, whose connections this one takes over
   * @param redis the one of them that commands go over
   * @param handling of a worker; what only adds jobs has none
   */
  constructor(
    stock: RedisQueueBackend,
    name: string,
    opts: QueueBaseOptions,
    protected readonly redis: Redis,
    protected readonly handling?: JobHandling,
  ) {
    super(stock.connection, name, stock.keys, (type) => stock.toKey(type), opts, stock.blockingConnection);
    // It hears of the connection's errors as well, and nobody listens to it.
    stock.on('error', () => {});
  }

  protected override moveToFinishedArgs(...given: FinishedArgs): ScriptArgs {
    const [job, value, property, remove, target, token, timestamp, fetchNext, fields] = given;
    const at = this.handling?.clock.now().getTime() ?? timestamp;
    const data = this.handling?.dataKept?.(job.data);
    const left = data ? { ...fields, data: JSON.stringify(data) } : fields;
    const args = super.moveToFinishedArgs(job, value, property, remove, target, token, at, fetchNext, left);
    const reply = this.handling?.replyOf(job, target === 'failed' ? String(value) : undefined);
    if (reply) this.#replies.set(args, reply);
    return args;
  }

  override execCommand(...given: Parameters<RedisQueueBackend['execCommand']>): unknown {
    const [client, command, args] = given;
    return super.execCommand(client, command, command === FETCH.name ? this.dated(args) : args);
  }

  /** The arguments of a fetch, of which the second behind the keys says when. */
  protected dated(args: ScriptArgs): ScriptArgs {
    return this.handling ? args.with(FETCH.keys + 1, this.handling.clock.now().getTime()) : args;
  }

  /** The reply that goes with an end. */
  protected replyWith(args: ScriptArgs): ReplyEntry | undefined {
    return this.#replies.get(args);
  }

  /** Sends a reply on the connection on which the end of its job follows: it is there when that is. */
  protected sendBefore(reply: ReplyEntry): void {
    sendReply(this.redis, reply).catch((error: unknown) => this.emit('error', error));
  }

  /**
   * Ends the waiting for jobs. A connection that is between two attempts is waited for until the next: told to end before, ioredis
   * makes no further one, and neither says so nor lets go of what waits on it.
   */
  override async disconnectBlocking(wait?: boolean): Promise<void> {
    const blocking = await this.blockingConnection?.client;
    if (blocking?.status === 'reconnecting') await new Promise((resolve) => blocking.once('connecting', resolve));
    return super.disconnectBlocking(wait);
  }

  override async moveToFinished(jobId: string, args: ScriptArgs): ReturnType<RedisQueueBackend['moveToFinished']> {
    const reply = this.replyWith(args);
    if (reply) this.sendBefore(reply);
    return super.moveToFinished(jobId, args);
  }
}
