import { STRIPE_SANDBOX_KEY } from 'sandbox';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { StartError } from '../shared/process/run-process.js';

/** What is sold where nothing else is said. */
const PACKS = [
  { id: 'small', credits: 500, price: 1_000, currency: 'eur' },
  { id: 'medium', credits: 2_500, price: 4_500, currency: 'eur' },
  { id: 'large', credits: 10_000, price: 16_000, currency: 'eur' },
];

/** Far above what it takes: a machine with much to do answers late, and a start that gave up would have to be made again. */
const ANSWER_WITHIN_MS = 30_000;

const endpoint = Type.Object({ secret: Type.String() });

/**
 * The settings with which customers pay at the sandbox's Stripe, told where its webhooks are to go. None where the operator has set a
 * provider.
 *
 * @throws StartError when the sandbox does not answer as it should
 */
export async function sandboxPayments(
  stripeUrl: string,
  baseUrl: string,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  if (environment.STRIPE_SECRET_KEY) return {};
  const answer = await fetch(`${stripeUrl}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STRIPE_SANDBOX_KEY}` },
    body: new URLSearchParams({ url: `${baseUrl}/v1/payments/stripe`, 'enabled_events[0]': '*' }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok) throw new StartError(`The sandbox of payments answered ${answer.status}`);
  return {
    STRIPE_URL: stripeUrl,
    STRIPE_SECRET_KEY: STRIPE_SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: Parse(endpoint, await answer.json()).secret,
    PAYMENT_PACKS: environment.PAYMENT_PACKS ?? JSON.stringify(PACKS),
  };
}
