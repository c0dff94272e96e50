import { endpoint, group, type Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import {
  day,
  flag,
  integer,
  list,
  literal,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  Type,
  text,
  when,
  withDefault,
} from '../fields.js';
import { amount, vatTypes } from './vat-fields.js';
import { countUnits, invoice, invoiceExample, invoiceFields, linesForInvoice } from './vat-invoice.js';
import { checkNumberFields, numberCheck, numberForCheck } from './vat-number.js';

const vatGroup = group({
  id: 'vat',
  title: 'VAT',
  summary: 'VAT calculation, rates and country profiles',
  inputStatus: 400,
});

export const roundingModes = ['half_up', 'half_even', 'floor'] as const;

const rates = named(
  'VatRates',
  object({
    standard: nullable(number({ description: 'Standard rate in percent; null if there is no VAT' })),
    reduced: list(number(), { description: 'Reduced rates in percent; vat_type reduced uses the first' }),
    super_reduced: nullable(number({ description: 'Super-reduced rate in percent; null if there is none' })),
    zero: nullable(number({ description: '0 if domestic supplies can be zero-rated, otherwise null' })),
  }),
);

const territory = named(
  'VatTerritory',
  object({
    code: text({ description: 'ISO 3166-2 code, or a code of ours where ISO has none' }),
    name: text(),
    in_vat_area: flag({ description: "True if the country's VAT is charged there, at whatever rate" }),
    in_eu_vat_area: flag({
      description: 'True if it is in the VAT area of the EU; otherwise trade with the EU is export',
    }),
    local_tax: nullable(text({ description: 'Tax that applies instead of VAT, such as IGIC; null if there is none' })),
    note: text(),
    source: text(),
  }),
);

/** Validity of rates, in every response that has rates of a country. */
const validity = {
  valid_from: nullable(
    day({ description: 'Day on which the rates took effect, or from which they are known; null outside of VAT' }),
  ),
  valid_until: nullable(day({ description: 'Last day of the rates; null while no later ones are known' })),
};

const date = day({ description: 'Day that the rates are of' });
const nullableTerritory = nullable(territory);

const calculation = named(
  'VatCalculation',
  object({
    country_code: nullable(text({ description: 'ISO 3166 code of the country; null if none was given' })),
    scenario_type: literal('single_rate'),
    vat_type: nullable(oneOf(vatTypes, { description: 'Rate of the country that vat_rate equals; null if none does' })),
    net: nullable(number({ description: 'Net amount; null if it cannot be calculated' })),
    gross: nullable(number({ description: 'Gross amount; null if it cannot be calculated' })),
    vat_amount: nullable(number({ description: 'VAT amount; null if it cannot be calculated' })),
    vat_rate: nullable(number({ description: 'VAT rate in percent' })),
    currency: nullable(text({ description: 'Currency of the country; null if none was given' })),
    date,
    ...validity,
    source: nullable(text({ description: 'Source of the rates; null if no country was given' })),
    territory: nullableTerritory,
    rate_change: nullable(
      object(
        { date: day({ description: 'First day of the rates after' }), before: rates, after: rates },
        { description: 'Change of the rates of the country within 90 days of the date, past or to come' },
      ),
    ),
    warnings: list(text(), { description: 'Problems of the input, such as missing or contradictory amounts' }),
    formatted: nullable(
      object(
        { net: text(), gross: text(), vat_amount: text(), vat_rate: nullable(text()) },
        {
          description: 'The amounts in the number format of the country; null if nothing could be calculated',
        },
      ),
    ),
  }),
);

const changes = object(
  {
    previous: nullable(object({ valid_until: day(), rates }, { description: 'Rates before these' })),
    next: nullable(
      object({ valid_from: day(), rates }, { description: 'Rates after these, as far as a law has set them' }),
    ),
  },
  { description: 'Rates around these; null where none are known' },
);

const provenance = {
  date,
  ...validity,
  changes,
  territory: nullableTerritory,
  notes: list(text(), { description: 'Regions and goods with other rates on that day' }),
  source: text({ description: 'Sources of the rates, with their dates' }),
};

const scenarios = named(
  'VatScenarios',
  object({
    country_code: nullable(text()),
    scenario_type: literal('multi_rate'),
    date,
    scenarios: list(calculation),
    warnings: list(text()),
  }),
);

const countries = named(
  'VatCountries',
  object({
    countries: list(
      object({
        code: text(),
        name: text(),
        currency: text(),
        standard: nullable(number({ description: 'Standard rate in percent' })),
        valid_from: day({ description: 'First day of the standard rate, as far as it is known' }),
        valid_until: nullable(day({ description: 'Last day of the standard rate; null while no other is known' })),
      }),
    ),
    count: integer(),
    date,
  }),
);

const countryProfile = named(
  'VatCountryProfile',
  object({
    country_code: text(),
    name: text(),
    currency: text(),
    rates,
    default_rate: nullable(number({ description: 'Standard rate in percent' })),
    rounding: object({ precision: integer({ description: 'Decimal places' }), mode: oneOf(roundingModes) }),
    reverse_charge: flag({ description: 'True if business customers account for the VAT on services from abroad' }),
    vat_number_format: nullable(text({ description: 'Regular expression for a VAT number without spaces' })),
    territories: list(object({ code: text(), name: text(), in_vat_area: flag() }), {
      description: 'Regions in which VAT differs, as region takes them',
    }),
    ...provenance,
  }),
);

const countryRates = named(
  'VatCountryRates',
  object({
    country_code: text(),
    rates,
    updated_at: day({ description: 'Date on which the rates were last checked' }),
    ...provenance,
  }),
);

/** A region and a postal code mean nothing without a country. */
const countryForPlaces: Rule<{ country_code?: string; region?: string; postal_code?: string }> = {
  describe: 'region and postal_code need a country_code',
  brief: '',
  check: ({ country_code, region, postal_code }) => {
    const field = region !== undefined ? 'region' : 'postal_code';
    const isPlaced = region !== undefined || postal_code !== undefined;
    return isPlaced && !country_code ? errors.vatPlaceWithoutCountry({ field }) : undefined;
  },
};

const countryForLookUps: Rule<{ action: string; country_code?: string }> = {
  describe: 'country_code is required for country-profile and country-rates',
  requires: ['country-profile', 'country-rates'].map((action) => ({ when: { action }, fields: ['country_code'] })),
  brief: 'calculate needs an amount, and country_code or a second amount or vat_rate. country-… needs country_code',
  check: ({ action, country_code }) =>
    action.startsWith('country-') && !country_code ? errors.countryRequired() : undefined,
};

export const vat = endpoint(vatGroup, {
  path: '/v1/vat',
  keywords: ['sales', 'tax', 'e-invoice', 'XRechnung', 'Factur-X', 'Peppol', 'VIES', 'validate'],
  pool: 'compute',
  credits: 0.001,
  per: { unit: 'request or 50 invoice lines', count: countUnits },
  summary:
    'Calculates VAT and whole invoices, checks VAT numbers, lists countries, and looks up the rates and the profile of a country or region on ' +
    'a day',
  request: object({
    action: oneOf(['calculate', 'list-countries', 'country-profile', 'country-rates', 'check-number', 'invoice'], {
      description:
        'calculate computes amounts, invoice a whole invoice; check-number checks a VAT number; the others look up countries and their rates',
      brief: '',
    }),
    net: optional(amount('Net amount, excluding VAT; negative for a credit note', '')),
    gross: optional(amount('Gross amount, including VAT', '')),
    vat_amount: optional(amount('VAT amount', '')),
    vat_rate: optional(amount('VAT rate in percent, from 0 to 100; overrides country_code and vat_type', 'Percent')),
    country_code: optional(
      text({
        description:
          'Two-letter ISO 3166 country code; EL (Greece), UK, and codes of territories such as XI (Northern Ireland) or AX (Åland) are also accepted',
        brief: 'e.g. DE',
        pattern: '^[A-Za-z]{2}$',
        invalid: errors.countryCodeInvalid,
      }),
    ),
    date: optional(
      day({
        description:
          'Day of the supply, or issue date of an invoice: YYYY-MM-DD, from 2015-01-01 to two years ahead; defaults to today (UTC)',
        brief: '',
      }),
    ),
    region: optional(
      text({
        description: 'ISO 3166-2 code or name of a region in which VAT differs, such as ES-CN, Madeira or Livigno',
        brief: 'e.g. ES-CN, Madeira',
        maxLength: 60,
      }),
    ),
    postal_code: optional(
      text({
        description: 'Postal code of the place of supply, by which such a region is found; region takes precedence',
        advanced: true,
        pattern: '^[A-Za-z0-9][A-Za-z0-9 -]{1,11}$',
        shape: 'a postal code of 2 to 12 letters, digits, spaces and hyphens',
      }),
    ),
    vat_type: optional(
      oneOf(vatTypes, { description: 'Rate of the country to apply; defaults to standard', brief: '' }),
    ),
    mode: withDefault(
      oneOf(['single_rate', 'multi_rate'], {
        description: 'multi_rate calculates a scenario for each rate of the country',
        advanced: true,
      }),
      'single_rate',
    ),
    round: withDefault(flag({ description: 'false returns unrounded amounts', advanced: true }), true),
    ...checkNumberFields,
    ...invoiceFields,
  }),
  rules: [countryForLookUps, countryForPlaces, numberForCheck, linesForInvoice],
  response: Type.Union([
    // With a vat_rate, multi_rate has this one as well.
    when({ action: 'calculate' }, calculation),
    when({ action: 'calculate', mode: 'multi_rate' }, scenarios),
    when({ action: 'list-countries' }, countries),
    when({ action: 'country-profile' }, countryProfile),
    when({ action: 'country-rates' }, countryRates),
    when({ action: 'check-number' }, numberCheck),
    when({ action: 'invoice' }, invoice),
  ]),
  // VIES takes few questions at a time.
  batch: { perSecond: ({ action }) => (action === 'check-number' ? 5 : undefined) },
  errors: [
    errors.countryRequired,
    errors.countryCodeInvalid,
    errors.countryUnknown,
    errors.vatDateOutOfRange,
    errors.vatRatesUnknown,
    errors.vatRegionUnknown,
    errors.vatPlaceWithoutCountry,
    errors.amountInvalid,
    errors.amountTooLarge,
    errors.vatRateOutOfRange,
    errors.vatNumberRequired,
    errors.vatNumberWithoutCountry,
    errors.requesterVatNumberInvalid,
    errors.invoiceLinesRequired,
    errors.invoiceAdjustmentsTooMany,
    errors.invoicePriceRequired,
    errors.invoiceRateUnknown,
    errors.invoiceRulesViolated,
  ],
  example: {
    request: { action: 'calculate', net: '100,00', country_code: 'DE' },
    otherActions: [
      { action: 'list-countries' },
      { action: 'country-profile', country_code: 'DE' },
      { action: 'country-rates', country_code: 'DE' },
      { action: 'check-number', vat_number: 'FR 13 393 892 815' },
      invoiceExample,
    ],
  },
});
