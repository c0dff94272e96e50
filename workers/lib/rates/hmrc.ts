import { parse } from 'csv-parse/sync';
import Type, { type Static } from 'typebox';
import { utcDay } from '../../../shared/process/clock.js';
import { hmrcRates } from '../upstream/declarations.js';
import type { HttpResponse } from '../upstream/http.js';
import { checkShape, readText } from '../upstream/read-response.js';
import type { UpstreamContext } from '../upstream/upstreams.js';

/** First month of which HM Revenue & Customs has a file. */
const FIRST_MONTH = '2021-01';

/** A month that is over stays as it is; rates of the current one may be corrected. */
const PAST_LIFETIME_MS = 24 * 3_600_000;
const CURRENT_LIFETIME_MS = 3_600_000;

/** Codes of the files that differ from ISO 4217. */
const isoCodes: Readonly<Record<string, string>> = { VED: 'VES', ZIG: 'ZWG' };

/** Columns of a file, in lower case: their names have been written with and without capitals. */
const fileShape = Type.Array(
  Type.Object({
    'currency code': Type.String(),
    'currency units per £1': Type.String(),
    'start date': Type.String({ pattern: '^\\d\\d/\\d\\d/\\d{4}$' }),
    'end date': Type.String({ pattern: '^\\d\\d/\\d\\d/\\d{4}$' }),
  }),
  { minItems: 1 },
);

/** Units of a currency per pound that apply from a day to another. */
interface MonthlyRate {
  readonly code: string;
  readonly units: number;
  readonly from: string;
  readonly to: string;
}

/**
 * Returns the rate that HM Revenue & Customs publishes for a day, if it has the currency. A month has one rate, and another from the middle
 * of it if the market moved by more than five per cent.
 *
 * @throws ApiError if the upstream is not configured or fails
 */
export async function findHmrcRate(call: UpstreamContext, code: string, day: string): Promise<MonthlyRate | undefined> {
  const month = day.slice(0, 7);
  if (month < FIRST_MONTH) return undefined;
  const isOver = month < utcDay(call.clock.now()).slice(0, 7);
  const { value } = await call.upstreams.get(hmrcRates).fetch(call, {
    path: `monthly_csv_${Number(month.slice(0, 4))}-${Number(month.slice(5))}.csv`,
    read: readFile,
    lifetimeMs: isOver ? PAST_LIFETIME_MS : CURRENT_LIFETIME_MS,
  });
  const applicable = value.filter((rate) => rate.code === code && rate.from <= day && day <= rate.to);
  return applicable.sort((a, b) => (a.from < b.from ? 1 : -1))[0];
}

function readFile(response: HttpResponse): MonthlyRate[] {
  const rows: unknown = parse(readText(response), {
    columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    bom: true,
    trim: true,
    skip_empty_lines: true,
  });
  return checkShape(fileShape, rows)
    .map(toRate)
    .filter(({ units }) => units > 0);
}

const toRate = (row: Static<typeof fileShape>[number]): MonthlyRate => ({
  code: isoCodes[row['currency code']] ?? row['currency code'],
  units: Number(row['currency units per £1']),
  from: toDay(row['start date']),
  to: toDay(row['end date']),
});

/** Converts a date from DD/MM/YYYY. */
const toDay = (date: string): string => date.split('/').reverse().join('-');
