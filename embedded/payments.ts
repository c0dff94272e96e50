import { STRIPE_SANDBOX_KEY } from 'sandbox';
import Type from 'typebox';
import { Parse } from 'typebox/value';
import { StartError } from '../shared/process/run-process.js';

/** Default packs of credits. */
const PACKS = [
  { id: 'small', credits: 500, price: 1_000, currency: 'eur' },
  { id: 'medium', credits: 2_500, price: 4_500, currency: 'eur' },
  { id: 'large', credits: 10_000, price: 16_000, currency: 'eur' },
];

/** Default plans. */
const PLANS = [
  { id: 'starter', credits: 600, price: 1_000, currency: 'eur' },
  { id: 'pro', credits: 2_500, price: 3_000, currency: 'eur', rollover: true },
];

/** Timeout of the sandbox, in ms: generous, as a busy machine responds late. */
const RESPONSE_TIMEOUT_MS = 30_000;

const endpoint = Type.Object({ secret: Type.String() });

/**
 * Registers the webhook endpoint at the sandbox's Stripe, and returns the settings with which customers pay there; none if the operator has
 * configured a provider.
 *
 * @throws StartError if the sandbox responds with an error
 */
export async function registerSandboxPayments(
  stripeUrl: string,
  baseUrl: string,
  environment: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  if (environment.STRIPE_SECRET_KEY) return {};
  const response = await fetch(`${stripeUrl}/v1/webhook_endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STRIPE_SANDBOX_KEY}` },
    body: new URLSearchParams({ url: `${baseUrl}/v1/payments/stripe`, 'enabled_events[0]': '*' }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  if (!response.ok) throw new StartError(`The payment sandbox responded with status ${response.status}`);
  return {
    STRIPE_URL: stripeUrl,
    STRIPE_SECRET_KEY: STRIPE_SANDBOX_KEY,
    STRIPE_WEBHOOK_SECRET: Parse(endpoint, await response.json()).secret,
    PAYMENT_PACKS: environment.PAYMENT_PACKS ?? JSON.stringify(PACKS),
    PAYMENT_PLANS: environment.PAYMENT_PLANS ?? JSON.stringify(PLANS),
  };
}
