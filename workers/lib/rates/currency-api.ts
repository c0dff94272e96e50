import Type, { type Static } from 'typebox';
import type { Config } from '../../../shared/process/config.js';
import { secondaryRates } from '../upstream/declarations.js';
import { jsonReader } from '../upstream/read-response.js';
import { type RateTable, type Source, TABLE_LIFETIME_MS } from './table.js';

const quotes = Type.Record(Type.String(), Type.Object({ code: Type.String(), value: Type.Number({ minimum: 0 }) }));
const latestShape = Type.Object({ data: quotes });
const rangeShape = Type.Object({
  data: Type.Array(Type.Object({ datetime: Type.String({ format: 'date-time' }), currencies: quotes })),
});

const RANGE_LIFETIME_MS = 3_600_000;
const base = 'USD';

const authentication = (config: Pick<Config, 'RATES_SECONDARY_KEY'>): Record<string, string> => ({
  apikey: config.RATES_SECONDARY_KEY ?? '',
});

const toTable = (quoted: Static<typeof quotes>): RateTable => ({
  base,
  units: Object.fromEntries(Object.entries(quoted).map(([code, { value }]) => [code, value])),
});

/**
 * The secondary source: a service with the interface of currencyapi.com
 * (currencyapi.com/docs: v3/latest, v3/range, authentication by the header `apikey`).
 */
export const currencyApi: Source = {
  name: 'secondary',
  upstream: secondaryRates,

  async latest(call, refresh = false) {
    const { at, value } = await call.upstreams.get(secondaryRates).fetch(call, {
      path: 'v3/latest',
      query: { base_currency: base },
      headers: authentication(call.config),
      read: jsonReader(latestShape),
      lifetimeMs: TABLE_LIFETIME_MS,
      refresh,
    });
    return { at, value: toTable(value.data) };
  },

  async daily(call, codes, first, last) {
    const { at, value } = await call.upstreams.get(secondaryRates).fetch(call, {
      path: 'v3/range',
      query: {
        datetime_start: `${first}T00:00:00Z`,
        datetime_end: `${last}T23:59:59Z`,
        accuracy: 'day',
        base_currency: base,
        currencies: [...codes].sort().join(','),
      },
      headers: authentication(call.config),
      read: jsonReader(rangeShape),
      lifetimeMs: RANGE_LIFETIME_MS,
    });
    const days = value.data.map(({ datetime, currencies }) => [datetime.slice(0, 10), toTable(currencies)] as const);
    return { at, value: Object.fromEntries(days) };
  },
};
