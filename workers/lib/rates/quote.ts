import { Decimal } from 'decimal.js';
import type { rates as contract } from '../../../shared/contract/catalogue/currency.js';
import type { Output } from '../../../shared/contract/contract.js';
import { errors } from '../../../shared/contract/errors.js';
import { addDays } from '../../../shared/days.js';
import { utcDay } from '../../../shared/process/clock.js';
import type { Currency, Pair } from '../currencies/currencies.js';
import { findReplaced, type Withdrawn } from '../currencies/withdrawn.js';
import { primaryRates } from '../upstream/declarations.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { fetchPublished, listCodes } from './history.js';
import { Market } from './market.js';
import { FIRST_REFERENCE_DAY } from './reference-rates.js';
import { sortOfficialFirst } from './sources.js';
import { computeExactRate, findPublication, roundRate } from './table.js';

export const REFERENCE_RATES = 'European Central Bank, euro foreign exchange reference rates';

type Fields = Omit<Output<typeof contract>['rates'][number], 'from' | 'to'>;

/** A rate as responses have it, and without rounding. */
export interface Quote {
  readonly fields: Fields;
  readonly exact: Decimal;
}

/**
 * Returns the rates of one call: of the day that is given, or current ones.
 *
 * @throws ApiError 422 if the day is in the future
 */
export function quoter(call: UpstreamContext, date: string | undefined): (pair: Pair) => Promise<Quote> {
  if (date !== undefined && date > utcDay(call.clock.now())) throw errors.dateInFuture({ field: 'date' });
  const market = new Market(call);
  return async (pair) => {
    const replaced = findAllReplaced(pair, date);
    const fixed = findFixed(pair, date);
    const quote = fixed
      ? quoteFixed(call, fixed, date)
      : await (date === undefined ? quoteNow(market, pair) : quoteOn(call, pair, date));
    if (replaced.length === 0) return quote;
    const acts = replaced.map(({ act }) => act);
    const names = [...(fixed ? [] : [quote.fields.source_name ?? []].flat()), ...new Set(acts)];
    return {
      exact: quote.exact,
      fields: { ...quote.fields, source_name: names.join('; '), warnings: replaced.map(describeReplaced) },
    };
  };
}

const findAllReplaced = ({ from, to }: Pair, date?: string): Withdrawn[] =>
  [from, to].flatMap(({ code }) => findReplaced(code, date) ?? []);

const describeReplaced = ({ code, successor, fixedRate, lastDay, act }: Withdrawn): string =>
  `${code} was replaced by ${successor} on ${addDays(lastDay, 1)}: the fixed rate of ${fixedRate} ${code} = 1 ${successor} applies (${act})`;

/** Returns the rate of two currencies that are the same one at fixed rates, which needs no source. */
function findFixed({ from, to }: Pair, date?: string): Decimal | undefined {
  const [give, get] = [findReplaced(from.code, date), findReplaced(to.code, date)];
  const isFixed = (give || get) && (give?.successor ?? from.code) === (get?.successor ?? to.code);
  return isFixed ? new Decimal(get?.fixedRate ?? 1).div(give?.fixedRate ?? 1) : undefined;
}

function quoteFixed({ clock }: UpstreamContext, exact: Decimal, date?: string): Quote {
  const dated = date === undefined ? {} : { published_on: null };
  return {
    exact,
    fields: { rate: roundRate(exact), source: 'fixed_rate', ...dated, fetched_at: clock.now().toISOString() },
  };
}

async function quoteNow(market: Market, { from, to }: Pair): Promise<Quote> {
  const { rate, source, fetchedAt } = await market.rate(from.code, to.code);
  return { exact: new Decimal(rate), fields: { rate, source, fetched_at: fetchedAt.toISOString() } };
}

/** Returns the rate of the last publication on or before a day: the central bank's, else that of the first source that has one. */
async function quoteOn(call: UpstreamContext, { from, to }: Pair, date: string): Promise<Quote> {
  const pair = { from: from.code, to: to.code };
  if (date < FIRST_REFERENCE_DAY || [from, to].some((currency) => isBeforeFirstDay(currency, date)))
    throw errors.exchangeRateUnavailableOn({ ...pair, date });
  const sources = sortOfficialFirst(call.upstreams);
  if (sources.length === 0) throw call.upstreams.get(primaryRates).notConfigured();
  for (const source of sources) {
    const published = await fetchPublished(call, source, listCodes(pair), date, date);
    const last = published && findPublication(published.value, date);
    const exact = last && computeExactRate(last.table, pair.from, pair.to, date);
    if (!exact) continue;
    const name = source.name === 'central_bank' ? { source_name: REFERENCE_RATES } : {};
    const fetched_at = published.at.toISOString();
    const fields = { rate: roundRate(exact), source: source.name, published_on: last.day, ...name, fetched_at };
    return { exact, fields };
  }
  throw errors.exchangeRateUnavailableOn({ ...pair, date });
}

const isBeforeFirstDay = ({ first_day }: Currency, date: string): boolean => first_day !== null && date < first_day;
