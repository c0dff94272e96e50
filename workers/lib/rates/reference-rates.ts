import { unzipSync } from 'fflate';
import { redisKey } from '../../../shared/process/redis-keys.js';
import { findPredecessor } from '../currencies/withdrawn.js';
import { type Dated, isCacheUnavailable } from '../upstream/cache.js';
import { centralBankRates } from '../upstream/declarations.js';
import type { HttpResponse } from '../upstream/http.js';
import { singleFlight } from '../upstream/single-flight.js';
import { discloseSandbox, type UpstreamContext } from '../upstream/upstreams.js';
import type { DailyTables } from './table.js';

/** First day of the euro reference rates. */
export const FIRST_REFERENCE_DAY = '1999-01-04';

/** Time for which the file is not fetched again for a day that it does not have yet, in ms. */
const FRESH_MS = 3_600_000;
/** Time for which the rates stay in Redis after they were last needed or refreshed, in ms. */
const STORED_MS = 7 * 24 * 3_600_000;
const ARCHIVE = 'eurofxref-hist.zip';
const FILE = 'eurofxref-hist.csv';

/** Name of the column of the days. */
const DAY = 'Date';

/** Published rates by year and column, each a comma-separated list: the days, and the rate of each currency on them, empty if there was none. */
type Columns = Map<string, string>;
const columnName = (year: string, column: string): string => `${year}:${column}`;

interface Stored {
  readonly at: number;
  /** Last day of the file. */
  readonly last: string;
}

/**
 * Returns the euro foreign exchange reference rates of the European Central Bank on the business days from `first` to `last` (YYYY-MM-DD),
 * since 1999. They are stored in Redis as columns by year, of which a request reads only its own; the bank's file is fetched when they are
 * missing, or lack a day that may have been published since. A redenominated currency comes with the one that it replaced.
 *
 * @throws ApiError if the central bank is not configured or fails
 */
export async function findReferenceRates(
  call: UpstreamContext,
  requested: readonly string[],
  first: string,
  last: string,
): Promise<Dated<DailyTables>> {
  const codes = requested.flatMap((code) => [code, findPredecessor(code)?.code ?? []].flat());
  const years = listYears(first, last);
  const pick = (columns: Columns): DailyTables => {
    const isIncluded = (day: string): boolean => day >= first && day <= last;
    return Object.fromEntries(years.flatMap((year) => readYear(columns, year, codes, isIncluded)));
  };
  if (isCacheUnavailable(call)) {
    const { at, value } = await download(call);
    return { at, value: pick(value.columns) };
  }
  const at = await ensureStored(call, last);
  const names = years.flatMap((year) => [DAY, ...codes].map((code) => columnName(year, code)));
  const values = await call.redis.hmget(ratesKey(call), ...names);
  return { at, value: pick(new Map(names.map((name, index) => [name, values[index] ?? '']))) };
}

/** Fetches the file unless the stored rates reach to a day, or are so new that it had none. Returns the time of the file. */
async function ensureStored(call: UpstreamContext, day: string): Promise<Date> {
  const stored = await readStored(call);
  if (!stored || (day > stored.last && call.clock.now().getTime() - stored.at >= FRESH_MS)) return fetchFile(call);
  discloseSandbox(centralBankRates, call);
  return new Date(stored.at);
}

/**
 * Fetches the file again if the bank has published since; nothing happens while no request has needed it.
 *
 * @param published day of the bank's latest publication
 */
export async function refreshReferenceRates(call: UpstreamContext, published: string): Promise<void> {
  if (isCacheUnavailable(call)) return;
  const stored = await readStored(call);
  if (!stored) return;
  if (stored.last < published) await fetchFile(call);
  else {
    await call.redis.hset(ratesKey(call), 'at', call.clock.now().getTime());
    await call.redis.pexpire(ratesKey(call), STORED_MS);
  }
}

const ratesKey = ({ upstreams }: UpstreamContext): string =>
  redisKey('rates', 'reference', upstreams.get(centralBankRates).urlHash);

async function readStored(call: UpstreamContext): Promise<Stored | undefined> {
  const [at, last] = await call.redis.hmget(ratesKey(call), 'at', 'last');
  return at && last ? { at: Number(at), last } : undefined;
}

/** Fetches the file into Redis, once for all processes that need it at the same time. */
async function fetchFile(call: UpstreamContext): Promise<Date> {
  const options = { lifetimeMs: () => FRESH_MS / 2, longestMs: 30_000 };
  const { at } = await singleFlight(call, `${ratesKey(call)}:fetch`, options, async () => {
    const file = await download(call);
    await store(call, file.at, file.value);
    return file.value.last;
  });
  return at;
}

const download = (call: UpstreamContext): Promise<Dated<ReferenceFile>> =>
  call.upstreams.get(centralBankRates).fetch(call, { path: ARCHIVE, read: readArchive, lifetimeMs: 0 });

async function store(call: UpstreamContext, at: Date, { columns, last }: ReferenceFile): Promise<void> {
  const key = ratesKey(call);
  await call.redis
    .multi()
    .hset(key, { ...Object.fromEntries(columns), at: at.getTime(), last })
    .pexpire(key, STORED_MS)
    .exec();
}

interface ReferenceFile {
  readonly columns: Columns;
  readonly last: string;
}

/** Reads the archive of all publications: one table of comma-separated values, in which the newest come first. */
function readArchive({ bytes }: HttpResponse): ReferenceFile {
  const file = unzipSync(bytes, { filter: ({ name }) => name === FILE })[FILE];
  if (!file) throw new Error(`${ARCHIVE} has no ${FILE}`);
  return readReferenceFile(new TextDecoder().decode(file));
}

/** @throws Error if the table is not as documented */
function readReferenceFile(table: string): ReferenceFile {
  const [header = '', ...lines] = table.trimEnd().split(/\r?\n/);
  const names = header.split(',').map((name) => name.trim());
  if (names[0] !== DAY) throw new Error(`the first column must be ${DAY}`);
  const rowsByYear = new Map<string, string[][]>();
  let last = '';
  for (const line of lines.reverse()) {
    const [day, ...rates] = line.split(',');
    last = readDay(day, last);
    const year = last.slice(0, 4);
    const rows = rowsByYear.get(year) ?? [];
    rowsByYear.set(year, rows);
    rows.push([last, ...rates.map(readRate)]);
  }
  const columns = [...rowsByYear].flatMap(([year, rows]) =>
    names.flatMap((name, index) =>
      name ? [[columnName(year, name), rows.map((row) => row[index] ?? '').join(',')] as const] : [],
    ),
  );
  return { columns: new Map(columns), last };
}

function readDay(cell = '', before: string): string {
  const day = cell.trim();
  if (/^\d{4}-\d\d-\d\d$/.test(day) && day > before) return day;
  throw new Error(`"${day}" is no day after ${before}`);
}

function readRate(cell = ''): string {
  const rate = cell.trim();
  if (rate === 'N/A' || rate === '') return '';
  if (/^\d+(\.\d+)?$/.test(rate)) return rate;
  throw new Error(`"${rate}" is no rate`);
}

const listYears = (first: string, last: string): string[] => {
  const [start, end] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  return Array.from({ length: end - start + 1 }, (_, index) => String(start + index));
};

function readYear(
  columns: Columns,
  year: string,
  codes: readonly string[],
  isIncluded: (day: string) => boolean,
): [string, DailyTables[string]][] {
  const read = (code: string) => (columns.get(columnName(year, code)) ?? '').split(',');
  const rates = codes.map((code) => [code, read(code)] as const);
  return read(DAY).flatMap((day, index) => {
    if (!isIncluded(day)) return [];
    const units = rates.flatMap(([code, values]) => (values[index] ? [[code, Number(values[index])] as const] : []));
    return [[day, { base: 'EUR', units: Object.fromEntries(units) }]];
  });
}
