import { XMLParser } from 'fast-xml-parser';
import Type, { type Static } from 'typebox';
import { addDays } from '../../../shared/days.js';
import { centralBankRates } from '../upstream/declarations.js';
import type { HttpResponse } from '../upstream/http.js';
import { checkShape, readText } from '../upstream/read-response.js';
import { findReferenceRates, refreshReferenceRates } from './reference-rates.js';
import { LONGEST_GAP_DAYS, type RateTable, type Source } from './table.js';

/** The files change once a day, in the afternoon. */
const FILE_LIFETIME_MS = 3_600_000;

const fileShape = Type.Object({
  'gesmes:Envelope': Type.Object({
    Cube: Type.Object({
      Cube: Type.Array(
        Type.Object({
          time: Type.String({ format: 'date' }),
          Cube: Type.Array(Type.Object({ currency: Type.String(), rate: Type.String({ pattern: '^[0-9.]+$' }) })),
        }),
        { minItems: 1 },
      ),
    }),
  }),
});
type DayCube = Static<typeof fileShape>['gesmes:Envelope']['Cube']['Cube'][number];

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  // A single day or currency is a list as well.
  isArray: (_, path) => /Cube\.Cube(\.Cube)?$/.test(String(path)),
});

const toTable = ({ Cube }: DayCube): RateTable => ({
  base: 'EUR',
  units: Object.fromEntries(Cube.map(({ currency, rate }) => [currency, Number(rate)])),
});

function readFile(response: HttpResponse): RateTable {
  const [day] = checkShape(fileShape, parser.parse(readText(response)))['gesmes:Envelope'].Cube.Cube;
  return day ? { ...toTable(day), publishedOn: day.time } : { base: 'EUR', units: {} };
}

/**
 * The euro foreign exchange reference rates of the European Central Bank, about thirty currencies on the bank's business days
 * (ecb.europa.eu, "Euro foreign exchange reference rates": eurofxref-daily.xml, eurofxref-hist.zip).
 */
export const centralBank: Source = {
  name: 'central_bank',
  upstream: centralBankRates,

  async latest(call, refresh = false) {
    const { at, value } = await call.upstreams.get(centralBankRates).fetch(call, {
      path: 'eurofxref-daily.xml',
      read: readFile,
      lifetimeMs: FILE_LIFETIME_MS,
      refresh,
    });
    return { at, value };
  },

  async refreshHistory(call, { publishedOn }) {
    if (publishedOn) await refreshReferenceRates(call, publishedOn);
  },

  async daily(call, codes, first, last) {
    return findReferenceRates(call, codes, addDays(first, -LONGEST_GAP_DAYS), last);
  },
};
