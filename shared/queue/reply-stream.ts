import type { Redis } from 'ioredis';
import type { Reply } from './job.js';

/**
 * Replies travel on one Redis stream per front. A stream, unlike pub/sub, still holds what was sent while the
 * front was reconnecting; and a front reads its own replies only, however many fronts there are.
 */
export const replyStream = (instance: string): string => `replies:${instance}`;

/** A stream whose front has not been heard of for this long goes. */
const STREAM_LIFE_MS = 60_000;
const TEND_EVERY_MS = 1_000;
/** Backstop only: read replies are trimmed every second. */
export const MAX_ENTRIES = 20_000;
const BLOCK_MS = 2_000;

/** A reply as the entry of a stream that it becomes. */
export interface ReplyEntry {
  stream: string;
  /** Id of the request. */
  id: string;
  /** All but the body, as JSON. */
  head: string;
  body: string;
}

export function replyEntry(stream: string, id: string, { body, ...head }: Reply): ReplyEntry {
  return { stream, id, head: JSON.stringify(head), body };
}

/** Adds a reply to a front's stream; does nothing when the front is gone. */
export async function sendReply(redis: Redis, { stream, id, head, body }: ReplyEntry): Promise<void> {
  await redis.xadd(stream, 'NOMKSTREAM', 'MAXLEN', '~', MAX_ENTRIES, '*', 'id', id, 'head', head, 'body', body);
}

/** Reads a front's stream for as long as it lives, calling `onReply` once per reply. */
export class ReplyReader {
  readonly stream: string;
  #lastId = '0';
  #stopped = false;
  #loop: Promise<void> | undefined;
  #tending: NodeJS.Timeout | undefined;

  /**
   * @param producer tends the stream
   * @param blocking a connection that nothing else uses: it waits inside XREAD
   */
  constructor(
    instance: string,
    private readonly producer: Redis,
    private readonly blocking: Redis,
    private readonly onReply: (requestId: string, reply: Reply) => void,
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
    await this.producer.del(this.stream).catch(this.onError);
  }

  /** Keeps the stream alive, makes it anew after Redis lost it, and cuts off what has been read. */
  async #tend(): Promise<void> {
    if (this.#stopped) return;
    if (this.#lastId !== '0') await this.producer.xtrim(this.stream, 'MINID', this.#lastId);
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
          this.#deliver(fields);
        }
      } catch (error) {
        if (this.#stopped) return;
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  #deliver(fields: string[]): void {
    const [, requestId = '', , head = '', , body = ''] = fields;
    if (requestId === '') return;
    const status: Omit<Reply, 'body'> = JSON.parse(head);
    this.onReply(requestId, { ...status, body });
  }
}
