import type Router from '@koa/router';
import { LARGEST_PROVIDER_MESSAGE } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { readRaw } from '../web/index.js';
import type { ConvergeSoon } from './converge-soon.js';
import type { Payments } from './payments.js';
import { type Hint, type PaymentProvider, ProviderError } from './provider.js';

interface Dependencies {
  readonly convergeSoon: ConvergeSoon;
  readonly payments: Payments | undefined;
}

/** Where the payment provider says that something happened. It is only a hint: what is true, the provider is asked. */
export function providerMessages(router: Router, { payments, convergeSoon }: Dependencies): void {
  router.post('/v1/payments/stripe', async (ctx) => {
    if (!payments) throw errors.paymentsOff();
    const body = await readRaw(ctx, { limit: LARGEST_PROVIDER_MESSAGE });
    await convergeSoon.follow(hintIn(payments.provider, body, ctx.get('Stripe-Signature'))).catch(throwUnavailable);
    ctx.body = { received: true };
  });
}

function hintIn(provider: PaymentProvider, body: Buffer, signature: string): Hint {
  try {
    return provider.hintIn(body, signature);
  } catch (error) {
    if (error instanceof ProviderError) throw errors.providerSignatureInvalid({}, error);
    throw error;
  }
}
