import { XMLParser } from 'fast-xml-parser';
import Type, { type Static } from 'typebox';
import { utcDay } from '../../../shared/process/clock.js';
import { centralBankRates } from '../upstream/declarations.js';
import type { HttpAnswer } from '../upstream/http.js';
import { ofShape, readText } from '../upstream/read-answer.js';
import { addDays, daysApart } from './days.js';
import type { Source } from './sources.js';
import type { DailyTables, RateTable } from './table.js';

/** The files change once a day, in the afternoon. */
const FILE_LIFETIME_MS = 3_600_000;
/** The shorter of the two files of past days reaches back this far; a margin is left for holidays. */
const SHORT_FILE_DAYS = 80;
/** Of the long file, which begins in 1999 and would take most of a second to parse, no more days than this are read. */
const DAYS_READ = 2_000;
/** The longest row of days without publication is Easter's, four; the last rate before a range lies within this. */
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
  // One day, or one currency, is a list as well.
  isArray: (_, path) => /Cube\.Cube(\.Cube)?$/.test(String(path)),
});

const tableOf = ({ Cube }: DayCube): RateTable => ({
  base: 'EUR',
  units: Object.fromEntries(Cube.map(({ currency, rate }) => [currency, Number(rate)])),
});

function readFile(answer: HttpAnswer): DailyTables {
  const file = parser.parse(newestDays(readText(answer)));
  return Object.fromEntries(
    ofShape(fileShape, file)['gesmes:Envelope'].Cube.Cube.map((day) => [day.time, tableOf(day)]),
  );
}

/** The file without its oldest days: the newest come first. */
function newestDays(file: string): string {
  let start = -1;
  for (let day = 0; day <= DAYS_READ; day += 1) {
    start = file.indexOf('<Cube time=', start + 1);
    if (start === -1) return file;
  }
  return `${file.slice(0, start)}</Cube></gesmes:Envelope>`;
}

/**
 * The fall-back: the euro foreign exchange reference rates of the European Central Bank, about thirty currencies on
 * the bank's business days (ecb.europa.eu, "Euro foreign exchange reference rates": eurofxref-daily.xml,
 * eurofxref-hist-90d.xml, eurofxref-hist.xml).
 */
export const centralBank: Source = {
  name: 'central_bank',
  upstream: centralBankRates,

  async latest(call, anew = false) {
    const { at, value } = await call.upstreams.of(centralBankRates).ask(call, {
      path: 'eurofxref-daily.xml',
      read: (answer) => Object.values(readFile(answer))[0] ?? { base: 'EUR', units: {} },
      lifetimeMs: FILE_LIFETIME_MS,
      anew,
    });
    return { at, value };
  },

  async daily(call, _codes, first, last) {
    const from = addDays(first, -DAYS_BEFORE);
    const isRecent = daysApart(from, utcDay(call.clock.now())) < SHORT_FILE_DAYS;
    const { value } = await call.upstreams.of(centralBankRates).ask(call, {
      path: isRecent ? 'eurofxref-hist-90d.xml' : 'eurofxref-hist.xml',
      read: readFile,
      lifetimeMs: FILE_LIFETIME_MS,
    });
    return Object.fromEntries(Object.entries(value).filter(([day]) => day >= from && day <= last));
  },
};
