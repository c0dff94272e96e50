import { includesService, readCredentials } from '../../features/keys/index.js';
import {
  CALLBACK,
  type SigningSecrets,
  type Targets,
  type WebhookCollections,
  webhookKey,
} from '../../features/webhooks/index.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Step } from '../call.js';

/**
 * Checks the URL that an asynchronous request names for its result (`callback_url` of `Prefer: respond-async`).
 *
 * @throws ApiError 403 for a token, and for a key without the scope `webhooks`; 422 for a URL that is not allowed, and without a signing
 * secret; 409 if callbacks are turned off; 503 if webhooks are
 */
export const checkCallback = ({
  signing,
  targets,
  store,
}: {
  readonly signing: SigningSecrets;
  readonly targets: Targets;
  readonly store: Pick<WebhookCollections, 'webhooks'>;
}): Step =>
  async function checkCallback(ctx, next) {
    const { key, preferences } = ctx.state;
    const { callbackUrl } = preferences;
    if (callbackUrl === undefined) return next();
    const credentials = readCredentials(ctx);
    if (!credentials.key && credentials.token !== undefined) throw errors.tokenNotAllowed();
    if (!includesService(key.scopes, 'webhooks')) throw errors.apiKeyNotAllowed();
    if (signing.areOff) throw errors.webhooksOff();
    const problem = targets.findProblem(callbackUrl);
    if (problem) throw errors.webhookUrlRefused({ field: 'callback_url', problem });
    const signed = await store.webhooks.findOne({ _id: webhookKey(key.account, CALLBACK) }).catch(throwUnavailable);
    if (!signed || signed.secrets.length === 0) throw errors.callbackSecretMissing();
    if (!signed.active) throw errors.webhookIsOff();
    ctx.state.callback = callbackUrl;
    return next();
  };
