import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import { hashKey } from '../../shared/keys/keys.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Key } from '../../shared/store/collections.js';
import type { Tokens } from './tokens.js';

/**
 * How long a process trusts what it has read of a key, in ms. With the reading itself this keeps a revocation
 * inside one second everywhere, and costs a busy key two reads a second.
 */
const TRUST_MS = 500;
const KEYS_REMEMBERED = 10_000;
const UNKNOWN = Symbol('unknown key');

/** Finds out who calls. */
export class Authenticator {
  readonly #keys: LRUCache<string, Key | typeof UNKNOWN>;

  constructor(
    keys: Collection<Key>,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {
    this.#keys = new LRUCache({
      max: KEYS_REMEMBERED,
      ttl: TRUST_MS,
      fetchMethod: async (hash) => (await keys.findOne({ _id: hash })) ?? UNKNOWN,
    });
  }

  /**
   * The key behind a plain key, if it may call the group. An unknown key takes the same work as a known one:
   * one hash, one look-up by that hash.
   *
   * @param group undefined for what every key may do
   * @throws ApiError 401 for a missing or unknown key, 403 for one that is inactive, expired or not allowed here
   */
  async authenticate(plain: string | undefined, group?: string): Promise<Key> {
    if (!plain) throw errors.apiKeyMissing();
    return this.#allow(await this.#keys.fetch(hashKey(plain)), group);
  }

  /**
   * The key behind a browser token, narrowed to the token's scopes.
   *
   * @param origin where the call comes from, if a browser said so
   * @throws ApiError 401 for a token that is not ours or has expired, 403 as for its key, or from another origin
   */
  async authenticateToken(token: string, origin: string | undefined, group?: string): Promise<Key> {
    const claims = await this.tokens.verify(token);
    if (claims.origin !== undefined && claims.origin !== origin) throw errors.originNotAllowed();
    const key = this.#allow(await this.#keys.fetch(claims.key), group);
    const narrowed = { ...key, scopes: claims.scopes };
    return this.#allow(narrowed, group);
  }

  #allow(key: Key | typeof UNKNOWN | undefined, group: string | undefined): Key {
    if (!key || key === UNKNOWN) throw errors.apiKeyInvalid();
    if (!key.active) throw errors.apiKeyInactive();
    if (key.expires && key.expires <= this.clock.now()) throw errors.apiKeyExpired();
    if (group !== undefined && !covers(key.scopes, group)) throw errors.apiKeyNotAllowed();
    return key;
  }
}

/** Whether scopes let a group be called. */
export const covers = (scopes: readonly string[], group: string): boolean =>
  scopes.includes('*') || scopes.includes(group);
