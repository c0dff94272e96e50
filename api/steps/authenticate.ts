import { errors } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import type { Key } from '../../shared/store/collections.js';
import type { CallContext, Services, Step } from '../call.js';
import type { Debits } from '../calls/debit.js';
import { showBalance } from './debit.js';

/**
 * Finds out who calls: by a key in the header or in the body (the header wins), or by a browser token.
 *
 * @throws ApiError 401 or 403, see Authenticator
 */
export const authenticate =
  (services: Pick<Services, 'authenticator' | 'config'> & { debits: Pick<Debits, 'lastKnown'> }): Step =>
  async (ctx, next) => {
    const { body, endpoint } = ctx.state;
    const inBody = typeof body.api_key === 'string' ? body.api_key.trim() : undefined;
    ctx.state.key = await callerOf(ctx, services, endpoint.group.id, inBody);
    showBalance(ctx, 0, services.debits.lastKnown(ctx.state.key.account));
    return next();
  };

/** What a request tells of who sends it. */
type Asker = Pick<CallContext, 'get' | 'protocol' | 'host'>;

/**
 * The key behind a request.
 *
 * @param group that it must be allowed to call; undefined for what every key may do
 */
export function callerOf(
  ctx: Asker,
  { authenticator, config }: Pick<Services, 'authenticator' | 'config'>,
  group?: string,
  keyInBody?: string,
): Promise<Key> {
  const origin = ctx.get('Origin') || undefined;
  const plain = ctx.get('X-API-Key').trim() || keyInBody;
  const token = /^Bearer\s+(\S+)$/i.exec(ctx.get('Authorization'))?.[1];
  if (!plain && token) return authenticator.authenticateToken(token, origin, group);
  if (plain && origin && !isOurPage(origin, ctx, config)) throw errors.apiKeyFromBrowser();
  return authenticator.authenticate(plain, group);
}

/** Whether a page of this platform calls, such as the documentation where endpoints are tried. */
const isOurPage = (origin: string, { protocol, host }: Asker, { BASE_URL }: Config): boolean =>
  origin === `${protocol}://${host}` || (BASE_URL !== undefined && origin === new URL(BASE_URL).origin);
