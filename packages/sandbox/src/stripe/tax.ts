import type { Session } from './objects.js';

export type TaxBehavior = 'inclusive' | 'exclusive';

/** Rates of the sandbox's Stripe Tax, in percent. Elsewhere no tax is collected. */
const RATES: Readonly<Record<string, number>> = { AT: 20, DE: 19, FR: 20 };

const RATE_ID = 'txr_';

/** Id of the tax rate of a country. */
export const taxRateId = (country: string): string => RATE_ID + country;

/** Finds the percentage of a tax rate. */
export const findTaxRate = (id: string): number | undefined =>
  id.startsWith(RATE_ID) ? (RATES[id.slice(RATE_ID.length)] ?? 0) : undefined;

/** Country of payers who name none. */
export const DEFAULT_COUNTRY = 'DE';

/** Computes the tax of an amount. */
export function computeTax(amount: number, behavior: TaxBehavior, country: string) {
  const rate = RATES[country] ?? 0;
  const tax = Math.round(behavior === 'inclusive' ? (amount * rate) / (100 + rate) : (amount * rate) / 100);
  const reason = rate > 0 ? ('standard_rated' as const) : ('not_collecting' as const);
  return { rate, tax, total: behavior === 'inclusive' ? amount : amount + tax, reason };
}

/** Computes the tax of a page for the country that its payer has entered, once. */
export function taxPage(session: Session, behavior: TaxBehavior | undefined, country: string): void {
  if (!session.automatic_tax?.enabled || session.customer_details || !behavior) return;
  const { rate, tax, total, reason } = computeTax(session.amount_subtotal, behavior, country);
  session.amount_total = total;
  session.automatic_tax.status = 'complete';
  session.customer_details = { address: { country }, tax_ids: [] };
  const taxes = [{ amount: tax, rate: { percentage: rate, effective_percentage: rate }, taxability_reason: reason }];
  session.total_details = {
    amount_discount: 0,
    amount_shipping: 0,
    amount_tax: tax,
    breakdown: { discounts: [], taxes },
  };
}
