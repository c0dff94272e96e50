import { ApiError, isOurs } from '../../shared/contract/api-error.js';
import { LARGEST_BODY_WITH_KEY } from '../../shared/contract/bounds.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { modeOf } from '../../shared/keys/keys.js';
import type { Config } from '../../shared/process/config.js';
import type { Key } from '../../shared/store/collections.js';
import { credentialsOf, hasKeyInQuery } from '../access/credentials.js';
import type { CallContext, Services, Step } from '../call.js';
import type { Ledger } from '../ledger/ledger.js';
import { showBalance } from './charge.js';
import { readFieldsSent } from './read-body.js';

/**
 * Finds out who calls: by a key or a browser token in the header, before anything is read of the body; else by a key in
 * the body, if that is small.
 *
 * @throws ApiError 401, 403 or 429, see callerOf; 400, 413 or 415 for a body in which no key can be looked for
 */
export const authenticate =
  (services: Gate & { ledger: Pick<Ledger, 'lastBalance'> }): Step =>
  async (ctx, next) => {
    const { endpoint } = ctx.state;
    ctx.state.key = await callerOf(ctx, services, endpoint, () => keyInBody(ctx));
    showMode(ctx, ctx.state.key);
    const isTest = modeOf(ctx.state.key) === 'test';
    showBalance(ctx, 0, isTest ? undefined : services.ledger.lastBalance(ctx.state.key.account));
    return next();
  };

async function keyInBody(ctx: CallContext): Promise<string | undefined> {
  const tooLarge = () => errors.apiKeyNotInHeader({ limit: `${LARGEST_BODY_WITH_KEY / 1024} KiB` });
  ctx.state.body = await readFieldsSent(ctx, { limit: LARGEST_BODY_WITH_KEY, tooLarge });
  const { api_key: key } = ctx.state.body;
  return typeof key === 'string' ? key.trim() : undefined;
}

/** What it takes to know a caller. */
type Gate = Pick<Services, 'authenticator' | 'config' | 'strangers'>;

/** What a request tells of who sends it. */
type Asker = Pick<CallContext, 'get' | 'protocol' | 'host' | 'ip' | 'query'>;

/**
 * The key behind a request. Who sends no valid one is counted by address, whatever it is that is wrong.
 *
 * @param endpoint that it must be allowed to call; undefined for what every key may do, and no token
 * @param elsewhere looks for a key where it may stand besides the header
 * @throws ApiError 401 and 403, see Authenticator; 403 for a token where only keys are taken, or a key from another
 * origin; 429 for an address that has sent too much without a valid key
 */
export async function callerOf(
  ctx: Asker,
  { authenticator, config, strangers }: Gate,
  endpoint?: Endpoint,
  elsewhere: () => Promise<string | undefined> = async () => undefined,
): Promise<Key> {
  const origin = ctx.get('Origin') || undefined;
  const { key, token } = credentialsOf(ctx);
  if (!key && !token) await strangers.admit(ctx.ip);
  try {
    if (!key && token) return await authenticator.authenticateToken(token, origin, endpoint);
    const plain = key || (await elsewhere());
    if (!plain && hasKeyInQuery(ctx)) throw errors.apiKeyInQuery();
    if (plain && origin && !isOurPage(origin, ctx, config)) throw errors.apiKeyFromBrowser();
    return await authenticator.authenticate(plain, { endpoint, address: ctx.ip });
  } catch (error) {
    if (isStrangers(error)) await strangers.count(ctx.ip);
    throw error;
  }
}

/** Says that what is answered is for trying things out, where it is. */
export function showMode(ctx: Pick<CallContext, 'set'>, key: Pick<Key, 'mode'>): void {
  if (modeOf(key) === 'test') ctx.set('X-Mode', 'test');
}

/** What is said of keys that exist only. */
const OF_KEYS = new Set(
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

/** Whether an error says that nobody known has asked. A failure of ours, such as a store that is away, does not say who did. */
const isStrangers = (error: unknown): boolean =>
  error instanceof ApiError && !isOurs(error) && !OF_KEYS.has(error.type);

/**
 * True if a page of this platform sends the request, such as the documentation where endpoints are tried. A platform is reached
 * under several names (localhost, an address, BASE_URL), so an origin equal to the Host is taken as it is by browsers: as the same. Who
 * points a name of theirs here (DNS rebinding) gains nothing by it: there is no cookie or other credential that their page would
 * send along, only a key that its visitor types into it.
 */
const isOurPage = (origin: string, { protocol, host }: Asker, { BASE_URL }: Config): boolean =>
  origin === `${protocol}://${host}` || (BASE_URL !== undefined && origin === new URL(BASE_URL).origin);
