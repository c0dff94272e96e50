import { setTimeout as pause } from 'node:timers/promises';
import { every } from '../process/every.js';
import { LONGEST_BLOCK_MS } from '../process/half-open-connections.js';
import type { Redis } from '../process/redis.js';
import { slotPrefix } from '../process/redis-keys.js';
import type { Job, Reply } from './job.js';

/**
 * Name of the Redis stream of the replies to one front. A stream, unlike pub/sub, still holds what was sent while the front was
 * reconnecting; and a front reads its own replies only, however many fronts there are.
 */
const replyStream = (instance: string): string => `${slotPrefix(`replies:${instance}`)}:stream`;

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

/** Sends replies to their fronts. Replies to the same front that are ready at the same time share an entry of its stream. */
export class ReplySender {
  /** Entries of this turn of the event loop, by stream: their fields. */
  readonly #pending = new Map<string, string[]>();

  constructor(
    private readonly redis: Redis,
    private readonly onError: (error: unknown) => void,
  ) {}

  /**
   * Sends the reply to a job; does nothing if its front is gone. Commands that are sent on the same connection by a later timer,
   * immediate or I/O event are executed afterwards, so a job that is finished by one of these has its reply in the stream.
   */
  send({ replyTo, requestId }: Job, { body, ...head }: Reply): void {
    const isOffloaded = body.length > MAX_INLINE_BODY;
    if (isOffloaded) {
      this.redis.set(bodyKey(replyTo, requestId), Buffer.from(body), 'PX', STREAM_LIFE_MS).catch(this.onError);
    }
    if (this.#pending.size === 0) process.nextTick(() => this.#flush());
    const fields = this.#pending.get(replyTo) ?? [];
    this.#pending.set(replyTo, fields);
    fields.push('id', requestId, 'head', JSON.stringify({ ...head, ...(isOffloaded && { isOffloaded }) }));
    fields.push('body', isOffloaded ? '' : body);
  }

  #flush(): void {
    for (const [stream, fields] of this.#pending) {
      this.redis.xadd(stream, 'NOMKSTREAM', 'MAXLEN', '~', MAX_ENTRIES, '*', ...fields).catch(this.onError);
    }
    this.#pending.clear();
  }
}

/** Returns the replies in the stream of a front that it has not settled, by request id. */
export async function readUnsettledReplies(redis: Redis, instance: string): Promise<Map<string, Reply>> {
  const replies = new Map<string, Reply>();
  const stream = replyStream(instance);
  for (let from = '-'; ; ) {
    const entries = await redis.xrangeBuffer(stream, from, '+', 'COUNT', PAGE);
    for (const sent of entries.flatMap(([, fields]) => parseEntry(fields))) {
      const reply = await loadBody(redis, stream, sent);
      if (reply) replies.set(sent.requestId, reply);
    }
    const last = entries.at(-1);
    if (!last || entries.length < PAGE) return replies;
    from = `(${last[0]}`;
  }
}

interface SentReply {
  readonly requestId: string;
  readonly reply: Reply;
  /** True if the body is stored under a key of its own. */
  readonly isOffloaded: boolean;
}

/** Number of fields of a stream's entry for each reply in it, names and values. */
const FIELDS_PER_REPLY = 6;

/** Returns the replies in an entry of a stream; none for the one that creates the stream. */
function parseEntry(fields: readonly Buffer[]): SentReply[] {
  const replies: SentReply[] = [];
  for (let from = 0; from < fields.length; from += FIELDS_PER_REPLY) {
    const [, id, , head, , body] = fields.slice(from, from + FIELDS_PER_REPLY);
    if (!id || !head || !body) continue;
    const { isOffloaded = false, ...rest } = JSON.parse(String(head));
    replies.push({ requestId: String(id), reply: { ...rest, body: String(body) }, isOffloaded });
  }
  return replies;
}

/** Returns a reply with its body; undefined if that is gone. */
async function loadBody(redis: Redis, stream: string, sent: SentReply): Promise<Reply | undefined> {
  const { requestId, reply, isOffloaded } = sent;
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
  /** Entries with the replies to requests that are not settled yet, by request id, oldest first. */
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
          for (const sent of parseEntry(fields)) {
            if (sent.isOffloaded) void this.#receiveOffloaded(this.#lastId, sent);
            else this.#receive(this.#lastId, sent);
          }
        }
      } catch (error) {
        if (this.#isStopped) return;
        this.onError(error);
        await pause(RETRY_MS);
      }
    }
  }

  #receive(entryId: string, { requestId, reply, isOffloaded }: SentReply): void {
    if (this.onReply(requestId, reply)) this.#unsettled.set(requestId, { entryId, isOffloaded });
  }

  /** Loads the body of a reply while the replies after it are read. */
  async #receiveOffloaded(entryId: string, sent: SentReply): Promise<void> {
    const { requestId, isOffloaded } = sent;
    // A job that ran twice has sent its reply twice.
    if (this.#unsettled.has(requestId)) return;
    this.#unsettled.set(requestId, { entryId, isOffloaded });
    while (!this.#isStopped) {
      try {
        const reply = await loadBody(this.redis, this.stream, sent);
        if (!reply || !this.onReply(requestId, reply)) this.settled(requestId);
        return;
      } catch (error) {
        this.onError(error);
        await pause(RETRY_MS);
      }
    }
  }
}
