import { Decimal } from 'decimal.js';
import { errors } from '../../shared/contract/errors.js';
import { utcDay } from '../../shared/process/clock.js';
import { type Config, ConfigError } from '../../shared/process/config.js';
import { findCountry } from '../../shared/vat/countries.js';
import { euCountries, parseVatNumber } from '../../shared/vat/vat-number.js';
import type { Account } from '../members/index.js';
import { roundMoney } from '../web/index.js';

/**
 * Rules by which a sale is taxed: in the seller's country, to a business of another member state, to a consumer of another member state,
 * out of the EU, or as Stripe Tax has computed.
 */
export const taxRules = ['domestic', 'reverse_charge', 'consumer', 'export', 'stripe_tax'] as const;

/** Tax of an order, which never changes once it is paid. Money is in the smallest unit of the currency. */
export interface OrderTax {
  rule: (typeof taxRules)[number];
  /** Country of the buyer, as ISO code; absent if Stripe does not know it. */
  country?: string;
  /** VAT number of the buyer to whom the reverse charge applies. */
  vat_number?: string;
  /** In percent; absent if several rates apply. */
  rate?: number;
  net: number;
  amount: number;
}

/** Taxation of sales. */
export interface Taxation {
  readonly by: 'tables' | 'stripe';
  /** Country of the seller, as ISO code; set if the platform's tables are used. */
  readonly country?: string;
  /** True if prices of packs include the tax. */
  readonly isIncluded: boolean;
}

export type TaxSettings = Partial<Pick<Config, 'PRICES_INCLUDE_TAX' | 'SELLER_COUNTRY' | 'STRIPE_TAX'>>;

/**
 * Reads how sales are taxed; undefined if no tax is computed.
 *
 * @throws ConfigError for a seller outside of the EU, whose taxes are unknown here
 */
export function readTaxation({
  PRICES_INCLUDE_TAX: isIncluded = true,
  SELLER_COUNTRY,
  STRIPE_TAX = false,
}: TaxSettings): Taxation | undefined {
  if (STRIPE_TAX) return { by: 'stripe', isIncluded };
  if (SELLER_COUNTRY === undefined) return undefined;
  const country = SELLER_COUNTRY.trim().toUpperCase();
  if (!euCountries.has(country))
    throw new ConfigError(
      'SELLER_COUNTRY must be the ISO code of a country of the EU, e.g. DE: remove it, or set STRIPE_TAX=true',
    );
  return { by: 'tables', country, isIncluded };
}

/** True if the billing details suffice to tax a sale. */
export const isTaxable = (taxation: Taxation | undefined, billing: Account['billing']): boolean =>
  taxation?.by !== 'tables' || billing?.country !== undefined;

/** A price before its tax is known. */
interface Price {
  /** In the smallest unit of the currency. */
  readonly price: number;
  readonly currency: string;
}

/**
 * Taxes a sale of today by the platform's tables. Without them the price is charged as it is.
 *
 * @returns the price that is charged, and the tax in it
 * @throws ApiError 422 if the billing details have no country
 */
export function taxSale(
  taxation: Taxation | undefined,
  { price, currency }: Price,
  billing: Account['billing'],
  now: Date,
): { price: number; tax?: OrderTax } {
  if (taxation?.country === undefined) return { price };
  if (billing?.country === undefined) throw errors.billingCountryMissing();
  const { country, vat_check: check } = billing;
  const vatNumber = check?.status === 'invalid' ? undefined : billing.vat_number;
  const { rule, taxedIn } = findRule(taxation.country, country, vatNumber !== undefined);
  const rate = taxedIn === undefined ? 0 : findRate(taxedIn, now);
  const share = taxation.isIncluded ? new Decimal(rate).div(rate + 100) : new Decimal(rate).div(100);
  const amount = roundMoney(share.mul(price), currency);
  const net = taxation.isIncluded ? price - amount : price;
  const number = rule === 'reverse_charge' && vatNumber !== undefined && { vat_number: vatNumber };
  return { price: net + amount, tax: { rule, country, ...number, rate, net, amount } };
}

/**
 * Taxes an order that was paid without a tax, such as a period of a plan, an order that was adopted, or one that was placed before taxes were
 * computed. The tax is part of what was paid. A buyer whose country is not known is taxed as one in the seller's country.
 */
export function taxPayment(
  taxation: Taxation | undefined,
  paid: Price,
  billing: Account['billing'],
  now: Date,
): OrderTax | undefined {
  if (taxation?.country === undefined) return undefined;
  const ofNumber = parseVatNumber(billing?.vat_number ?? '')?.country ?? '';
  const country = billing?.country ?? (euCountries.has(ofNumber) ? ofNumber : taxation.country);
  return taxSale({ ...taxation, isIncluded: true }, paid, { ...billing, country }, now).tax;
}

/**
 * Finds the rule for electronically supplied services (Directive 2006/112/EC, Articles 44, 58 and 196), and the country whose rate applies.
 *
 * @param hasVatNumber true if the buyer has a VAT number of its country
 */
function findRule(seller: string, buyer: string, hasVatNumber: boolean): { rule: OrderTax['rule']; taxedIn?: string } {
  const [from, to] = [toVatArea(seller), toVatArea(buyer)];
  if (from === to) return { rule: 'domestic', taxedIn: from };
  if (!euCountries.has(to)) return { rule: 'export' };
  return hasVatNumber ? { rule: 'reverse_charge' } : { rule: 'consumer', taxedIn: to };
}

/** Sales to Monaco are treated as sales to France (Article 7). */
const toVatArea = (country: string): string => (country === 'MC' ? 'FR' : country);

function findRate(country: string, now: Date): number {
  const standard = findCountry(country, utcDay(now))?.rates.standard;
  if (standard === undefined || standard === null)
    throw new Error(`the VAT tables have no standard rate of ${country}`);
  return standard;
}
