import { endpoint, group, type Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import {
  day,
  flag,
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../fields.js';

const currencyGroup = group({
  id: 'currency',
  title: 'Currency',
  summary: 'Exchange rates, conversion with a comparison of providers, rate history and supported currencies',
});

/** Days of a page of past rates at most: a leap year. */
export const LONGEST_PAGE = 366;

const code = (description: string, brief = '') =>
  text({ description, brief, pattern: '^[A-Za-z0-9]{1,10}$', shape: 'a currency code such as EUR' });
const from = code('Source currency, e.g. EUR');
const to = code('Target currency, e.g. USD');

const source = oneOf(['primary', 'secondary', 'central_bank', 'last_known', 'fixed_rate'], {
  description:
    'Source of the rate. Current rates: primary, else secondary, central_bank, last_known. Rates of a day: central_bank, else primary, ' +
    'secondary. fixed_rate: both currencies are one at a rate fixed by law',
});
const unitPrice = number({ description: 'Price of one unit of the source currency in the target currency' });
const fetchedAt = instant({ description: 'Time at which the rate was fetched' });
const date = optional(
  day({
    description: 'Day of the rate, from 1999-01-04 to today (UTC): the last one published on or before it',
    brief: '',
  }),
);

/** Fields of a rate that depends on its day or on the fixed rate of a withdrawn currency. */
const publication = {
  published_on: optional(
    nullable(
      day({ description: 'With date: day of the publication that the rate is from; null if it is fixed by law' }),
    ),
  ),
  source_name: optional(text({ description: 'Publication, or act that fixes the rate' })),
  warnings: optional(list(text(), { description: 'Withdrawn currencies, and the fixed rate that applies' })),
};
const rate = object({ from: text(), to: text(), rate: unitPrice, source, ...publication, fetched_at: fetchedAt });

const anyCurrency = object({
  code: text(),
  name: text(),
  symbol: text(),
  decimals: integer({ description: 'Decimal places of amounts' }),
  type: oneOf(['fiat', 'crypto', 'metal']),
  first_day: nullable(
    day({ description: 'First day of reference rates since 1999; null if it depends on the source' }),
  ),
  last_day: nullable(day({ description: 'Last day as a currency of its own; null while it is current' })),
  successor: nullable(text({ description: 'Code of the currency that replaced it' })),
  fixed_rate: nullable(number({ description: 'Units per unit of the successor, fixed by law' })),
});

export const currencies = endpoint(currencyGroup, {
  path: '/v1/currency/currencies',
  keywords: ['supported', 'codes'],
  pool: 'fetch',
  credits: 0.001,
  summary: 'Lists the currencies, cryptocurrencies and precious metals that can be converted',
  request: object({
    include_withdrawn: withDefault(
      flag({
        description: 'True lists former currencies as well, such as BGN, HRK and DEM',
        brief: 'Also former ones, such as DEM',
      }),
      false,
    ),
  }),
  response: object({
    currencies: list(anyCurrency),
    total: integer(),
    top_fiat: list(text()),
    top_crypto: list(text()),
    metals: list(text()),
  }),
  example: { request: {} },
});

const pairsOrPair: Rule<{ from?: string; to?: string; pairs?: unknown[] }> = {
  describe: 'pairs, or both from and to, are required',
  check: ({ pairs, from, to }) => (pairs?.length || (from && to) ? undefined : errors.pairsRequired()),
};

export const rates = endpoint(currencyGroup, {
  path: '/v1/currency/rates',
  keywords: ['forex', 'fx', 'bitcoin', 'gold', 'price'],
  pool: 'fetch',
  credits: 0.005,
  summary: 'Returns the exchange rates of one currency pair, or of up to 20 pairs, now or on a day',
  request: object({
    from: optional(from),
    to: optional(to),
    pairs: optional(
      list(object({ from, to }), {
        maxItems: 20,
        description: 'Currency pairs, instead of from and to',
        brief: 'Instead of from and to',
      }),
    ),
    date,
  }),
  rules: [pairsOrPair],
  response: object({ rates: list(rate) }),
  batch: {},
  errors: [errors.pairsRequired, errors.exchangeRateUnavailable, errors.exchangeRateUnavailableOn, errors.dateInFuture],
  example: { request: { from: 'EUR', to: 'USD' } },
});

const quote = object({
  rate: number({ description: 'Rate of the provider, after its markup' }),
  result: number({ description: 'Amount paid out, in the target currency' }),
  fee: number({ description: 'Fee, in the source currency' }),
  total_cost: number({ description: 'Fee and markup together, in the source currency' }),
  markup: text({ description: 'Markup in percent, with a % sign' }),
});

export const convert = endpoint(currencyGroup, {
  path: '/v1/currency/convert',
  keywords: ['exchange', 'money'],
  pool: 'fetch',
  credits: 0.009,
  summary: 'Converts an amount at the mid-market rate, and compares what eight kinds of providers would pay out',
  request: object({
    from,
    to,
    amount: number({ minimum: 0.01, maximum: 10_000_000, description: 'Amount in the source currency', brief: '' }),
    include_platforms: withDefault(
      flag({ description: 'False leaves out the comparison of providers', brief: 'false: no comparison' }),
      true,
    ),
    date,
  }),
  response: object({
    from: text(),
    to: text(),
    amount: number(),
    mid_market: object({
      rate: unitPrice,
      result: number({ description: 'Amount in the target currency, without markup and fees' }),
    }),
    platforms: record(quote),
    sources: object({ primary: source }),
    ...publication,
    fetched_at: fetchedAt,
  }),
  batch: {},
  errors: [errors.exchangeRateUnavailable, errors.exchangeRateUnavailableOn, errors.dateInFuture],
  example: { request: { from: 'EUR', to: 'USD', amount: 250 } },
});

export const platforms = endpoint(currencyGroup, {
  path: '/v1/currency/platforms',
  keywords: ['bank', 'transfer', 'card', 'spread'],
  pool: 'fetch',
  credits: 0.001,
  summary: 'Lists the markups and fees of the eight kinds of providers that convert compares',
  request: object({}),
  response: object({
    platforms: record(
      object({
        name: text(),
        markup: number({ description: 'Markup on the mid-market rate, in percent' }),
        fee_pct: number({ description: 'Fee in percent of the amount' }),
        fee_flat: number({ description: 'Flat fee, in the source currency' }),
        weekend_extra: number({ description: 'Extra markup on Saturdays and Sundays (UTC), in percent' }),
      }),
    ),
  }),
  example: { request: {} },
});

export const historical = endpoint(currencyGroup, {
  path: '/v1/currency/historical',
  keywords: ['history', 'past', 'trend', 'cost'],
  pool: 'fetch',
  credits: 0.02,
  summary:
    'Returns the daily rates of a currency pair for up to 365 days, or any range page by page. A day without a published rate has the last ' +
    'one before it',
  request: object({
    from,
    to,
    start_date: optional(day({ description: 'First day; defaults to 30 days ago', brief: '' })),
    end_date: optional(day({ description: 'Last day; defaults to today (UTC)', brief: '' })),
    limit: optional(
      integer({
        minimum: 1,
        maximum: LONGEST_PAGE,
        description: 'Days of a page. With it, or with cursor, the range may be longer than 365 days',
        advanced: true,
      }),
    ),
    cursor: optional(day({ description: 'First day of the page: next_cursor of the page before', advanced: true })),
  }),
  response: object({
    from: text(),
    to: text(),
    start_date: day(),
    end_date: day(),
    source: optional(source),
    rates: list(object({ date: day(), rate: unitPrice })),
    count: integer({ description: 'Number of days in this response' }),
    next_cursor: optional(
      nullable(day({ description: 'Of a paged range: cursor of the next page; null on the last' })),
    ),
  }),
  errors: [errors.dateRangeTooLong, errors.dateRangeReversed, errors.dateInFuture, errors.exchangeRateUnavailable],
  example: { request: { from: 'EUR', to: 'USD', start_date: '2026-01-05', end_date: '2026-01-16' } },
});

const kind = oneOf(['ecb_daily', 'ecb_monthly_average', 'de_vat_monthly', 'eu_customs', 'hmrc_monthly', 'fixed_rate'], {
  description: 'Kind of official rate; see the documentation for its rules',
  brief: 'Default: all',
});

export const official = endpoint(currencyGroup, {
  path: '/v1/currency/official',
  pool: 'fetch',
  credits: 0.005,
  summary: 'Lists the official exchange rates of a currency that tax and customs authorities accept on a day',
  request: object({
    currency: code('Currency, e.g. USD'),
    date: optional(
      day({
        description: 'Day on which the rate must apply, any of the month for a monthly rate; defaults to today (UTC)',
        brief: '',
      }),
    ),
    kind: optional(kind),
  }),
  response: object({
    currency: text(),
    date: day(),
    rates: list(
      object({
        kind,
        base: text({ description: 'Currency of which one unit is priced: EUR or GBP, or the successor' }),
        rate: number({ description: 'Units of the currency per unit of base, as published' }),
        valid_from: day(),
        valid_to: nullable(day({ description: 'Last day; null while no later rate is published' })),
        published_on: nullable(day({ description: 'Day of publication; null if the publisher states none' })),
        source: text(),
        legal_basis: text(),
      }),
    ),
    count: integer(),
    warnings: list(text(), { description: 'Sources that did not respond, whose rates are missing' }),
  }),
  batch: {},
  errors: [errors.officialRateUnavailable, errors.dateInFuture],
  example: { request: { currency: 'USD', date: '2026-01-16' } },
});
