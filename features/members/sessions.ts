import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { KNOWN_BROWSERS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { RecentValues } from '../../shared/process/recent-values.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;

/** For how long something waits to be shown once, in seconds. */
const SHOWN_WITHIN_SECONDS = 600;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Maximum number of open sessions of one owner. The oldest end when there are more. */
const MOST_SESSIONS = 50;

/** How long somebody stays signed in to the portal. */
export const SESSION_SECONDS = 14 * 86_400;

/** The sessions of the portal. @param clock of Redis */
export const portalSessions = (redis: Redis, clock: Clock): Sessions =>
  new Sessions(redis, 'portal', SESSION_SECONDS, clock);

/** Whether a text can be the id of a session: 32 bytes of base64url. */
export const isSessionId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

/** A new secret that nobody guesses: 32 bytes of base64url. */
export const newSecret = (): string => randomBytes(ID_BYTES).toString('base64url');

/** What is kept of a random secret: it cannot be guessed back. */
export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A session that is open. */
export interface Session {
  /** Names it to its owner; whoever knows it has no session. */
  handle: string;
  owner: string;
  /** Stands in every form of it. */
  formToken: string;
  /** The browser, as it names itself. */
  agent: string;
  opened: Date;
}

/**
 * The sessions of a kind of people, in Redis, so that every front knows them and ending one ends it everywhere. An id is random; kept
 * of it is a digest, so that whoever reads Redis has no session.
 */
export class Sessions {
  /** Browsers in which an owner has signed in, by the secret of a cookie of their own. */
  readonly browsers: RecentValues;

  /**
   * @param kind of people, the first part of every name in Redis
   * @param seconds how long a session lives, however it is used
   * @param clock of Redis
   */
  constructor(
    private readonly redis: Redis,
    private readonly kind: string,
    readonly seconds: number,
    private readonly clock: Clock,
  ) {
    this.browsers = new RecentValues(redis, `${kind}-browsers`, KNOWN_BROWSERS, clock);
  }

  /** Opens a session and gives its id, which is all that the browser has of it. */
  async open(owner: string, agent: string): Promise<string> {
    const id = newSecret();
    const handle = digestOf(id);
    const now = this.clock.now();
    const kept = {
      owner,
      agent: agent.slice(0, 400),
      opened: now.toISOString(),
      formToken: randomBytes(16).toString('hex'),
    };
    await this.redis
      .multi()
      .hset(this.#session(handle), kept)
      .expire(this.#session(handle), this.seconds)
      .zremrangebyscore(this.#of(owner), 0, now.getTime())
      .zadd(this.#of(owner), now.getTime() + this.seconds * 1_000, handle)
      .expire(this.#of(owner), this.seconds)
      .exec();
    for (const old of await this.redis.zrange(this.#of(owner), '0', String(-MOST_SESSIONS - 1)))
      await this.end(owner, old);
    return id;
  }

  /** The session of an id; nothing when there is none any more. */
  find(id: string): Promise<Session | undefined> {
    return this.#read(digestOf(id));
  }

  /** The sessions of somebody, the latest first. */
  async list(owner: string): Promise<Session[]> {
    const handles = await this.redis.zrevrange(this.#of(owner), 0, MOST_SESSIONS - 1);
    const sessions = await Promise.all(handles.map((handle) => this.#read(handle)));
    return sessions.filter((session) => session !== undefined);
  }

  /** Ends one of somebody's sessions; another's is left alone. */
  async end(owner: string, handle: string): Promise<void> {
    if ((await this.#read(handle))?.owner !== owner) return;
    await this.redis.multi().del(this.#session(handle), this.#shown(handle)).zrem(this.#of(owner), handle).exec();
  }

  /** Ends all of somebody's sessions, and forgets their browsers. @param except the handle of one that stays, and with it the browsers */
  async endAll(owner: string, except?: string): Promise<void> {
    const handles = await this.redis.zrange(this.#of(owner), '0', '-1');
    for (const handle of handles) if (handle !== except) await this.end(owner, handle);
    if (except === undefined) await this.browsers.clear(owner);
  }

  /** Keeps a secret, encrypted with what the browser alone has, until it is shown in the session or ten minutes are over. */
  async keepToShow(id: string, secret: string): Promise<void> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, keyOf(id), iv);
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    await this.redis.set(this.#shown(digestOf(id)), sealed.toString('base64'), 'EX', SHOWN_WITHIN_SECONDS);
  }

  /** What is to be shown in a session, once. */
  async takeToShow(id: string): Promise<string | undefined> {
    const kept = await this.redis.getdel(this.#shown(digestOf(id)));
    if (kept === null) return undefined;
    const sealed = Buffer.from(kept, 'base64');
    const decipher = createDecipheriv(CIPHER, keyOf(id), sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  async #read(handle: string): Promise<Session | undefined> {
    const { owner, formToken, agent = '', opened } = await this.redis.hgetall(this.#session(handle));
    if (owner === undefined || formToken === undefined || opened === undefined) return undefined;
    return { handle, owner, formToken, agent, opened: new Date(opened) };
  }

  readonly #session = (handle: string): string => redisKey(`${this.kind}-session`, handle);
  readonly #shown = (handle: string): string => redisKey(`${this.kind}-shown`, handle);
  readonly #of = (owner: string): string => redisKey(`${this.kind}-sessions`, digestOf(owner));
}

const keyOf = (id: string): Buffer => Buffer.from(hkdfSync('sha256', id, '', 'utility-api shown once', 32));
