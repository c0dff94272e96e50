import { includesService, readCredentials } from '../../features/keys/index.js';
import { checkCallbackUrl } from '../../features/webhooks/index.js';
import { errors } from '../../shared/contract/errors.js';
import type { Step } from '../call.js';

/**
 * Checks the URL that an asynchronous request names for its result (`callback_url` of `Prefer: respond-async`).
 *
 * @throws ApiError 403 for a token, and for a key without the scope `webhooks`; see checkCallbackUrl
 */
export const checkCallback = (services: Parameters<typeof checkCallbackUrl>[0]): Step =>
  async function checkCallback(ctx, next) {
    const { key, preferences } = ctx.state;
    const { callbackUrl } = preferences;
    if (callbackUrl === undefined) return next();
    const credentials = readCredentials(ctx);
    if (!credentials.key && credentials.token !== undefined) throw errors.tokenNotAllowed();
    if (!includesService(key.scopes, 'webhooks')) throw errors.apiKeyNotAllowed();
    await checkCallbackUrl(services, key.account, callbackUrl, 'callback_url');
    ctx.state.callback = callbackUrl;
    return next();
  };
