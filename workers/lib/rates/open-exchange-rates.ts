import Type from 'typebox';
import { utcDay } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import { primaryRates } from '../upstream/declarations.js';
import { jsonOf } from '../upstream/read-answer.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { monthsOf } from './days.js';
import type { Source } from './sources.js';
import { type DailyTables, TABLE_LIFETIME_MS } from './table.js';

const units = Type.Record(Type.String(), Type.Number({ minimum: 0 }));
const base = Type.String({ minLength: 3 });
const latestShape = Type.Object({ base, rates: units });
const seriesShape = Type.Object({ base, rates: Type.Record(Type.String(), units) });

/** Months asked for at once: a long range must not take all places that the upstream has. */
const MONTHS_AT_ONCE = 4;
const PAST_MONTH_LIFETIME_MS = 24 * 3_600_000;
const THIS_MONTH_LIFETIME_MS = 3_600_000;

/** Most crypto coins are only in an answer when alternative currencies are asked for. */
const show_alternative = 1;

const secrets = (config: Pick<Config, 'RATES_PRIMARY_KEY'>) => ({ app_id: config.RATES_PRIMARY_KEY });

/**
 * The primary source: a service with the interface of Open Exchange Rates
 * (docs.openexchangerates.org: latest.json, time-series.json, authentication by `app_id`).
 */
export const openExchangeRates: Source = {
  name: 'primary',
  upstream: primaryRates,

  async latest(call, anew = false) {
    const { at, value } = await call.upstreams.of(primaryRates).ask(call, {
      path: 'latest.json',
      query: { show_alternative },
      secrets: secrets(call.config),
      read: jsonOf(latestShape),
      lifetimeMs: TABLE_LIFETIME_MS,
      anew,
    });
    return { at, value: { base: value.base, units: value.rates } };
  },

  async daily(call, codes, first, last) {
    const months = monthsOf(first, last);
    const found: DailyTables[] = [];
    for (let index = 0; index < months.length; index += MONTHS_AT_ONCE) {
      const some = months.slice(index, index + MONTHS_AT_ONCE);
      found.push(...(await Promise.all(some.map((month) => daysOfMonth(call, codes, month)))));
    }
    return Object.assign({}, ...found);
  },
};

/** A request spans a month at most, so a year is asked for month by month; whole months serve many ranges. */
async function daysOfMonth(
  call: UpstreamContext,
  codes: readonly string[],
  month: { first: string; last: string },
): Promise<DailyTables> {
  const today = utcDay(call.clock.now());
  const isOver = month.last < today;
  const { value } = await call.upstreams.of(primaryRates).ask(call, {
    path: 'time-series.json',
    query: {
      start: month.first,
      end: isOver ? month.last : today,
      symbols: [...codes].sort().join(','),
      show_alternative,
    },
    secrets: secrets(call.config),
    read: jsonOf(seriesShape),
    lifetimeMs: isOver ? PAST_MONTH_LIFETIME_MS : THIS_MONTH_LIFETIME_MS,
  });
  const days = Object.entries(value.rates);
  return Object.fromEntries(days.map(([day, rates]) => [day, { base: value.base, units: rates }]));
}
