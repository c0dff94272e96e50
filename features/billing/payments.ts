import { errors } from '../../shared/contract/errors.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import type { Seller } from './collections.js';
import { type Pack, readPacks } from './packs.js';
import { type Plan, readPlans } from './plans.js';
import type { PaymentProvider } from './provider.js';
import { readSeller, type SellerSettings } from './receipts.js';
import { readTaxation, type Taxation, type TaxSettings } from './tax.js';

/** Packs and plans for sale, with their seller and payment provider. */
export interface Payments {
  readonly packs: readonly Pack[];
  /** The cheapest first. */
  readonly plans: readonly Plan[];
  readonly provider: PaymentProvider;
  /** Seller on the receipts of payments from now on. */
  readonly seller: Seller;
  /** Undefined if no tax is computed. */
  readonly taxation?: Taxation | undefined;
}

type Settings = Pick<Config, 'PAYMENT_PACKS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_URL'> &
  Partial<Pick<Config, 'BASE_URL' | 'PAYMENT_PLANS'>> &
  SellerSettings &
  TaxSettings;

/**
 * Opens the payments that the settings configure; undefined when nothing is for sale.
 *
 * @throws ConfigError for a setting that is invalid, or lacks another
 */
export async function openPayments(config: Settings): Promise<Payments | undefined> {
  const packs = readPacks(config);
  const plans = readPlans(config);
  const isSelling = packs.length + plans.length > 0;
  if (config.STRIPE_SECRET_KEY === undefined) {
    const setting = packs.length > 0 ? 'PAYMENT_PACKS' : 'PAYMENT_PLANS';
    if (isSelling) throw new ConfigError(`${setting} needs STRIPE_SECRET_KEY`);
    return undefined;
  }
  if (!isSelling) throw new ConfigError('STRIPE_SECRET_KEY needs PAYMENT_PACKS or PAYMENT_PLANS: nothing is sold');
  // Loaded on demand, as installations without payments do not need it.
  const { StripeProvider } = await import('./stripe.js');
  const provider = new StripeProvider(config);
  return { packs, plans, provider, seller: readSeller(config), taxation: readTaxation(config) };
}

/** @throws ApiError 503 when nothing is for sale */
export function requirePayments(payments: Payments | undefined): Payments {
  if (!payments) throw errors.paymentsOff();
  return payments;
}

/** @throws ApiError 422 for an unknown pack */
export function requirePack({ packs }: Payments, pack: string): Pack {
  const found = packs.find(({ id }) => id === pack);
  if (!found) throw errors.packUnknown({ pack, packs: packs.map(({ id }) => id).join(', ') });
  return found;
}

/** @throws ApiError 422 for an unknown plan */
export function requirePlan({ plans }: Payments, plan: string): Plan {
  const found = plans.find(({ id }) => id === plan);
  if (!found) throw errors.planUnknown({ plan, plans: plans.map(({ id }) => id).join(', ') });
  return found;
}
