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
  withDefault,
} from '../fields.js';

const vatGroup = group({
  id: 'vat',
  title: 'VAT',
  summary: 'VAT calculation, rates and country profiles',
  inputStatus: 400,
});

/** A number, or text with a comma or a point before the decimals and any usual thousands separator. */
const amount = (description: string) =>
  Type.Union([Type.Number(), Type.String({ maxLength: 40 })], {
    description,
    shape: 'a number such as 1234.56 or 1.234,56',
  });

export const vatTypes = ['standard', 'reduced', 'super-reduced', 'zero'] as const;
export const roundingModes = ['half_up', 'half_even', 'floor'] as const;

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

const rates = named(
  'VatRates',
  object({
    standard: nullable(number({ description: 'Standard rate in percent; null if the country has no VAT' })),
    reduced: list(number(), { description: 'Reduced rates in percent; vat_type reduced uses the first' }),
    super_reduced: nullable(number({ description: 'Super-reduced rate in percent; null if there is none' })),
    zero: nullable(number({ description: '0 if domestic supplies can be zero-rated, otherwise null' })),
  }),
);

const provenance = {
  notes: list(text(), { description: 'Regions and goods with other rates' }),
  source: text({ description: 'Source of the rates' }),
};

const countryForLookUps: Rule<{ action: string; country_code?: string }> = {
  describe: 'country_code is required for country-profile and country-rates',
  check: ({ action, country_code }) =>
    action.startsWith('country-') && !country_code ? errors.countryRequired() : undefined,
};

export const vat = endpoint(vatGroup, {
  path: '/v1/vat',
  pool: 'compute',
  credits: 0.001,
  summary: 'Calculates VAT, lists countries, and looks up the rates and the profile of a country',
  request: object({
    action: oneOf(['calculate', 'list-countries', 'country-profile', 'country-rates'], {
      description: 'calculate computes amounts; the others look up countries and their rates',
    }),
    net: optional(amount('Net amount, excluding VAT; negative for a credit note')),
    gross: optional(amount('Gross amount, including VAT')),
    vat_amount: optional(amount('VAT amount')),
    vat_rate: optional(amount('VAT rate in percent, from 0 to 100; overrides country_code and vat_type')),
    country_code: optional(
      text({
        description: 'Two-letter ISO 3166 country code; EL (Greece), UK and XI (Northern Ireland) are also accepted',
        pattern: '^[A-Za-z]{2}$',
        invalid: errors.countryCodeInvalid,
      }),
    ),
    vat_type: optional(oneOf(vatTypes, { description: 'Rate of the country to apply; defaults to standard' })),
    mode: withDefault(
      oneOf(['single_rate', 'multi_rate'], {
        description: 'multi_rate calculates a scenario for each rate of the country',
      }),
      'single_rate',
    ),
    round: withDefault(flag({ description: 'false returns unrounded amounts' }), true),
  }),
  rules: [countryForLookUps],
  response: Type.Union([
    calculation,
    object({
      country_code: nullable(text()),
      scenario_type: literal('multi_rate'),
      scenarios: list(calculation),
      warnings: list(text()),
    }),
    object({
      countries: list(
        object({
          code: text(),
          name: text(),
          currency: text(),
          standard: nullable(number({ description: 'Standard rate in percent' })),
        }),
      ),
      count: integer(),
    }),
    object({
      country_code: text(),
      name: text(),
      currency: text(),
      rates,
      default_rate: nullable(number({ description: 'Standard rate in percent' })),
      rounding: object({ precision: integer({ description: 'Decimal places' }), mode: oneOf(roundingModes) }),
      reverse_charge: flag({ description: 'True if business customers account for the VAT on services from abroad' }),
      vat_number_format: nullable(text({ description: 'Regular expression for a VAT number without spaces' })),
      ...provenance,
    }),
    object({
      country_code: text(),
      rates,
      updated_at: day({ description: 'Date on which the rates were last checked' }),
      ...provenance,
    }),
  ]),
  // VIES takes few questions at a time.
  batch: { perSecond: ({ action }) => (action === 'check-number' ? 5 : undefined) },
  errors: [
    errors.countryRequired,
    errors.countryCodeInvalid,
    errors.countryUnknown,
    errors.amountInvalid,
    errors.amountTooLarge,
    errors.vatRateOutOfRange,
  ],
  example: { request: { action: 'calculate', net: '100,00', country_code: 'DE' } },
});
