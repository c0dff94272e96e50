import Type from 'typebox';
import { utcDay } from '../../../shared/process/clock.js';
import type { Config } from '../../../shared/process/config.js';
import { jsonOf } from '../upstream/read.js';
import { type Asking, Upstream } from '../upstream/upstream.js';
import { monthsOf } from './days.js';
import { type Source, TABLE_LIFETIME_MS } from './source.js';
import type { DailyTables } from './table.js';

/**
 * The primary source: a service with the interface of Open Exchange Rates
 * (docs.openexchangerates.org: latest.json, time-series.json, authentication by `app_id`).
 */
const upstream = new Upstream({
  name: 'rates-primary',
  urlSetting: 'RATES_PRIMARY_URL',
  account: { keySetting: 'RATES_PRIMARY_KEY', publicUrl: 'https://openexchangerates.org/api' },
  attemptMs: 2_000,
  totalMs: 3_000,
  maxBytes: 1024 * 1024,
});

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

const secrets = (config: Config) => ({ app_id: config.RATES_PRIMARY_KEY });

export const openExchangeRates: Source = {
  name: 'primary',
  upstream,

  async latest(call, anew = false) {
    const { at, value } = await upstream.ask(call, {
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
  call: Asking,
  codes: readonly string[],
  month: { first: string; last: string },
): Promise<DailyTables> {
  const today = utcDay(call.clock.now());
  const isOver = month.last < today;
  const { value } = await upstream.ask(call, {
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
