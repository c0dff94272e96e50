import type { InvoiceInput } from '../../../shared/contract/catalogue/vat-invoice.js';
import { findTerritory, findTerritoryByCode, type Territory } from '../../../shared/vat/territories.js';
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

/** A country, or a territory of it in which VAT differs. */
interface Area {
  readonly country: string;
  readonly territory: Territory | undefined;
}

/** Finds the place of an address; codes of territories, such as XI and MC, lead to the country that they belong to. */
function findArea(code: string, postalCode: string | undefined): Area {
  const part = findTerritoryByCode(code);
  const country = part?.country ?? code;
  return { country, territory: findTerritory(country, part ?? { postalCode }) };
}

const NORTHERN_IRELAND = 'GB-NIR';

/** Until this day the United Kingdom is treated as a member state (Withdrawal Agreement, Articles 126 and 127). */
const LAST_BRITISH_DAY = '2020-12-31';

function isOutsideOfEu({ country, territory }: Area, isGoods: boolean, day: string): boolean {
  if (country === 'GB' && day <= LAST_BRITISH_DAY) return territory?.in_vat_area === false;
  if (territory?.code === NORTHERN_IRELAND) return !isGoods;
  return !(territory?.in_eu_vat_area ?? euCountries.has(country));
}

/** Returns the code of the area between whose parts a sale is domestic: the country, or a territory outside of its VAT or that of the EU. */
function nameVatArea({ country, territory }: Area): string {
  if (!territory) return country;
  const isApart = !territory.in_vat_area || (euCountries.has(country) && !territory.in_eu_vat_area);
  return isApart ? territory.code : country;
}

const SERVICE_ABROAD =
  'Exports are deliveries of goods: send delivery.country_code for goods, or vat_category O for services that are not subject to VAT';

const describeArea = ({ country, territory }: Area): string => (territory ? `${territory.name} (${country})` : country);

/**
 * Derives the VAT treatment from the places and the VAT number of the buyer. Goods and services differ: an invoice with a country of
 * delivery is about goods.
 */
export function deriveTreatment(input: InvoiceInput, seller: Party, buyer: Party, day: string): Treatment {
  if (input.scenario) return { scenario: input.scenario, reason: 'scenario was given' };
  if (seller.country_code === undefined || buyer.country_code === undefined)
    return { scenario: 'domestic', reason: 'The countries of seller and buyer are not both known' };
  const goodsTo = normaliseCountry(input.delivery?.country_code);
  const isGoods = goodsTo !== undefined;
  const from = findArea(seller.country_code, seller.postal_code);
  const destination = isGoods
    ? findDestination(goodsTo, input.delivery?.postal_code, buyer)
    : findArea(buyer.country_code, buyer.postal_code);
  if (nameVatArea(from) === nameVatArea(destination))
    return { scenario: 'domestic', reason: `Seller and customer are in ${describeArea(from)}` };
  const to = describeArea(destination);
  const exported = { scenario: 'export', ...(!isGoods && { warning: SERVICE_ABROAD }) } as const;
  if (isOutsideOfEu(from, isGoods, day))
    return { ...exported, reason: `The seller is in ${describeArea(from)}, and the sale leaves its VAT area` };
  if (isOutsideOfEu(destination, isGoods, day))
    return { ...exported, reason: `The sale leaves the VAT area of the European Union for ${to}` };
  const isNorthernIreland = destination.territory?.code === NORTHERN_IRELAND && day > LAST_BRITISH_DAY;
  if (buyer.vat_number === undefined || (isNorthernIreland && !buyer.vat_number.startsWith('XI')))
    return {
      scenario: 'domestic',
      reason: `The buyer has no VAT number${isNorthernIreland ? ' that begins with XI' : ''}`,
      warning: `Sales to consumers in ${to} may be taxed there: send country_code ${destination.country} for its rates`,
    };
  return isGoods
    ? { scenario: 'intra_community', reason: `Goods are delivered to ${to}, and the buyer has a VAT number` }
    : { scenario: 'reverse_charge', reason: `The buyer in ${to} has a VAT number, and no goods are delivered` };
}

/** Finds the place of a delivery. Without a postal code, that of the buyer counts in its country, and so does a number of Northern Ireland. */
function findDestination(country: string, postalCode: string | undefined, buyer: Party): Area {
  const ofBuyer = country === buyer.country_code ? buyer.postal_code : undefined;
  const area = findArea(country, postalCode ?? ofBuyer);
  const isNorthernIreland = area.country === 'GB' && postalCode === undefined && buyer.vat_number?.startsWith('XI');
  return isNorthernIreland ? findArea('XI', undefined) : area;
}

/** Category of the lines in a treatment; domestic sales have the categories of their rates. */
export const categories: Readonly<Record<Scenario, Category | undefined>> = {
  domestic: undefined,
  reverse_charge: 'AE',
  intra_community: 'K',
  export: 'G',
};
