import { errors } from '../../shared/contract/errors.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import type { Seller } from './collections.js';
import { type Pack, readPacks } from './packs.js';
import type { PaymentProvider } from './provider.js';
import { readSeller, type SellerSettings } from './receipts.js';
import { readTaxation, type Taxation, type TaxSettings } from './tax.js';

/** Packs for sale, with their seller and payment provider. */
export interface Payments {
  readonly packs: readonly Pack[];
  readonly provider: PaymentProvider;
  /** Seller on the receipts of payments from now on. */
  readonly seller: Seller;
  /** Undefined if no tax is computed. */
  readonly taxation?: Taxation | undefined;
}

type Settings = Pick<Config, 'PAYMENT_PACKS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_URL'> &
  Partial<Pick<Config, 'BASE_URL'>> &
  SellerSettings &
  TaxSettings;

/**
 * Opens the payments that the settings configure; undefined when nothing is for sale.
 *
 * @throws ConfigError for a setting that is invalid, or lacks another
 */
export async function openPayments(config: Settings): Promise<Payments | undefined> {
  const packs = readPacks(config);
  if (config.STRIPE_SECRET_KEY === undefined) {
    if (packs.length > 0) throw new ConfigError('PAYMENT_PACKS needs STRIPE_SECRET_KEY: nobody takes the money');
    return undefined;
  }
  if (packs.length === 0) throw new ConfigError('STRIPE_SECRET_KEY needs PAYMENT_PACKS: nothing is sold');
  // Loaded on demand, as installations without payments do not need it.
  const { StripeProvider } = await import('./stripe.js');
  return { packs, provider: new StripeProvider(config), seller: readSeller(config), taxation: readTaxation(config) };
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
