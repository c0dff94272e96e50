import Type from 'typebox';
import { listMonths } from '../../../shared/days.js';
import { utcDay } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import type { Dated } from '../upstream/cache.js';
import { primaryRates } from '../upstream/declarations.js';
import { jsonReader } from '../upstream/read-response.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { type DailyTables, type Source, TABLE_LIFETIME_MS } from './table.js';

const units = Type.Record(Type.String(), Type.Number({ minimum: 0 }));
const base = Type.String({ minLength: 3 });
const latestShape = Type.Object({ base, rates: units });
const seriesShape = Type.Object({ base, rates: Type.Record(Type.String(), units) });

/** Months that are fetched concurrently: a long range must not take all slots of the upstream. */
const MONTHS_AT_ONCE = 4;
const PAST_MONTH_LIFETIME_MS = 24 * 3_600_000;
const THIS_MONTH_LIFETIME_MS = 3_600_000;

/** Includes crypto coins in responses. */
const show_alternative = 1;

const secrets = (config: Pick<Config, 'RATES_PRIMARY_KEY'>) => ({ app_id: config.RATES_PRIMARY_KEY });

/**
 * The primary source: a service with the interface of Open Exchange Rates
 * (docs.openexchangerates.org: latest.json, time-series.json, authentication by `app_id`).
 */
export const openExchangeRates: Source = {
  name: 'primary',
  upstream: primaryRates,

  async latest(call, refresh = false) {
    const { at, value } = await call.upstreams.get(primaryRates).fetch(call, {
      path: 'latest.json',
      query: { show_alternative },
      secrets: secrets(call.config),
      read: jsonReader(latestShape),
      lifetimeMs: TABLE_LIFETIME_MS,
      refresh,
    });
    return { at, value: { base: value.base, units: value.rates } };
  },

  async daily(call, codes, first, last) {
    const months = listMonths(first, last);
    const found: Dated<DailyTables>[] = [];
    for (let index = 0; index < months.length; index += MONTHS_AT_ONCE) {
      const some = months.slice(index, index + MONTHS_AT_ONCE);
      found.push(...(await Promise.all(some.map((month) => fetchMonth(call, codes, month)))));
    }
    const at = new Date(Math.min(...found.map((month) => month.at.getTime())));
    return { at, value: Object.assign({}, ...found.map(({ value }) => value)) };
  },
};

/** Fetches one month, the maximum of a request. Whole months serve many ranges from the cache. */
async function fetchMonth(
  call: UpstreamContext,
  codes: readonly string[],
  month: { first: string; last: string },
): Promise<Dated<DailyTables>> {
  const today = utcDay(call.clock.now());
  const isOver = month.last < today;
  const { at, value } = await call.upstreams.get(primaryRates).fetch(call, {
    path: 'time-series.json',
    query: {
      start: month.first,
      end: isOver ? month.last : today,
      symbols: [...codes].sort().join(','),
      show_alternative,
    },
    secrets: secrets(call.config),
    read: jsonReader(seriesShape),
    lifetimeMs: isOver ? PAST_MONTH_LIFETIME_MS : THIS_MONTH_LIFETIME_MS,
  });
  const days = Object.entries(value.rates);
  return { at, value: Object.fromEntries(days.map(([day, rates]) => [day, { base: value.base, units: rates }])) };
}
