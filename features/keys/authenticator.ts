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
import { keyInvalid } from './credentials.js';
import { requireLive } from './keys.js';
import { covers } from './scopes.js';
import type { Tokens } from './tokens.js';

const KEYS_REMEMBERED = 10_000;
const UNKNOWN = Symbol('unknown key');

/** A key, and whether its account is barred from calling. */
interface Known {
  readonly key: Key;
  readonly bar: 'suspended' | 'closed' | undefined;
}

/** What a key is to be used for. */
interface Use {
  /** Undefined for what every key may do. */
  readonly endpoint: Endpoint | undefined;
  /** Where the request comes from. */
  readonly address: string;
}

/** Finds out who calls. */
export class Authenticator {
  readonly #keys: LRUCache<string, Known | typeof UNKNOWN>;

  constructor(
    { keys, accounts }: KeyCollections & Pick<MemberCollections, 'accounts'>,
    private readonly tokens: Tokens,
    private readonly clock: Clock,
  ) {
    this.#keys = new LRUCache({
      max: KEYS_REMEMBERED,
      ttl: KEY_TRUST_MS,
      fetchMethod: async (hash, before) => {
        // Whose key it is does not change: both are read at once, but for the first time.
        const owner = before === undefined || before === UNKNOWN ? undefined : before.key.account;
        const [key, known] = await Promise.all([keys.findOne({ _id: hash }), owner && readBar(accounts, owner)]);
        if (!key) return UNKNOWN;
        return { key, bar: known ? known.bar : (await readBar(accounts, key.account)).bar };
      },
    });
  }

  /**
   * The key behind a plain key. An unknown key takes the same work as a known one: one hash, one look-up by that hash.
   *
   * @throws ApiError 401 for a missing or unknown key, 403 for one that is inactive, expired or not allowed here, or whose
   * account is suspended or closed
   */
  async authenticate(plain: string | undefined, { endpoint, address }: Use): Promise<Key> {
    if (!plain) throw errors.apiKeyMissing();
    const key = this.#alive(await this.#keys.fetch(hashSecret(plain)), plain);
    const ranges = key.ip_ranges ?? [];
    if (ranges.length > 0 && !isInRanges(ranges, address)) throw errors.apiKeyNotAllowedFromHere();
    return allow(key, endpoint);
  }

  /**
   * The key behind a browser token, narrowed to the token's scopes. Browsers have addresses of their own: the networks
   * of the key bind who makes tokens with it.
   *
   * @param origin where the call comes from, if a browser said so
   * @param endpoint undefined for what no token opens
   * @throws ApiError 401 for a token that is not ours or has expired, 403 as for its key, from another origin, or where no token is taken
   */
  async authenticateToken(token: string, origin: string | undefined, endpoint: Endpoint | undefined): Promise<Key> {
    const claims = await this.tokens.verify(token, this.clock.now());
    if (!endpoint) throw errors.tokenNotAllowed();
    if (claims.origin !== undefined && claims.origin !== origin) throw errors.originNotAllowed();
    const key = this.#alive(await this.#keys.fetch(claims.key));
    return allow({ ...allow(key, endpoint), scopes: claims.scopes }, endpoint);
  }

  /** @param plain what was sent as the key, when that was */
  #alive(known: Known | typeof UNKNOWN | undefined, plain = ''): Key {
    if (!known || known === UNKNOWN) throw keyInvalid(plain);
    const { key, bar } = known;
    if (bar) throw bar === 'closed' ? errors.accountClosed() : errors.accountSuspended();
    requireLive(key, this.clock.now());
    return key;
  }
}

/** Whether an account is barred from calling. */
async function readBar(accounts: Collection<Account>, account: string): Promise<Pick<Known, 'bar'>> {
  const found = await accounts.findOne({ _id: account }, { projection: { closed: 1, suspended: 1 } });
  return { bar: found?.closed ? 'closed' : found?.suspended ? 'suspended' : undefined };
}

function allow(key: Key, endpoint: Endpoint | undefined): Key {
  if (endpoint && !covers(key.scopes, endpoint)) throw errors.apiKeyNotAllowed();
  return key;
}
