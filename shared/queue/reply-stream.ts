import type { Redis } from 'ioredis';
import { LONGEST_BLOCK_MS } from '../process/notice-silence.js';
import { laneKey } from '../process/redis-keys.js';
import { asText, type ReceivedReply, type Reply } from './job.js';

/**
 * Replies travel on one Redis stream per front and lane, beside the lane's queues, so that one script ends a job and replies. A
 * stream, unlike pub/sub, still holds what was sent while the front was reconnecting; and a front reads its own replies only,
 * however many fronts there are.
 */
export const replyStream = (instance: string, lane = 0): string => laneKey(lane, 'replies', instance);

/**
 * A stream whose front has not been heard of for this long goes. Until then it tells how the calls ended that a dead front
 * could not settle.
 */
const STREAM_LIFE_MS = 3_600_000;
const TEND_EVERY_MS = 1_000;
/** Backstop only: what is settled is trimmed every second. */
export const MAX_ENTRIES = 20_000;
/** How many entries are read at a time when a whole stream is. */
const PAGE = 200;

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

/** How the calls ended whose replies are in a front's stream of a lane: those that it has not settled. */
export async function endsInStream(redis: Redis, instance: string, lane = 0): Promise<Map<string, Reply>> {
  const ends = new Map<string, Reply>();
  for (let from = '-'; ; ) {
    const entries = await redis.xrangeBuffer(replyStream(instance, lane), from, '+', 'COUNT', PAGE);
    for (const [, fields] of entries) {
      const read = replyIn(fields);
      if (read) ends.set(read.requestId, asText(read.reply));
    }
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return ends;
    from = `(${last[0]}`;
  }
}

/** The reply that an entry is; none is in the one that makes a stream. */
function replyIn(fields: readonly Buffer[]): { requestId: string; reply: ReceivedReply } | undefined {
  const [, requestId, , head, , body] = fields;
  return head && body && { requestId: String(requestId), reply: { ...JSON.parse(String(head)), body } };
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
    private readonly onReply: (requestId: string, reply: ReceivedReply) => boolean,
    private readonly onError: (error: unknown) => void,
    lane = 0,
  ) {
    this.stream = replyStream(instance, lane);
    const restore = () => void this.#tend().catch(onError);
    producer.on('ready', restore);
  }

  /**
   * Reads from here on, also when the stream cannot be made yet: it is as soon as Redis is there.
   *
   * @throws Error when it could not be made
   */
  async start(): Promise<void> {
    this.#tending = setInterval(() => void this.#tend().catch(this.onError), TEND_EVERY_MS);
    this.#loop = this.#read();
    await this.#tend();
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
        const streams = await this.blocking.xreadBuffer(
          'COUNT',
          256,
          'BLOCK',
          LONGEST_BLOCK_MS,
          'STREAMS',
          this.stream,
          this.#lastId,
        );
        for (const [id, fields] of streams?.[0]?.[1] ?? []) {
          this.#lastId = id.toString();
          const read = replyIn(fields);
          if (read && this.onReply(read.requestId, read.reply)) this.#unsettled.set(read.requestId, this.#lastId);
        }
      } catch (error) {
        if (this.#stopped) return;
        this.onError(error);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }
}
