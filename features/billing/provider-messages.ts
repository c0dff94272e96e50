import type Router from '@koa/router';
import { LARGEST_PROVIDER_MESSAGE } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { readRaw } from '../web/index.js';
import type { HintFollower } from './hint-follower.js';
import { type Payments, requirePayments } from './payments.js';
import { type Hint, type PaymentProvider, ProviderError } from './provider.js';

interface Dependencies {
  readonly hints: HintFollower;
  readonly payments: Payments | undefined;
}

/** Mounts the webhook of the payment provider. Its messages are hints: the status of an order is read from the provider. */
export function mountProviderMessages(router: Router, { payments, hints }: Dependencies): void {
  router.post('/v1/payments/stripe', async (ctx) => {
    const { provider } = requirePayments(payments);
    const body = await readRaw(ctx, { limit: LARGEST_PROVIDER_MESSAGE });
    await hints.follow(parseMessage(provider, body, ctx.get('Stripe-Signature'))).catch(throwUnavailable);
    ctx.body = { received: true };
  });
}

function parseMessage(provider: PaymentProvider, body: Buffer, signature: string): Hint {
  try {
    return provider.parseMessage(body, signature);
  } catch (error) {
    if (error instanceof ProviderError) throw errors.providerSignatureInvalid({}, error);
    throw error;
  }
}
