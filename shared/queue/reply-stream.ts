import { setTimeout as pause } from 'node:timers/promises';
import { every } from '../process/every.js';
import { LONGEST_BLOCK_MS } from '../process/notice-silence.js';
import type { Redis } from '../process/redis.js';
import { slotPrefix } from '../process/redis-keys.js';
import type { Job, Reply } from './job.js';

/**
 * Name of the Redis stream of the replies to one front. A stream, unlike pub/sub, still holds what was sent while the front was
 * reconnecting; and a front reads its own replies only, however many fronts there are.
 */
export const replyStream = (instance: string): string => `${slotPrefix(`replies:${instance}`)}:stream`;

/** Largest body, in characters, that is part of a stream's entry. A larger one is offloaded to a key of its own. */
const MAX_INLINE_BODY = 64 * 1024;
/**
 * Time for which the stream of a dead front is stored, in ms: reconciliation reads from it how the requests ended that the front
 * did not settle.
 */
const STREAM_LIFE_MS = 3_600_000;
const TEND_EVERY_MS = 1_000;
/** Maximum length of a stream. Settled entries are trimmed every second long before. */
const MAX_ENTRIES = 20_000;
/** Entries that are read at a time. */
const PAGE = 256;
const RETRY_MS = 100;

const bodyKey = (stream: string, requestId: string): string => `${stream}:${requestId}`;

/**
 * Sends the reply to a job to its front; does nothing if the front is gone. Commands that are sent on the same connection
 * afterwards are executed afterwards, so a job that is finished without waiting for this has its reply in the stream.
 */
export async function sendReply(redis: Redis, { replyTo, requestId }: Job, { body, ...head }: Reply): Promise<void> {
  const isOffloaded = body.length > MAX_INLINE_BODY;
  const stored = isOffloaded && redis.set(bodyKey(replyTo, requestId), Buffer.from(body), 'PX', STREAM_LIFE_MS);
  const entry = ['id', requestId, 'head', JSON.stringify({ ...head, ...(isOffloaded && { isOffloaded }) })];
  const inline = isOffloaded ? '' : body;
  const sent = redis.xadd(replyTo, 'NOMKSTREAM', 'MAXLEN', '~', MAX_ENTRIES, '*', ...entry, 'body', inline);
  await Promise.all([stored, sent]);
}

/** Returns the replies in the stream of a front that it has not settled, by request id. */
export async function unsettledReplies(redis: Redis, instance: string): Promise<Map<string, Reply>> {
  const replies = new Map<string, Reply>();
  const stream = replyStream(instance);
  for (let from = '-'; ; ) {
    const entries = await redis.xrangeBuffer(stream, from, '+', 'COUNT', PAGE);
    for (const [, fields] of entries) {
      const entry = parseEntry(fields);
      const reply = entry && (await loadBody(redis, stream, entry));
      if (reply) replies.set(entry.requestId, reply);
    }
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return replies;
    from = `(${last[0]}`;
  }
}

interface Entry {
  readonly requestId: string;
  readonly reply: Reply;
  /** True if the body is stored under a key of its own. */
  readonly isOffloaded: boolean;
}

/** Parses an entry of a stream; undefined for the one that creates the stream. */
function parseEntry([, id, , head, , body]: readonly Buffer[]): Entry | undefined {
  if (!id || !head || !body) return undefined;
  const { isOffloaded = false, ...rest } = JSON.parse(String(head));
  return { requestId: String(id), reply: { ...rest, body: String(body) }, isOffloaded };
}

/** Returns the reply of an entry with its body; undefined if that is gone. */
async function loadBody(redis: Redis, stream: string, entry: Entry): Promise<Reply | undefined> {
  const { requestId, reply, isOffloaded } = entry;
  if (!isOffloaded) return reply;
  const body = await redis.getBuffer(bodyKey(stream, requestId));
  return body ? { ...reply, body: String(body) } : undefined;
}

/**
 * Reads a front's stream for as long as the front lives. A reply stays in the stream until the request is settled, so that
 * reconciliation finds it if the front dies before.
 */
export class ReplyReader {
  readonly stream: string;
  #lastId = '0';
  /** Entries whose requests are not settled yet, by request id, oldest first. */
  readonly #unsettled = new Map<string, { entryId: string; isOffloaded: boolean }>();
  #isStopped = false;
  #reading: Promise<void> | undefined;
  #stopTending = () => {};

  /**
   * @param blocking a connection that nothing else uses: it waits inside of XREAD
   * @param onReply returns true if the request was waiting, so that it will be settled
   */
  constructor(
    instance: string,
    private readonly redis: Redis,
    private readonly blocking: Redis,
    private readonly onReply: (requestId: string, reply: Reply) => boolean,
    private readonly onError: (error: unknown) => void,
  ) {
    this.stream = replyStream(instance);
    redis.on('ready', () => void this.#tend().catch(onError));
  }

  /**
   * Starts to read.
   *
   * @throws Error if the stream could not be created; it is created as soon as Redis is available
   */
  async start(): Promise<void> {
    this.#stopTending = every(TEND_EVERY_MS, () => void this.#tend().catch(this.onError));
    this.#reading = this.#read();
    await this.#tend();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopTending();
    // A command that waits for a connection to be established again is not rejected when that is given up.
    const isRejected = this.blocking.status !== 'reconnecting';
    this.blocking.disconnect();
    if (isRejected) await this.#reading;
    if (this.#unsettled.size === 0) await this.redis.del(this.stream).catch(this.onError);
  }

  /** Releases the reply to a request that has been settled. */
  settled(requestId: string): void {
    const isOffloaded = this.#unsettled.get(requestId)?.isOffloaded;
    this.#unsettled.delete(requestId);
    if (isOffloaded) this.redis.unlink(bodyKey(this.stream, requestId)).catch(this.onError);
  }

  /** Extends the life of the stream, creates it again if Redis has lost it, and trims what has been settled. */
  async #tend(): Promise<void> {
    if (this.#isStopped) return;
    const [oldest] = this.#unsettled.values();
    const firstNeeded = oldest?.entryId ?? this.#lastId;
    if (firstNeeded !== '0') await this.redis.xtrim(this.stream, 'MINID', firstNeeded);
    if (await this.redis.pexpire(this.stream, STREAM_LIFE_MS)) return;
    await this.redis.xadd(this.stream, '*', 'id', '');
    await this.redis.pexpire(this.stream, STREAM_LIFE_MS);
  }

  async #read(): Promise<void> {
    while (!this.#isStopped) {
      try {
        const wait = ['COUNT', PAGE, 'BLOCK', LONGEST_BLOCK_MS] as const;
        const streams = await this.blocking.xreadBuffer(...wait, 'STREAMS', this.stream, this.#lastId);
        for (const [entryId, fields] of streams?.[0]?.[1] ?? []) {
          this.#lastId = String(entryId);
          const entry = parseEntry(fields);
          if (entry?.isOffloaded) void this.#receiveOffloaded(this.#lastId, entry);
          else if (entry) this.#receive(this.#lastId, entry);
        }
      } catch (error) {
        if (this.#isStopped) return;
        this.onError(error);
        await pause(RETRY_MS);
      }
    }
  }

  #receive(entryId: string, { requestId, reply, isOffloaded }: Entry): void {
    if (this.onReply(requestId, reply)) this.#unsettled.set(requestId, { entryId, isOffloaded });
  }

  /** Loads the body of a reply while the replies after it are read. */
  async #receiveOffloaded(entryId: string, entry: Entry): Promise<void> {
    const { requestId, isOffloaded } = entry;
    // A job that ran twice has sent its reply twice.
    if (this.#unsettled.has(requestId)) return;
    this.#unsettled.set(requestId, { entryId, isOffloaded });
    while (!this.#isStopped) {
      try {
        const reply = await loadBody(this.redis, this.stream, entry);
        if (!reply || !this.onReply(requestId, reply)) this.settled(requestId);
        return;
      } catch (error) {
        this.onError(error);
        await pause(RETRY_MS);
      }
    }
  }
}
