import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { includesService } from '../../shared/keys/scopes.js';
import { CALLBACK, webhookKey } from '../../shared/webhooks/collections.js';
import { credentialsOf } from '../access/credentials.js';
import type { CallContext, Services, Step } from '../call.js';
import { preferencesOf } from '../preferences.js';

/**
 * Looks at the address that an asynchronous call names for its result (`callback_url` of `Prefer: respond-async`).
 *
 * @throws ApiError 403 for a token, and a key that may not have anything sent, 422 for an address that nothing is sent to, and
 * where nothing could be signed, 409 where callbacks are switched off, 503 while webhooks are off
 */
export const planCallback =
  ({ signing, targets, store }: Pick<Services, 'signing' | 'targets' | 'store'>): Step =>
  async (ctx, next) => {
    const { callbackUrl } = preferencesOf(ctx);
    if (callbackUrl === undefined) return next();
    const { key } = ctx.state;
    if (cameWithToken(ctx)) throw errors.tokenNotAllowed();
    if (!includesService(key.scopes, 'webhooks')) throw errors.apiKeyNotAllowed();
    if (signing.areOff) throw errors.webhooksOff();
    const problem = targets.problemWith(callbackUrl);
    if (problem) throw errors.webhookUrlRefused({ field: 'callback_url', problem });
    const signed = await store.webhooks.findOne({ _id: webhookKey(key.account, CALLBACK) }).catch(throwUnavailable);
    if (!signed) throw errors.callbackSecretMissing();
    if (!signed.active) throw errors.webhookIsOff();
    ctx.state.callback = callbackUrl;
    return next();
  };

/** Whether it was a browser token by which the caller is known: a key counts where there are both. */
function cameWithToken(ctx: CallContext): boolean {
  const { key, token } = credentialsOf(ctx);
  return !key && token !== undefined;
}
