import type { Context } from 'koa';
import { ApiError, withRetryAfter } from '../../shared/contract/api-error.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import { toNetwork } from '../../shared/process/network.js';
import { type AccountRequests, type Authenticator, type Key, readBearer } from '../keys/index.js';
import type { InProcessRequest, RateLimiter } from '../web/index.js';
import type { Connections } from './connections.js';
import { allowOrigin } from './cors.js';
import { CONNECT_PATH, createAuthenticateHeader } from './metadata.js';

interface Services {
  readonly accountRequests: Pick<AccountRequests, 'send'>;
  readonly authenticator: Authenticator;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly connections: Connections;
  readonly rateLimiter: RateLimiter;
}

/** Invalid tokens of a network in a time. Apps that run in a cloud share one, and their tokens expire. */
const INVALID_TOKENS = { requests: 600, seconds: 60 };

type Request = Pick<Context, 'get' | 'headers' | 'ip' | 'req' | 'set'>;

/** Creates the entry of the MCP server for connected apps. */
export const createConnectEntry = (services: Services) => ({
  path: CONNECT_PATH,
  authenticate: (ctx: Request) => authenticateConnection(ctx, services),
  send: (ctx: Request, key: Key, request: InProcessRequest) => services.accountRequests.send(key, ctx, request),
  // No guard against DNS rebinding: a page gets nowhere without an access token, which the browser does not add by itself.
  allowOrigin,
});

/**
 * Authenticates an app by its access token, and returns the key of its connection.
 *
 * @throws ApiError 401 with `WWW-Authenticate`, 403 as for any key, 429 for a network with too many invalid tokens
 */
async function authenticateConnection(
  ctx: Pick<Context, 'get' | 'ip' | 'set'>,
  { authenticator, config, connections, rateLimiter }: Omit<Services, 'accountRequests'>,
): Promise<Key> {
  const token = readBearer(ctx);
  if (token === undefined) {
    ctx.set('WWW-Authenticate', createAuthenticateHeader(config));
    throw errors.accessTokenMissing();
  }
  const refuse = async () => {
    const network = toNetwork(ctx.ip);
    const { requests, seconds } = INVALID_TOKENS;
    const counted = rateLimiter.countWithin(`oauth-invalid:${network}`, requests, seconds);
    const { allowed } = await counted.catch(throwUnavailable);
    if (!allowed) return withRetryAfter(errors.tooManyRequests(), seconds);
    ctx.set('WWW-Authenticate', createAuthenticateHeader(config, 'invalid_token'));
    return errors.accessTokenInvalid();
  };
  const hash = await connections.findKeyOf(token).catch(throwUnavailable);
  if (hash === undefined) throw await refuse();
  try {
    return await authenticator.authenticateHash(hash, ctx.ip);
  } catch (error) {
    if (error instanceof ApiError && REVOKED.has(error.type)) throw await refuse();
    throw error;
  }
}

/** Errors of a key that was revoked a moment ago. */
const REVOKED = new Set([errors.apiKeyInactive, errors.apiKeyExpired, errors.apiKeyInvalid].map(({ type }) => type));
