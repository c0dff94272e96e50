import {
  type AuthenticatedKey,
  type Authenticator,
  hasKeyInQuery,
  type Key,
  modeOf,
  readCredentials,
} from '../../features/keys/index.js';
import { ApiError, isServerFault } from '../../shared/contract/api-error.js';
import { LARGEST_BODY_WITH_KEY } from '../../shared/contract/bounds.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import type { CallContext, Step } from '../call.js';
import type { UnauthenticatedLimiter } from '../calls/unauthenticated-limiter.js';
import type { Ledger } from '../ledger/ledger.js';
import { showBalance } from './charge.js';
import { readFieldsSent } from './read-body.js';

/**
 * Authenticates a request by a key or a browser token in a header, before its body is read; else by a key in a small body.
 *
 * @throws ApiError 401, 403 or 429, see authenticateRequest; 400, 413 or 415 for a body that cannot be read
 */
export const authenticate = (services: Dependencies & { ledger: Pick<Ledger, 'cachedBalance'> }): Step =>
  async function authenticate(ctx, next) {
    const { endpoint } = ctx.state;
    ctx.state.key = await authenticateRequest(ctx, services, endpoint, () => findKeyInBody(ctx));
    showMode(ctx, ctx.state.key);
    const isTest = modeOf(ctx.state.key) === 'test';
    showBalance(ctx, 0, isTest ? undefined : services.ledger.cachedBalance(ctx.state.key.account));
    return next();
  };

async function findKeyInBody(ctx: CallContext): Promise<string | undefined> {
  const tooLarge = () => errors.apiKeyNotInHeader({ limit: `${LARGEST_BODY_WITH_KEY / 1024} KiB` });
  ctx.state.body = await readFieldsSent(ctx, { limit: LARGEST_BODY_WITH_KEY, tooLarge });
  const { api_key: key } = ctx.state.body;
  return typeof key === 'string' ? key.trim() : undefined;
}

type Dependencies = {
  readonly authenticator: Authenticator;
  readonly config: Pick<Config, 'BASE_URL'>;
  readonly unauthenticatedLimiter: UnauthenticatedLimiter;
};

/** Parts of a request that identify its sender. */
type Sender = Pick<CallContext, 'get' | 'protocol' | 'host' | 'ip' | 'query'>;

/**
 * Authenticates a request and returns its key. Failed attempts are counted by address.
 *
 * @param endpoint that the key must be allowed to call; undefined for what every key may do, and no token
 * @param findElsewhere returns a key from outside of the headers
 * @throws ApiError 401 and 403, see Authenticator; 403 for a token where only keys are allowed, or a key from another
 * origin; 429 for an address with too many failed attempts
 */
export async function authenticateRequest(
  ctx: Sender,
  { authenticator, config, unauthenticatedLimiter }: Dependencies,
  endpoint?: Endpoint,
  findElsewhere: () => Promise<string | undefined> = async () => undefined,
): Promise<AuthenticatedKey> {
  const origin = ctx.get('Origin') || undefined;
  const { key, token } = readCredentials(ctx);
  if (!key && !token) await unauthenticatedLimiter.admit(ctx.ip);
  try {
    if (!key && token) return await authenticator.authenticateToken(token, origin, endpoint);
    const plain = key || (await findElsewhere());
    if (!plain && hasKeyInQuery(ctx)) throw errors.apiKeyInQuery();
    if (plain && origin && !isOurPage(origin, ctx, config)) throw errors.apiKeyFromBrowser();
    return await authenticator.authenticate(plain, { endpoint, address: ctx.ip });
  } catch (error) {
    if (isUnauthenticated(error)) await unauthenticatedLimiter.count(ctx.ip);
    throw error;
  }
}

/** Sets `X-Mode: test` for test keys. */
export function showMode(ctx: Pick<CallContext, 'set'>, key: Pick<Key, 'mode'>): void {
  if (modeOf(key) === 'test') ctx.set('X-Mode', 'test');
}

/** Errors of keys that exist, which are no failed attempts. */
const KEY_ERRORS = new Set(
  [
    errors.apiKeyInactive,
    errors.apiKeyExpired,
    errors.accountSuspended,
    errors.accountClosed,
    errors.apiKeyNotAllowed,
    errors.apiKeyNotAllowedFromHere,
    errors.originNotAllowed,
    errors.tokenNotAllowed,
  ].map(({ type }) => type),
);

/** True if the request had no valid key. A server fault, such as a store that is unavailable, does not show that. */
const isUnauthenticated = (error: unknown): boolean =>
  error instanceof ApiError && !isServerFault(error) && !KEY_ERRORS.has(error.type);

/**
 * True if a page of this platform sends the request, such as the documentation where endpoints are tried. A platform is reached under
 * several names (localhost, an address, BASE_URL), so an origin equal to the Host is the same origin, as for browsers. DNS rebinding gains
 * nothing by that: no cookie or other credential is sent along, only a key that a visitor types into the page.
 */
const isOurPage = (origin: string, { protocol, host }: Sender, { BASE_URL }: Pick<Config, 'BASE_URL'>): boolean =>
  origin === `${protocol}://${host}` || (BASE_URL !== undefined && origin === new URL(BASE_URL).origin);
