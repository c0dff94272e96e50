import { LRUCache } from 'lru-cache';
import type { Collection } from 'mongodb';
import { KEY_TRUST_MS } from '../../shared/contract/bounds.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { isInRanges } from '../../shared/process/network.js';
import { hashSecret } from '../../shared/store/hash-secret.js';
import type { Account, MemberCollections } from '../members/index.js';
import type { Key, KeyCollections } from './collections.js';
import { createInvalidKeyError } from './credentials.js';
import { requireLive } from './keys.js';
import { opensEndpoint } from './scopes.js';
import type { Tokens } from './tokens.js';

const KEYS_REMEMBERED = 10_000;
const UNKNOWN = Symbol('unknown key');

/** A cached key, and the reason for which its account is blocked. */
interface CachedKey {
  readonly key: AuthenticatedKey;
  readonly block: 'suspended' | 'closed' | undefined;
}

/** A key that a request was authenticated with. */
export interface AuthenticatedKey extends Key {
  /** True if the account has the bodies of its requests stored. */
  readonly storesBodies: boolean;
}

/** Intended use of a key. */
interface Use {
  /** Endpoint of the request; undefined for what every key may do. */
  readonly endpoint: Endpoint | undefined;
  /** IP address of the client. */
  readonly address: string;
}

/** Authenticates requests by API key or browser token. Keys are cached for a second, so a revoked key is refused soon after. */
export class Authenticator {
  readonly #keys: LRUCache<string, CachedKey | typeof UNKNOWN>;

  constructor(
    { keys, accounts }: KeyCollections & Pick<MemberCollections, 'accounts'>,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {
    this.#keys = new LRUCache({
      max: KEYS_REMEMBERED,
      ttl: KEY_TRUST_MS,
      fetchMethod: async (hash, before) => {
        // The account of a key never changes, so a key that was cached before is read together with its account.
        const owner = before === undefined || before === UNKNOWN ? undefined : before.key.account;
        const [key, known] = await Promise.all([keys.findOne({ _id: hash }), owner && readAccount(accounts, owner)]);
        if (!key) return UNKNOWN;
        const { block, storesBodies } = known || (await readAccount(accounts, key.account));
        return { key: { ...key, storesBodies }, block };
      },
    });
  }

  /**
   * Returns the stored key of a plain key. An unknown key takes the same work as a known one: one hash, one lookup by that hash.
   *
   * @throws ApiError 401 for a missing or unknown key, 403 for one that is inactive, expired or not allowed here, or whose
   * account is suspended or closed
   */
  async authenticate(plain: string | undefined, { endpoint, address }: Use): Promise<AuthenticatedKey> {
    if (!plain) throw errors.apiKeyMissing();
    const key = this.#requireUsable(await this.#keys.fetch(hashSecret(plain)), plain);
    return allow(requireAddress(key, address), endpoint);
  }

  /**
   * Returns the key of a client that has proved otherwise that it may use it, such as a connected app.
   *
   * @param hash of the key
   * @throws ApiError as `authenticate`
   */
  async authenticateHash(hash: string, address: string): Promise<AuthenticatedKey> {
    return requireAddress(this.#requireUsable(await this.#keys.fetch(hash)), address);
  }

  /**
   * Returns the key of a browser token, narrowed to the token's scopes. The allowed networks of the key apply to the server that
   * creates the token, and not to browsers.
   *
   * @param origin value of the Origin header, if there is one
   * @param endpoint undefined for routes that no token opens
   * @throws ApiError 401 for a token that is invalid or has expired, 403 as for its key, from another origin, or where no token is accepted
   */
  async authenticateToken(
    token: string,
    origin: string | undefined,
    endpoint: Endpoint | undefined,
  ): Promise<AuthenticatedKey> {
    const claims = await this.tokens.verify(token, this.clock.now());
    if (!endpoint) throw errors.tokenNotAllowed();
    if (claims.origin !== undefined && claims.origin !== origin) throw errors.originNotAllowed();
    const key = this.#requireUsable(await this.#keys.fetch(claims.key));
    return allow({ ...allow(key, endpoint), scopes: claims.scopes }, endpoint);
  }

  /** @param plain key as it was sent, if it was */
  #requireUsable(cached: CachedKey | typeof UNKNOWN | undefined, plain = ''): AuthenticatedKey {
    if (!cached || cached === UNKNOWN) throw createInvalidKeyError(plain);
    const { key, block } = cached;
    if (block) throw block === 'closed' ? errors.accountClosed() : errors.accountSuspended();
    requireLive(key, this.clock.now());
    return key;
  }
}

async function readAccount(
  accounts: Collection<Account>,
  account: string,
): Promise<Pick<CachedKey, 'block'> & Pick<AuthenticatedKey, 'storesBodies'>> {
  const projection = { closed: 1, suspended: 1, bodies_since: 1 };
  const found = await accounts.findOne({ _id: account }, { projection });
  return {
    block: found?.closed ? 'closed' : found?.suspended ? 'suspended' : undefined,
    storesBodies: found?.bodies_since !== undefined,
  };
}

/** @throws ApiError 403 for an address from which the key does not work */
function requireAddress(key: AuthenticatedKey, address: string): AuthenticatedKey {
  const ranges = key.ip_ranges ?? [];
  if (ranges.length > 0 && !isInRanges(ranges, address)) throw errors.apiKeyNotAllowedFromHere();
  return key;
}

function allow<AnyKey extends Key>(key: AnyKey, endpoint: Endpoint | undefined): AnyKey {
  if (endpoint && !opensEndpoint(key.scopes, endpoint)) throw errors.apiKeyNotAllowed();
  return key;
}
