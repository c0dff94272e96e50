import { type Config, ConfigError } from '../../shared/process/config.js';
import { type Pack, packsOf } from './packs.js';
import type { PaymentProvider } from './provider.js';
import { type Seller, type SellerSettings, sellerOf } from './seller.js';

/** What is sold, by whom, and who takes the money for it. */
export interface Payments {
  readonly packs: readonly Pack[];
  readonly provider: PaymentProvider;
  /** As receipts of what is paid from now on say it. */
  readonly seller: Seller;
}

type Settings = Pick<Config, 'PAYMENT_PACKS' | 'STRIPE_SECRET_KEY' | 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_URL'> &
  SellerSettings;

/**
 * The payments that the settings ask for; undefined when nothing is sold.
 *
 * @throws ConfigError for a setting that makes no sense, or lacks another
 */
export async function openPayments(config: Settings): Promise<Payments | undefined> {
  const packs = packsOf(config);
  if (config.STRIPE_SECRET_KEY === undefined) {
    if (packs.length > 0) throw new ConfigError('PAYMENT_PACKS needs STRIPE_SECRET_KEY: nobody takes the money');
    return undefined;
  }
  if (packs.length === 0) throw new ConfigError('STRIPE_SECRET_KEY needs PAYMENT_PACKS: nothing is sold');
  // Most processes, and installations that sell nothing, never load it.
  const { StripeProvider } = await import('./stripe.js');
  return { packs, provider: new StripeProvider(config), seller: sellerOf(config) };
}
