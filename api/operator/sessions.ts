import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';

/** How long a session lives, however it is used. */
export const SESSION_SECONDS = 12 * 3_600;

const ID_BYTES = 32;
const KEY_BYTES = 32;
const ID = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text can be the id of a session: 32 bytes of base64url. */
export const isSessionId = (text: string | undefined): text is string => text !== undefined && ID.test(text);

/**
 * The sessions of operators, in Redis, so that every front knows them and logging out ends them everywhere. An id is
 * random; kept of it is an HMAC, so that whoever reads Redis has no session. The key of that is derived from the admin
 * token for this alone (HKDF, RFC 5869): another token ends every session.
 */
export class Sessions {
  readonly #key: Buffer;

  constructor(
    adminToken: string,
    private readonly redis: Redis,
  ) {
    this.#key = Buffer.from(hkdfSync('sha256', adminToken, '', 'utility-api operator sessions', KEY_BYTES));
  }

  /** Opens a session and gives its id, which is all that the browser has of it. */
  async open(): Promise<string> {
    const id = randomBytes(ID_BYTES).toString('base64url');
    const formToken = randomBytes(16).toString('hex');
    await this.redis.set(this.#name(id), formToken, 'EX', SESSION_SECONDS);
    return id;
  }

  /** The token that stands in every form of a session; nothing when there is no such session any more. */
  async formTokenOf(id: string): Promise<string | undefined> {
    return (await this.redis.get(this.#name(id))) ?? undefined;
  }

  async end(id: string): Promise<void> {
    await this.redis.del(this.#name(id));
  }

  #name(id: string): string {
    return `operator-session:${createHmac('sha256', this.#key).update(id).digest('base64url')}`;
  }
}
