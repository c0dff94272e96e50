import type { InvoiceInput } from '../../../shared/contract/catalogue/vat-invoice.js';
import { euCountries, parseVatNumber } from '../../../shared/vat/vat-number.js';
import { codeLists } from './code-lists.js';
import type { Category, Party, Scenario } from './model.js';

/** Other codes in use: the VAT prefix of Greece, and UK. */
const ALIASES = new Map([
  ['EL', 'GR'],
  ['UK', 'GB'],
]);

export function normaliseCountry(code: string | undefined): string | undefined {
  const upper = code?.toUpperCase();
  return upper && (ALIASES.get(upper) ?? upper);
}

/** Reads a party: ISO code of the country, VAT number without spaces and with a prefix. */
export function readParty(given: Party = {}): Party {
  const country = normaliseCountry(given.country_code);
  return {
    ...given,
    ...(country !== undefined && { country_code: country }),
    ...(given.vat_number !== undefined && { vat_number: normaliseVatNumber(given.vat_number, country) }),
  };
}

function normaliseVatNumber(typed: string, country: string | undefined): string {
  const known = country === undefined ? undefined : parseVatNumber(typed, country)?.number;
  const number = known ?? typed.toUpperCase().replace(/[\s./-]/g, '');
  return hasCountryPrefix(number) || country === undefined ? number : `${country === 'GR' ? 'EL' : country}${number}`;
}

/** True if a VAT number begins with the code of a country, as BR-CO-09 requires. */
export function hasCountryPrefix(number: string): boolean {
  const prefix = number.slice(0, 2);
  return prefix === 'EL' || codeLists.countries.has(prefix);
}

/** VAT treatment of an invoice, and the reason for it. */
export interface Treatment {
  readonly scenario: Scenario;
  readonly reason: string;
  readonly warning?: string;
}

/**
 * Derives the VAT treatment from the countries and the VAT number of the buyer. Goods and services differ: an invoice with a country of
 * delivery is about goods.
 */
export function deriveTreatment(input: InvoiceInput, seller: Party, buyer: Party): Treatment {
  if (input.scenario) return { scenario: input.scenario, reason: 'scenario was given' };
  const [from, to] = [seller.country_code, buyer.country_code];
  if (from === undefined || to === undefined)
    return { scenario: 'domestic', reason: 'The countries of seller and buyer are not both known' };
  const goodsTo = normaliseCountry(input.delivery?.country_code);
  const destination = goodsTo ?? to;
  if (from === destination) return { scenario: 'domestic', reason: `Seller and customer are in ${from}` };
  if (!euCountries.has(from))
    return { scenario: 'export', reason: `The seller is in ${from}, and the sale leaves the country` };
  const isNorthernIreland = goodsTo === 'GB' && buyer.vat_number?.startsWith('XI');
  if (!euCountries.has(destination) && !isNorthernIreland)
    return { scenario: 'export', reason: `The sale leaves the European Union for ${destination}` };
  if (buyer.vat_number === undefined)
    return {
      scenario: 'domestic',
      reason: 'The buyer has no VAT number',
      warning: `Sales to consumers in ${destination} may be taxed there: send country_code ${destination} for its rates`,
    };
  return goodsTo === undefined
    ? { scenario: 'reverse_charge', reason: `The buyer in ${to} has a VAT number, and no goods are delivered` }
    : { scenario: 'intra_community', reason: `Goods are delivered to ${goodsTo}, and the buyer has a VAT number` };
}

/** Category of the lines in a treatment; domestic sales have the categories of their rates. */
export const categories: Readonly<Record<Scenario, Category | undefined>> = {
  domestic: undefined,
  reverse_charge: 'AE',
  intra_community: 'K',
  export: 'G',
};
