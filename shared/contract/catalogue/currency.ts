import { endpoint, group, type Rule } from '../endpoint.js';
import { errors } from '../errors.js';
import {
  day,
  flag,
  instant,
  integer,
  list,
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

const code = (description: string) =>
  text({ description, pattern: '^[A-Za-z0-9]{1,10}$', shape: 'a currency code such as EUR' });
const from = code('Source currency, e.g. EUR');
const to = code('Target currency, e.g. USD');

const source = oneOf(['primary', 'secondary', 'central_bank', 'last_known'], {
  description: 'Source of the rate; sources are tried in this order',
});
const unitPrice = number({ description: 'Price of one unit of the source currency in the target currency' });
const fetchedAt = instant({ description: 'Time at which the rate was fetched' });
const rate = object({ from: text(), to: text(), rate: unitPrice, source, fetched_at: fetchedAt });

export const currencies = endpoint(currencyGroup, {
  path: '/v1/currency/currencies',
  pool: 'fetch',
  credits: 0.001,
  summary: 'Lists the currencies, cryptocurrencies and precious metals that can be converted',
  request: object({}),
  response: object({
    currencies: list(
      object({
        code: text(),
        name: text(),
        symbol: text(),
        decimals: integer({ description: 'Decimal places of amounts' }),
        type: oneOf(['fiat', 'crypto', 'metal']),
      }),
    ),
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
  pool: 'fetch',
  credits: 0.005,
  summary: 'Returns the exchange rates of one currency pair, or of up to 20 pairs',
  request: object({
    from: optional(from),
    to: optional(to),
    pairs: optional(
      list(object({ from, to }), { maxItems: 20, description: 'Currency pairs, instead of from and to' }),
    ),
  }),
  rules: [pairsOrPair],
  response: object({ rates: list(rate) }),
  batch: {},
  errors: [errors.pairsRequired, errors.exchangeRateUnavailable],
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
  pool: 'fetch',
  credits: 0.009,
  summary: 'Converts an amount at the mid-market rate, and compares what eight kinds of providers would pay out',
  request: object({
    from,
    to,
    amount: number({ minimum: 0.01, maximum: 10_000_000, description: 'Amount in the source currency' }),
    include_platforms: withDefault(flag({ description: 'False leaves out the comparison of providers' }), true),
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
    fetched_at: fetchedAt,
  }),
  batch: {},
  errors: [errors.exchangeRateUnavailable],
  example: { request: { from: 'EUR', to: 'USD', amount: 250 } },
});

export const platforms = endpoint(currencyGroup, {
  path: '/v1/currency/platforms',
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
  pool: 'fetch',
  credits: 0.02,
  summary:
    'Returns the daily rates of a currency pair for up to 365 days. A day without a published rate has the last one before it',
  request: object({
    from,
    to,
    start_date: optional(day({ description: 'First day; defaults to 30 days ago' })),
    end_date: optional(day({ description: 'Last day; defaults to today (UTC)' })),
  }),
  response: object({
    from: text(),
    to: text(),
    start_date: day(),
    end_date: day(),
    rates: list(object({ date: day(), rate: unitPrice })),
    count: integer({ description: 'Number of days' }),
  }),
  errors: [errors.dateRangeTooLong, errors.dateRangeReversed, errors.dateInFuture, errors.exchangeRateUnavailable],
  example: { request: { from: 'EUR', to: 'USD', start_date: '2026-01-05', end_date: '2026-01-16' } },
});
