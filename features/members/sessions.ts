import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { KNOWN_BROWSERS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { RecentValues } from '../../shared/process/recent-values.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

const ID_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;

/** Lifetime of a flash value that is not shown, in seconds. */
const FLASH_SECONDS = 600;

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Maximum number of open sessions of one owner. Beyond it the oldest end. */
const MOST_SESSIONS = 50;

/** Lifetime of a session of the portal, in seconds. */
export const SESSION_SECONDS = 14 * 86_400;

/** Creates the sessions of the portal. @param clock of Redis */
export const createPortalSessions = (redis: Redis, clock: Clock): Sessions =>
  new Sessions(redis, 'portal', SESSION_SECONDS, clock);

/** True if a text can be a generated secret, such as the id of a session: 32 bytes of base64url. */
export const isSessionId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

/** Generates a secret: 32 random bytes in base64url. */
export const generateSecret = (): string => randomBytes(ID_BYTES).toString('base64url');

/** Hashes a text, so that names in Redis do not reveal secrets and addresses: SHA-256 in base64url. */
export const digestText = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** An open session. */
export interface Session {
  /** Public id of the session for its owner; it does not give access. */
  handle: string;
  owner: string;
  /** Token in every form of the session, against cross-site requests. */
  formToken: string;
  /** User-Agent of the browser. */
  agent: string;
  opened: Date;
}

/**
 * Sessions in Redis, shared by all fronts. Only the hash of a session's random id is stored, so that a copy of Redis gives no access.
 */
export class Sessions {
  /** Browsers in which an owner has signed in, by the secret in a cookie of each. */
  readonly browsers: RecentValues;

  /**
   * @param kind prefix of every name in Redis
   * @param seconds lifetime of a session, regardless of its use
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

  /** Opens a session. @returns its id, for the browser */
  async open(owner: string, agent: string): Promise<string> {
    const id = generateSecret();
    const handle = digestText(id);
    const now = this.clock.now();
    const fields = {
      owner,
      agent: agent.slice(0, 400),
      opened: now.toISOString(),
      formToken: randomBytes(16).toString('hex'),
    };
    await this.redis
      .multi()
      .hset(this.#sessionKey(handle), fields)
      .expire(this.#sessionKey(handle), this.seconds)
      .zremrangebyscore(this.#ownerKey(owner), 0, now.getTime())
      .zadd(this.#ownerKey(owner), now.getTime() + this.seconds * 1_000, handle)
      .expire(this.#ownerKey(owner), this.seconds)
      .exec();
    for (const old of await this.redis.zrange(this.#ownerKey(owner), '0', String(-MOST_SESSIONS - 1)))
      await this.end(owner, old);
    return id;
  }

  /** Finds the session of an id; undefined once it has ended. */
  find(id: string): Promise<Session | undefined> {
    return this.#read(digestText(id));
  }

  /** Lists the sessions of an owner, the latest first. */
  async list(owner: string): Promise<Session[]> {
    const handles = await this.redis.zrevrange(this.#ownerKey(owner), 0, MOST_SESSIONS - 1);
    const sessions = await Promise.all(handles.map((handle) => this.#read(handle)));
    return sessions.filter((session) => session !== undefined);
  }

  /** Ends a session, unless it belongs to another owner. */
  async end(owner: string, handle: string): Promise<void> {
    if ((await this.#read(handle))?.owner !== owner) return;
    await this.redis
      .multi()
      .del(this.#sessionKey(handle), this.#flashKey(handle))
      .zrem(this.#ownerKey(owner), handle)
      .exec();
  }

  /** Ends all sessions of an owner, and forgets their browsers. @param except handle of a session that stays, and with it the browsers */
  async endAll(owner: string, except?: string): Promise<void> {
    const handles = await this.redis.zrange(this.#ownerKey(owner), '0', '-1');
    for (const handle of handles) if (handle !== except) await this.end(owner, handle);
    if (except === undefined) await this.browsers.clear(owner);
  }

  /** Stores a secret that the next page of the session shows once. It is encrypted with the session's id, which only the browser has. */
  async setFlash(id: string, secret: string): Promise<void> {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, deriveKey(id), iv);
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    await this.redis.set(this.#flashKey(digestText(id)), sealed.toString('base64'), 'EX', FLASH_SECONDS);
  }

  /** Takes out the secret that is to be shown in a session. */
  async takeFlash(id: string): Promise<string | undefined> {
    const stored = await this.redis.getdel(this.#flashKey(digestText(id)));
    if (stored === null) return undefined;
    const sealed = Buffer.from(stored, 'base64');
    const decipher = createDecipheriv(CIPHER, deriveKey(id), sealed.subarray(0, IV_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  async #read(handle: string): Promise<Session | undefined> {
    const { owner, formToken, agent = '', opened } = await this.redis.hgetall(this.#sessionKey(handle));
    if (owner === undefined || formToken === undefined || opened === undefined) return undefined;
    return { handle, owner, formToken, agent, opened: new Date(opened) };
  }

  readonly #sessionKey = (handle: string): string => redisKey(`${this.kind}-session`, handle);
  readonly #flashKey = (handle: string): string => redisKey(`${this.kind}-shown`, handle);
  readonly #ownerKey = (owner: string): string => redisKey(`${this.kind}-sessions`, digestText(owner));
}

const deriveKey = (id: string): Buffer => Buffer.from(hkdfSync('sha256', id, '', 'utility-api shown once', 32));
