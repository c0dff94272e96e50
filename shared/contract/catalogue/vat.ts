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
  summary: 'VAT arithmetic with country profiles',
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
    country_code: nullable(text({ description: 'ISO 3166 code of the country, null when none was given' })),
    scenario_type: literal('single_rate'),
    vat_type: nullable(oneOf(vatTypes, { description: 'Which of the country’s rates vat_rate is, null when none' })),
    net: nullable(number()),
    gross: nullable(number()),
    vat_amount: nullable(number()),
    vat_rate: nullable(number({ description: 'In percent' })),
    currency: nullable(text({ description: 'Currency of the country, null when none was given' })),
    warnings: list(text()),
    formatted: nullable(
      object(
        { net: text(), gross: text(), vat_amount: text(), vat_rate: nullable(text()) },
        {
          description: 'The same figures as the country writes them, null when nothing could be calculated',
        },
      ),
    ),
  }),
);

const rates = named(
  'VatRates',
  object({
    standard: nullable(number({ description: 'null where the country has no VAT' })),
    reduced: list(number(), { description: 'The first one is used for vat_type reduced' }),
    super_reduced: nullable(number()),
    zero: nullable(number({ description: '0 where supplies inside the country can be zero-rated, else null' })),
  }),
);

const provenance = {
  notes: list(text(), { description: 'Regions and goods for which other rates hold' }),
  source: text({ description: 'Where the rates were looked up' }),
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
  summary: 'Calculate VAT, or look up the VAT rates and profile of a country',
  request: object({
    action: oneOf(['calculate', 'list-countries', 'country-profile', 'country-rates']),
    net: optional(amount('Amount without VAT; negative on a credit note')),
    gross: optional(amount('Amount with VAT')),
    vat_amount: optional(amount('The VAT itself')),
    vat_rate: optional(amount('Rate in percent, 0 to 100; wins over country_code and vat_type')),
    country_code: optional(
      text({
        description: 'ISO 3166 two-letter code; EL (Greece), UK and XI (Northern Ireland) are understood too',
        pattern: '^[A-Za-z]{2}$',
        invalid: errors.countryCodeInvalid,
      }),
    ),
    vat_type: optional(oneOf(vatTypes, { description: 'Which of the country’s rates to use, standard by default' })),
    mode: withDefault(
      oneOf(['single_rate', 'multi_rate'], {
        description: 'multi_rate calculates one scenario for every rate of the country',
      }),
      'single_rate',
    ),
    round: withDefault(flag({ description: 'false gives unrounded amounts' }), true),
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
      countries: list(object({ code: text(), name: text(), currency: text(), standard: nullable(number()) })),
      count: integer(),
    }),
    object({
      country_code: text(),
      name: text(),
      currency: text(),
      rates,
      default_rate: nullable(number({ description: 'The standard rate' })),
      rounding: object({ precision: integer({ description: 'Decimals' }), mode: oneOf(roundingModes) }),
      reverse_charge: flag({ description: 'Whether business customers account for VAT on services from abroad' }),
      vat_number_format: nullable(text({ description: 'Regular expression of a VAT number without spaces' })),
      ...provenance,
    }),
    object({
      country_code: text(),
      rates,
      updated_at: day({ description: 'When the rates were checked' }),
      ...provenance,
    }),
  ]),
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
