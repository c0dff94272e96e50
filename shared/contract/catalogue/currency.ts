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
  summary: 'Currency list, exchange rates, conversion with a comparison of providers, history',
});

const code = (description: string) =>
  text({ description, pattern: '^[A-Za-z0-9]{1,10}$', shape: 'a currency code such as EUR' });
const from = code('Code of the currency to convert from, e.g. EUR');
const to = code('Code of the currency to convert to, e.g. USD');

const source = oneOf(['primary', 'secondary', 'central_bank', 'last_known'], {
  description: 'Which of the sources, asked in this order, the rate comes from',
});
const rate = object({ from: text(), to: text(), rate: number(), source, fetched_at: instant() });

export const currencies = endpoint(currencyGroup, {
  path: '/v1/currency/currencies',
  pool: 'fetch',
  credits: 0.001,
  summary: 'All currencies, crypto coins and precious metals that can be converted',
  request: object({}),
  response: object({
    currencies: list(
      object({
        code: text(),
        name: text(),
        symbol: text(),
        decimals: integer(),
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
  describe: 'Either pairs, or both from and to, is required',
  check: ({ pairs, from, to }) => (pairs?.length || (from && to) ? undefined : errors.pairsRequired()),
};

export const rates = endpoint(currencyGroup, {
  path: '/v1/currency/rates',
  pool: 'fetch',
  credits: 0.005,
  summary: 'Exchange rates of one pair or of up to twenty',
  request: object({
    from: optional(from),
    to: optional(to),
    pairs: optional(list(object({ from, to }), { maxItems: 20, description: 'Up to 20 pairs' })),
  }),
  rules: [pairsOrPair],
  response: object({ rates: list(rate) }),
  errors: [errors.pairsRequired, errors.exchangeRateUnavailable],
  example: { request: { from: 'EUR', to: 'USD' } },
});

const quote = object({ rate: number(), result: number(), fee: number(), total_cost: number(), markup: text() });

export const convert = endpoint(currencyGroup, {
  path: '/v1/currency/convert',
  pool: 'fetch',
  credits: 0.009,
  summary: 'Convert an amount at the mid-market rate and compare what eight kinds of provider would give',
  request: object({
    from,
    to,
    amount: number({ minimum: 0.01, maximum: 10_000_000, description: 'Amount in the from currency' }),
    include_platforms: withDefault(flag({ description: 'Whether to compare providers' }), true),
  }),
  response: object({
    from: text(),
    to: text(),
    amount: number(),
    mid_market: object({ rate: number(), result: number() }),
    platforms: record(quote),
    sources: object({ primary: source }),
    fetched_at: instant(),
  }),
  errors: [errors.exchangeRateUnavailable],
  example: { request: { from: 'EUR', to: 'USD', amount: 250 } },
});

export const platforms = endpoint(currencyGroup, {
  path: '/v1/currency/platforms',
  pool: 'fetch',
  credits: 0.001,
  summary: 'Markups and fees of the eight kinds of provider that convert compares',
  request: object({}),
  response: object({
    platforms: record(
      object({ name: text(), markup: number(), fee_pct: number(), fee_flat: number(), weekend_extra: number() }),
    ),
  }),
  example: { request: {} },
});

export const historical = endpoint(currencyGroup, {
  path: '/v1/currency/historical',
  pool: 'fetch',
  credits: 0.02,
  summary:
    'One rate of a pair for each day of up to a year; on days without publication the last published rate stands',
  request: object({
    from,
    to,
    start_date: optional(day({ description: 'First day, by default 30 days ago' })),
    end_date: optional(day({ description: 'Last day, by default today (UTC)' })),
  }),
  response: object({
    from: text(),
    to: text(),
    start_date: day(),
    end_date: day(),
    rates: list(object({ date: day(), rate: number() })),
    count: integer(),
  }),
  errors: [errors.dateRangeTooLong, errors.dateRangeReversed, errors.dateInFuture, errors.exchangeRateUnavailable],
  example: { request: { from: 'EUR', to: 'USD', start_date: '2026-01-05', end_date: '2026-01-16' } },
});
