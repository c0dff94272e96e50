import iso from 'currency-codes';

/** How a currency's amounts are counted in its smallest unit. */
export interface SmallestUnit {
  /** 1 of the currency is ten to the power of so many smallest units. */
  readonly decimals: number;
  /** Payments are multiples of so many smallest units. */
  readonly step: number;
}

/**
 * What Stripe counts in other units than ISO 4217, or not one by one (docs.stripe.com/currencies: zero-decimal currencies, three-decimal
 * currencies, special cases). The króna and the Ugandan shilling have no decimals any more, and are still counted in hundredths.
 */
const STRIPES: Readonly<Record<string, SmallestUnit>> = {
  ISK: { decimals: 2, step: 100 },
  UGX: { decimals: 2, step: 100 },
  MGA: { decimals: 0, step: 1 },
};

/** The smallest unit of a currency, as prices, payments and refunds are counted in. @param currency ISO 4217, in any letters */
export function smallestUnit(currency: string): SmallestUnit {
  const code = currency.toUpperCase();
  const decimals = iso.code(code)?.digits ?? 2;
  // Of three decimals banks take two.
  return STRIPES[code] ?? { decimals, step: decimals === 3 ? 10 : 1 };
}
