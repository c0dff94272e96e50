import type Stripe from 'stripe';
import Type from 'typebox';
import { compileValidator } from '../../shared/contract/input.js';
import type { Order } from './collections.js';
import { type OrderTax, taxRules } from './tax.js';

/** Relation of a price to its tax: it includes the tax, or the tax is added. */
export type TaxBehavior = 'inclusive' | 'exclusive';

/** A computed tax, as Stripe describes it for pages and calculations. */
interface Computed {
  total: number;
  amount: number;
  country: string | null | undefined;
  vatNumber: string | null | undefined;
  reasons: readonly (string | null)[];
  rates: readonly number[];
}

const describe = ({ total, amount, country, vatNumber, reasons, rates }: Computed): OrderTax => {
  const isReverse = reasons.includes('reverse_charge');
  const [rate] = rates;
  return {
    rule: isReverse ? 'reverse_charge' : 'stripe_tax',
    ...(country && { country }),
    ...(isReverse && vatNumber && { vat_number: vatNumber }),
    ...(rate !== undefined && rates.length === 1 && { rate }),
    net: total - amount,
    amount,
  };
};

/** Returns the tax of a page that was paid; undefined if Stripe Tax has not computed it. */
export function readPageTax({
  automatic_tax: automatic,
  total_details: details,
  amount_total: total,
  customer_details: customer,
}: Stripe.Checkout.Session): OrderTax | undefined {
  if (!automatic?.enabled || total === null) return undefined;
  const taxes = details?.breakdown?.taxes ?? [];
  return describe({
    ...{ total, amount: details?.amount_tax ?? 0, country: customer?.address?.country },
    vatNumber: customer?.tax_ids?.[0]?.value,
    reasons: taxes.map(({ taxability_reason }) => taxability_reason),
    rates: taxes.map(({ rate }) => rate.effective_percentage ?? rate.percentage),
  });
}

/**
 * Returns the tax of a paid invoice of a plan; undefined if Stripe Tax has not computed it.
 *
 * @param readRate reads the percentage of a tax rate
 */
export async function readInvoiceTax(
  { automatic_tax: automatic, total_taxes, amount_paid, customer_address, customer_tax_ids }: Stripe.Invoice,
  readRate: (id: string) => Promise<number>,
): Promise<OrderTax | undefined> {
  if (!automatic?.enabled) return undefined;
  const taxes = total_taxes ?? [];
  const rates = taxes.flatMap(({ tax_rate_details: details }) => (details ? [details.tax_rate] : []));
  return describe({
    total: amount_paid,
    amount: taxes.reduce((sum, { amount }) => sum + amount, 0),
    country: customer_address?.country,
    vatNumber: customer_tax_ids?.[0]?.value,
    reasons: taxes.map(({ taxability_reason }) => taxability_reason),
    rates: await Promise.all(rates.map(readRate)),
  });
}

/** Computes the tax of a top-up with Stripe Tax, for the address that the payer has entered on an earlier page. */
export async function calculateTax(
  stripe: Stripe,
  { _id, customer, currency, price }: Order,
  tax_behavior: TaxBehavior,
): Promise<{ calculation: string; total: number; tax: OrderTax }> {
  const { id, amount_total, tax_breakdown, ...found } = await stripe.tax.calculations.create(
    { customer, currency, line_items: [{ amount: price, reference: _id, tax_behavior }] },
    { idempotencyKey: `tax:${_id}` },
  );
  const tax = describe({
    ...{ total: amount_total, amount: found.tax_amount_exclusive + found.tax_amount_inclusive },
    country: found.customer_details.address?.country,
    vatNumber: found.customer_details.tax_ids[0]?.value,
    reasons: tax_breakdown.map(({ taxability_reason }) => taxability_reason),
    rates: tax_breakdown.map(({ tax_rate_details: { percentage_decimal: rate } }) => Number(rate)),
  });
  return { calculation: id ?? '', total: amount_total, tax };
}

const schema = Type.Object({
  rule: Type.Enum([...taxRules]),
  country: Type.Optional(Type.String()),
  vat_number: Type.Optional(Type.String()),
  rate: Type.Optional(Type.Number()),
  net: Type.Integer(),
  amount: Type.Integer(),
});

const isTax = (value: unknown): value is OrderTax => compileValidator(schema)(value) === true;

/** Reads the tax from the metadata of a payment. */
export function parseTax(text: string | undefined): OrderTax | undefined {
  try {
    const parsed: unknown = JSON.parse(text ?? 'null');
    return isTax(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
