import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { CALLBACK, type WebhookCollections, webhookKey } from './collections.js';
import type { SigningSecrets } from './signing-secrets.js';
import type { Targets } from './targets.js';

/**
 * Checks the URL that a request names for its result.
 *
 * @param field name of the URL in the request
 * @throws ApiError 422 for a URL that is not allowed, and without a signing secret; 409 if callbacks are turned off; 503 if webhooks are
 */
export async function checkCallbackUrl(
  {
    signing,
    targets,
    store,
  }: {
    readonly signing: Pick<SigningSecrets, 'areOff'>;
    readonly targets: Pick<Targets, 'findProblem'>;
    readonly store: Pick<WebhookCollections, 'webhooks'>;
  },
  account: string,
  url: string,
  field: string,
): Promise<void> {
  if (signing.areOff) throw errors.webhooksOff();
  const problem = targets.findProblem(url);
  if (problem) throw errors.webhookUrlRefused({ field, problem });
  const signed = await store.webhooks.findOne({ _id: webhookKey(account, CALLBACK) }).catch(throwUnavailable);
  if (!signed || signed.secrets.length === 0) throw errors.callbackSecretMissing();
  if (!signed.active) throw errors.webhookIsOff();
}
