import type { SandboxAnswer, SandboxUpstream } from '../http.js';
import { addDays, daysFrom } from '../world.js';
import { midRate } from './mid-rates.js';

/** The currencies of the European Central Bank's reference rates in 2026. */
const quoted =
  'USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR'.split(
    ' ',
  );

/** The bank publishes at about 16:00 Central European Time. */
const PUBLISHED_AT_UTC_HOUR = 15;
const LONG_FILE_DAYS = 800;

/** The Sunday of Easter in a year of the Gregorian calendar (anonymous algorithm, Meeus, Astronomical Algorithms). */
function easter(year: number): string {
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
  const sunday = easter(Number(day.slice(0, 4)));
  return day !== addDays(sunday, -2) && day !== addDays(sunday, 1);
}

function cube(day: string): string {
  const euro = midRate('EUR', day);
  const rates = quoted.map((code) => `<Cube currency='${code}' rate='${(midRate(code, day) / euro).toPrecision(6)}'/>`);
  return `<Cube time='${day}'>${rates.join('')}</Cube>`;
}

const file = (days: string[]): SandboxAnswer => ({
  status: 200,
  contentType: 'text/xml',
  body: `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<gesmes:Sender><gesmes:name>Sandbox Central Bank (synthetic)</gesmes:name></gesmes:Sender>
<Cube>${days.map(cube).join('\n')}</Cube>
</gesmes:Envelope>`,
});

/** Publishes the three files of the European Central Bank's reference rates, on its business days. */
export const centralBank: SandboxUpstream = {
  name: 'central-bank',
  settings: { CENTRAL_BANK_URL: '{url}' },
  answer({ path, now }) {
    const today = now.toISOString().slice(0, 10);
    const last = now.getUTCHours() >= PUBLISHED_AT_UTC_HOUR ? today : addDays(today, -1);
    const newestFirst = (days: number): string[] =>
      daysFrom(addDays(last, -days), last).filter(isBusinessDay).reverse();
    if (path === 'eurofxref-daily.xml') return file(newestFirst(10).slice(0, 1));
    if (path === 'eurofxref-hist-90d.xml') return file(newestFirst(90));
    if (path === 'eurofxref-hist.xml') return file(newestFirst(LONG_FILE_DAYS));
    return { status: 404, contentType: 'text/html', body: 'Not found' };
  },
};
