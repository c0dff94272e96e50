import { XMLParser } from 'fast-xml-parser';
import Type, { type Static } from 'typebox';
import { utcDay } from '../../../shared/process/clock.js';
import { centralBankRates } from '../upstream/declarations.js';
import type { HttpResponse } from '../upstream/http.js';
import { checkShape, readText } from '../upstream/read-response.js';
import { addDays, daysApart } from './days.js';
import type { DailyTables, RateTable, Source } from './table.js';

/** The files change once a day, in the afternoon. */
const FILE_LIFETIME_MS = 3_600_000;
/** Days that the shorter of the two files of past days covers, with a margin for holidays. */
const SHORT_FILE_DAYS = 80;
/** Days that are parsed of the long file, which begins in 1999: all of them would take most of a second. */
const DAYS_READ = 2_000;
/** Days before a range within which there is a rate: Easter has the longest gap, four days. */
const DAYS_BEFORE = 7;

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

function readFile(response: HttpResponse): DailyTables {
  const file = parser.parse(cutOldDays(readText(response)));
  return Object.fromEntries(
    checkShape(fileShape, file)['gesmes:Envelope'].Cube.Cube.map((day) => [day.time, toTable(day)]),
  );
}

/** Cuts the oldest days off a file, in which the newest come first. */
function cutOldDays(file: string): string {
  let start = -1;
  for (let day = 0; day <= DAYS_READ; day += 1) {
    start = file.indexOf('<Cube time=', start + 1);
    if (start === -1) return file;
  }
  return `${file.slice(0, start)}</Cube></gesmes:Envelope>`;
}

/**
 * The fallback: the euro foreign exchange reference rates of the European Central Bank, about thirty currencies on
 * the bank's business days (ecb.europa.eu, "Euro foreign exchange reference rates": eurofxref-daily.xml,
 * eurofxref-hist-90d.xml, eurofxref-hist.xml).
 */
export const centralBank: Source = {
  name: 'central_bank',
  upstream: centralBankRates,

  async latest(call, refresh = false) {
    const { at, value } = await call.upstreams.get(centralBankRates).fetch(call, {
      path: 'eurofxref-daily.xml',
      read: (response) => Object.values(readFile(response))[0] ?? { base: 'EUR', units: {} },
      lifetimeMs: FILE_LIFETIME_MS,
      refresh,
    });
    return { at, value };
  },

  async daily(call, _codes, first, last) {
    const from = addDays(first, -DAYS_BEFORE);
    const isRecent = daysApart(from, utcDay(call.clock.now())) < SHORT_FILE_DAYS;
    const { value } = await call.upstreams.get(centralBankRates).fetch(call, {
      path: isRecent ? 'eurofxref-hist-90d.xml' : 'eurofxref-hist.xml',
      read: readFile,
      lifetimeMs: FILE_LIFETIME_MS,
    });
    return Object.fromEntries(Object.entries(value).filter(([day]) => day >= from && day <= last));
  },
};
