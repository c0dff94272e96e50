import { strToU8, zipSync } from 'fflate';
import type { SandboxResponse, SandboxUpstream } from '../http.js';
import { addDays, listDays } from '../world.js';
import { computeMidRate } from './mid-rates.js';

/** Currencies of the European Central Bank's reference rates in 2026. */
const quoted =
  'USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'.split(
    ' ',
  );

/** The bank publishes at about 16:00 Central European Time. */
const PUBLISHED_AT_UTC_HOUR = 15;
const FIRST_DAY = '1999-01-04';

/** Columns of the bank's file with all days, in its order. */
const columns =
  'USD JPY BGN CYP CZK DKK EEK GBP HUF LTL LVL MTL PLN ROL RON SEK SIT SKK CHF ISK NOK HRK RUB TRL TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'.split(
    ' ',
  );

/** First days of the columns that begin later than the file. */
const begins: Readonly<Record<string, string>> = {
  BGN: '2000-07-19',
  BRL: '2008-01-02',
  CNY: '2005-04-01',
  HRK: '2005-04-01',
  IDR: '2005-04-01',
  ILS: '2011-01-03',
  INR: '2009-01-02',
  MXN: '2008-01-02',
  MYR: '2005-04-01',
  PHP: '2005-04-01',
  RON: '2005-07-01',
  RUB: '2005-04-01',
  THB: '2005-04-01',
  TRY: '2005-01-03',
};

/** Last days of the columns that have ended. */
const ends: Readonly<Record<string, string>> = {
  BGN: '2025-12-31',
  CYP: '2007-12-31',
  EEK: '2010-12-31',
  HRK: '2022-12-30',
  LTL: '2014-12-31',
  LVL: '2013-12-31',
  MTL: '2007-12-31',
  ROL: '2005-06-30',
  RUB: '2022-03-01',
  SIT: '2006-12-29',
  SKK: '2008-12-31',
  TRL: '2004-12-31',
};

/** Rates of former currencies: a fixed one, or a multiple of the current currency's. */
const former: Readonly<Record<string, number | { of: string; times: number }>> = {
  BGN: 1.9558,
  CYP: 0.5853,
  EEK: 15.6466,
  HRK: 7.5365,
  LTL: 3.4528,
  LVL: 0.7028,
  MTL: 0.4293,
  ROL: { of: 'RON', times: 10_000 },
  SIT: 239.64,
  SKK: 30.126,
  TRL: { of: 'TRY', times: 1_000_000 },
};

/** Computes Easter Sunday of a year of the Gregorian calendar (anonymous algorithm, Meeus, Astronomical Algorithms). */
function computeEaster(year: number): string {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return new Date(Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1)).toISOString().slice(0, 10);
}

/** True on business days of the bank's settlement system: no weekend, and none of its six yearly holidays. */
function isBusinessDay(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  if (weekday === 0 || weekday === 6 || /-(01-01|05-01|12-25|12-26)$/.test(day)) return false;
  const sunday = computeEaster(Number(day.slice(0, 4)));
  return day !== addDays(sunday, -2) && day !== addDays(sunday, 1);
}

/** Returns the units of a currency per euro. */
const formatRate = (code: string, day: string, euro: number): string =>
  (computeMidRate(code, day) / euro).toPrecision(6);

function formatCube(day: string): string {
  const euro = computeMidRate('EUR', day);
  const rates = quoted.map((code) => `<Cube currency='${code}' rate='${formatRate(code, day, euro)}'/>`);
  return `<Cube time='${day}'>${rates.join('')}</Cube>`;
}

/** Before this year rates change once a month, as daily rates of three decades take long to compute. */
const DAILY_SINCE = '2020';

function rate(code: string, day: string, euro: number): string {
  const known = former[code];
  if (known === undefined) return formatRate(code, day, euro);
  return String(typeof known === 'number' ? known : Number(formatRate(known.of, day, euro)) * known.times);
}

function priceAll(day: string): readonly string[] {
  const euro = computeMidRate('EUR', day);
  return columns.map((code) => rate(code, day, euro));
}

const hasRate = (code: string, day: string): boolean => day >= (begins[code] ?? '') && day <= (ends[code] ?? day);

function formatRows(year: string, last: string): string {
  const days = listDays(`${year}-01-01`, `${year}-12-31`).filter((day) => day >= FIRST_DAY && day <= last);
  const rates = new Map<string, readonly string[]>();
  const ratesOn = (day: string): readonly string[] => {
    const priced = year < DAILY_SINCE ? day.slice(0, 7) : day;
    const known = rates.get(priced) ?? priceAll(day);
    rates.set(priced, known);
    return known;
  };
  const row = (day: string): string => {
    const known = ratesOn(day);
    return `${day},${columns.map((code, index) => (hasRate(code, day) ? known[index] : 'N/A')).join(',')},`;
  };
  return days.filter(isBusinessDay).reverse().map(row).join('\n');
}

/** Cached rows of past years. */
const pastRows = new Map<string, string>();

/** Creates the archive of all days: one table, the newest first, and a file that marks it as synthetic. */
function createArchive(last: string): SandboxResponse {
  const [first, current] = [Number(FIRST_DAY.slice(0, 4)), Number(last.slice(0, 4))];
  const rows = Array.from({ length: current - first + 1 }, (_, index) => {
    const year = String(current - index);
    if (index === 0) return formatRows(year, last);
    const known = pastRows.get(year) ?? formatRows(year, last);
    pastRows.set(year, known);
    return known;
  });
  const table = `Date,${columns.join(',')},\n${rows.filter(Boolean).join('\n')}\n`;
  const files = {
    'eurofxref-hist.csv': strToU8(table),
    'SANDBOX.txt': strToU8('Synthetic rates of a sandbox, of no use for any purpose but trying out\n'),
  };
  return { status: 200, contentType: 'application/zip', body: Buffer.from(zipSync(files, { level: 0 })) };
}

const daily = (day: string): SandboxResponse => ({
  status: 200,
  contentType: 'text/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>Sandbox Central Bank (synthetic)</gesmes:name></gesmes:Sender>
<Cube>${formatCube(day)}</Cube>
</gesmes:Envelope>`,
});

/** Imitates the files of the European Central Bank's reference rates, which it publishes on business days. */
export const centralBank: SandboxUpstream = {
  name: 'central-bank',
  settings: { CENTRAL_BANK_URL: '{url}' },
  respond({ path, now }) {
    const today = now.toISOString().slice(0, 10);
    const last = now.getUTCHours() >= PUBLISHED_AT_UTC_HOUR ? today : addDays(today, -1);
    if (path === 'eurofxref-daily.xml')
      return daily(listDays(addDays(last, -10), last).findLast(isBusinessDay) ?? last);
    if (path === 'eurofxref-hist.zip') return createArchive(last);
    return { status: 404, contentType: 'text/html', body: 'Not found' };
  },
};
