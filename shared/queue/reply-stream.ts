import type { Redis } from 'ioredis';
import type { Outcome, Reply, Task } from './job.js';

/**
 * Replies travel on one Redis stream per front. A stream, unlike pub/sub, still holds what was sent while the
 * front was reconnecting; and a front reads its own replies only, however many fronts there are.
 */
export const replyStream = (instance: string): string => `replies:${instance}`;

/**
 * A stream whose front has not been heard of for this long goes. Until then it tells how the calls ended that a dead front
 * could not settle.
 */
const STREAM_LIFE_MS = 3_600_000;
const TEND_EVERY_MS = 1_000;
/** Backstop only: what is settled is trimmed every second. */
const MAX_ENTRIES = 20_000;
const BLOCK_MS = 2_000;
/** Name and value of `id`, `head` and `body`. */
const FIELDS_PER_REPLY = 6;
/** How many entries are read at a time when a whole stream is. */
const PAGE = 200;

/** A reply, and the call that it is to. */
export type Answered = Pick<Task, 'requestId'> & { reply: Reply };

/** Adds replies to a front's stream, all in one entry; does nothing when the front is gone. */
export async function sendReplies(redis: Redis, stream: string, answered: readonly Answered[]): Promise<void> {
  const fields = answered.flatMap(({ requestId, reply: { body, ...head } }) => [
    ...['id', requestId],
    ...['head', JSON.stringify(head)],
    ...['body', body],
  ]);
  await redis.xadd(stream, 'NOMKSTREAM', 'MAXLEN', '~', MAX_ENTRIES, '*', ...fields);
}

/** How the calls ended whose replies are in a front's stream: those that it has not settled. */
export async function endsInStream(redis: Redis, instance: string): Promise<Map<string, Outcome>> {
  const ends = new Map<string, Outcome>();
  for (let from = '-'; ; ) {
    const entries = await redis.xrange(replyStream(instance), from, '+', 'COUNT', PAGE);
    for (const { requestId, reply } of entries.flatMap(([, fields]) => repliesIn(fields))) ends.set(requestId, reply);
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return ends;
    from = `(${last[0]}`;
  }
}

function repliesIn(fields: readonly string[]): Answered[] {
  const replies: Answered[] = [];
  for (let at = 0; at < fields.length; at += FIELDS_PER_REPLY) {
    const [, requestId = '', , head = '', , body = ''] = fields.slice(at, at + FIELDS_PER_REPLY);
    if (requestId !== '') replies.push({ requestId, reply: { ...JSON.parse(head), body } });
  }
  return replies;
}

/**
 * Reads a front's stream for as long as it lives, calling `onReply` once per reply. A reply stays in the stream until its
 * call is settled.
 */
export class ReplyReader {
  readonly stream: string;
  #lastId = '0';
  /** By request id, the entries whose calls are not settled yet, oldest first. */
  readonly #unsettled = new Map<string, string>();
  #stopped = false;
  #loop: Promise<void> | undefined;
  #tending: NodeJS.Timeout | undefined;

  /**
   * @param producer tends the stream
   * @param blocking a connection that nothing else uses: it waits inside XREAD
   * @param onReply returns whether the call was waited for, so that it will be settled
   */
  constructor(
    instance: string,
    private readonly producer: Redis,
    private readonly blocking: Redis,
    private readonly onReply: (requestId: string, reply: Reply) => boolean,
    private readonly onError: (error: unknown) => void,
  ) {
    this.stream = replyStream(instance);
    const restore = () => void this.#tend().catch(onError);
    producer.on('ready', restore);
  }

  async start(): Promise<void> {
    await this.#tend();
    this.#tending = setInterval(() => void this.#tend().catch(this.onError), TEND_EVERY_MS);
    this.#loop = this.#read();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#tending);
    this.blocking.disconnect();
    await this.#loop;
    if (this.#unsettled.size === 0) await this.producer.del(this.stream).catch(this.onError);
  }

  /** Lets the reply to a call go. */
  settled(requestId: string): void {
    this.#unsettled.delete(requestId);
  }

  /** Keeps the stream alive, makes it anew after Redis lost it, and cuts off what has been read and settled. */
  async #tend(): Promise<void> {
    if (this.#stopped) return;
    const [firstNeeded = this.#lastId] = this.#unsettled.values();
    if (firstNeeded !== '0') await this.producer.xtrim(this.stream, 'MINID', firstNeeded);
    const alive = await this.producer.pexpire(this.stream, STREAM_LIFE_MS);
    if (alive) return;
    await this.producer.xadd(this.stream, '*', 'id', '');
    await this.producer.pexpire(this.stream, STREAM_LIFE_MS);
  }

  async #read(): Promise<void> {
    while (!this.#stopped) {
      try {
        const read = await this.blocking.xread('COUNT', 256, 'BLOCK', BLOCK_MS, 'STREAMS', this.stream, this.#lastId);
        for (const [id, fields] of read?.[0]?.[1] ?? []) {
          this.#lastId = id;
          for (const { requestId, reply } of repliesIn(fields)) {
            if (this.onReply(requestId, reply)) this.#unsettled.set(requestId, id);
          }
        }
      } catch (error) {
        if (this.#stopped) return;
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}
