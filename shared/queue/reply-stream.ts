import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { every } from '../process/every.js';
import { LONGEST_BLOCK_MS } from '../process/notice-silence.js';
import { laneKey } from '../process/redis-keys.js';
import { LARGEST_INSIDE } from './beside.js';
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
/** After something could not be read, in ms. */
const AGAIN_MS = 100;

/** A reply as the entry of a stream that it becomes. */
export interface ReplyEntry {
  stream: string;
  /** Id of the request. */
  id: string;
  /** All but the body, as JSON. */
  head: string;
  /** Empty where it is beside the stream. */
  body: string;
  /** The body where it is large. */
  beside?: string;
}

export function replyEntry(stream: string, id: string, { body, ...head }: Reply): ReplyEntry {
  if (body.length <= LARGEST_INSIDE) return { stream, id, head: JSON.stringify(head), body };
  return { stream, id, head: JSON.stringify({ ...head, bodyIsBeside: true }), body: '', beside: body };
}

/** Where the large body of a reply is. */
const bodyKey = (stream: string, id: string): string => `${stream}:${id}`;

/** Puts the large body of a reply beside the stream: it is there before the entry is. */
export async function putBeside(redis: Redis, { stream, id, beside }: ReplyEntry): Promise<void> {
  if (beside !== undefined) await redis.set(bodyKey(stream, id), Buffer.from(beside), 'PX', STREAM_LIFE_MS);
}

/** Adds a reply to a front's stream; does nothing when the front is gone. Whatever is asked of the connection next is done after it. */
export async function sendReply(redis: Redis, entry: ReplyEntry): Promise<void> {
  const { stream, id, head, body } = entry;
  await Promise.all([
    putBeside(redis, entry),
    redis.xadd(stream, 'NOMKSTREAM', 'MAXLEN', '~', MAX_ENTRIES, '*', 'id', id, 'head', head, 'body', body),
  ]);
}

/** How the calls ended whose replies are in a front's stream of a lane: those that it has not settled. */
export async function endsInStream(redis: Redis, instance: string, lane = 0): Promise<Map<string, Reply>> {
  const ends = new Map<string, Reply>();
  const stream = replyStream(instance, lane);
  for (let from = '-'; ; ) {
    const entries = await redis.xrangeBuffer(stream, from, '+', 'COUNT', PAGE);
    for (const [, fields] of entries) {
      const read = replyIn(fields);
      if (!read) continue;
      const { requestId, reply, isBeside } = read;
      const body = isBeside ? await readBeside(redis, stream, requestId) : reply.body;
      if (body) ends.set(requestId, asText({ ...reply, body }));
    }
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return ends;
    from = `(${last[0]}`;
  }
}

interface ReadReply {
  requestId: string;
  reply: ReceivedReply;
  /** Whether the body is beside the stream yet. */
  isBeside: boolean;
}

/**
 * How much of a large body is read at a time, in bytes, a multiple of the four characters of base64 that belong together. Whoever reads all
 * of it at once does nothing else meanwhile, and leaves behind several times as much to be cleared up.
 */
const PIECE = 256 * 1024;

/** The body beside the entry of a reply; undefined when it is gone. */
async function readBeside(redis: Redis, stream: string, id: string): Promise<Buffer[] | undefined> {
  const pieces: Buffer[] = [];
  for (let from = 0; ; from += PIECE) {
    const piece = await redis.getrangeBuffer(bodyKey(stream, id), from, from + PIECE - 1);
    if (piece.length > 0) pieces.push(piece);
    if (piece.length < PIECE) return pieces.length > 0 ? pieces : undefined;
  }
}

/** The reply that an entry is; none is in the one that makes a stream. */
function replyIn(fields: readonly Buffer[]): ReadReply | undefined {
  const [, requestId, , head, , body] = fields;
  if (!head || !body) return undefined;
  const { bodyIsBeside = false, ...rest } = JSON.parse(String(head));
  return { requestId: String(requestId), reply: { ...rest, body: [body] }, isBeside: bodyIsBeside };
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
  /** The request ids of those whose bodies are beside the stream. */
  readonly #beside = new Set<string>();
  #stopped = false;
  #loop: Promise<void> | undefined;
  #stopTending = () => {};

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
    this.#stopTending = every(TEND_EVERY_MS, () => void this.#tend().catch(this.onError));
    this.#loop = this.#read();
    await this.#tend();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#stopTending();
    // A command that waits for a connection to be taken up again is not told of its end.
    const isToldOfTheEnd = this.blocking.status !== 'reconnecting';
    this.blocking.disconnect();
    if (isToldOfTheEnd) await this.#loop;
    if (this.#unsettled.size === 0) await this.producer.del(this.stream).catch(this.onError);
  }

  /** Lets the reply to a call go. */
  settled(requestId: string): void {
    this.#unsettled.delete(requestId);
    if (this.#beside.delete(requestId)) this.producer.del(bodyKey(this.stream, requestId)).catch(this.onError);
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
          if (read?.isBeside) void this.#takeBeside(read, this.#lastId);
          else if (read && this.onReply(read.requestId, read.reply)) this.#unsettled.set(read.requestId, this.#lastId);
        }
      } catch (error) {
        if (this.#stopped) return;
        this.onError(error);
        await pause(AGAIN_MS);
      }
    }
  }

  /** Fetches the body of a reply, while the replies behind it are read. */
  async #takeBeside({ requestId, reply }: ReadReply, entryId: string): Promise<void> {
    if (this.#unsettled.has(requestId)) return;
    this.#unsettled.set(requestId, entryId);
    this.#beside.add(requestId);
    while (!this.#stopped) {
      try {
        const body = await readBeside(this.producer, this.stream, requestId);
        if (!body || !this.onReply(requestId, { ...reply, body })) this.settled(requestId);
        return;
      } catch (error) {
        this.onError(error);
        await pause(AGAIN_MS);
      }
    }
  }
}
