import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { strFromU8, unzipSync } from 'fflate';
import { type Sandbox, startSandbox } from 'sandbox';
import { codes } from 'sandbox/rates';
import { ask, order } from './ask.js';

describe('the sources of exchange rates', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox();
    equal(await order(sandbox.url, { now: '2026-04-08T14:00:00Z' }), 200);
  });
  after(() => sandbox.close());

  const primary = (path: string) => ask(`${sandbox.url}/rates-primary/${path}`);
  const secondary = (path: string, apikey = 'sandbox-apikey') =>
    ask(`${sandbox.url}/rates-secondary/${path}`, { apikey });
  const file = async (name: string) => (await fetch(`${sandbox.url}/central-bank/${name}`)).text();
  const readArchive = async () => {
    const fetched = await fetch(`${sandbox.url}/central-bank/eurofxref-hist.zip`);
    return unzipSync(new Uint8Array(await fetched.arrayBuffer()));
  };
  const readTable = async () => {
    const { 'eurofxref-hist.csv': table = new Uint8Array() } = await readArchive();
    return strFromU8(table).trim().split('\n');
  };
  const daysIn = (text: string) => [...text.matchAll(/time='([\d-]+)'/g)].map(([, day]) => day);

  it('quote every currency against the dollar, and nearly agree', async () => {
    const { body: one } = await primary('latest.json?app_id=sandbox-app-id');
    const { body: other } = await secondary('v3/latest?base_currency=USD');
    deepEqual(Object.keys(one.rates), [...codes]);
    deepEqual(Object.keys(other.data), [...codes]);
    for (const code of codes) {
      const ratio = other.data[code].value / one.rates[code];
      ok(Math.abs(ratio - 1) < 0.0011, `${code} ${ratio}`);
    }
  });

  it('give every day of a range', async () => {
    const range = 'start=2026-03-01&end=2026-03-05&symbols=EUR';
    const { body: series } = await primary(`time-series.json?app_id=sandbox-app-id&${range}`);
    deepEqual(Object.keys(series.rates), ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05']);
    const { body } = await secondary('v3/range?datetime_start=2026-03-01T00:00:00Z&datetime_end=2026-03-05T23:59:59Z');
    equal(body.data.length, 5);
  });

  it('refuse as the real services do', async () => {
    equal((await primary('latest.json')).body.message, 'missing_app_id');
    equal((await primary('latest.json?app_id=x')).body.message, 'invalid_app_id');
    const tooLong = 'time-series.json?app_id=sandbox-app-id&start=2026-01-01&end=2026-02-15';
    equal((await primary(tooLong)).body.message, 'range_too_long');
    equal((await secondary('v3/latest', 'x')).status, 401);
    equal((await secondary('v3/range?datetime_start=2024-01-01&datetime_end=2024-01-05')).status, 422);
  });

  it('of the central bank publish on its business days, after three in the afternoon', async () => {
    // Easter of 2026 is on 5 April: neither Good Friday nor the Monday after has rates.
    const [, ...newest] = (await readTable()).slice(0, 5).map((line) => line.slice(0, 10));
    deepEqual(newest, ['2026-04-07', '2026-04-02', '2026-04-01', '2026-03-31']);
    equal(await order(sandbox.url, { now: '2026-04-08T15:00:00Z' }), 200);
    deepEqual(daysIn(await file('eurofxref-daily.xml')), ['2026-04-08']);
    match(await file('eurofxref-daily.xml'), /Sandbox Central Bank \(synthetic\)/);
  });

  it('of the central bank reach back to 1999, with the currencies of each day', async () => {
    match(strFromU8((await readArchive())['SANDBOX.txt'] ?? new Uint8Array()), /synthetic/i);
    const [header = '', ...lines] = await readTable();
    const days = lines.map((line) => line.slice(0, 10));
    deepEqual([days[0], days.at(-1)], ['2026-04-08', '1999-01-04']);
    deepEqual(days, [...days].sort().reverse());
    const kuna = header.split(',').indexOf('HRK');
    const cells = (day: string) => lines[days.indexOf(day)]?.split(',')[kuna];
    deepEqual([cells('2005-03-31'), cells('2022-12-30'), cells('2023-01-02')], ['N/A', '7.5365', 'N/A']);
  });

  it('of HMRC are those of a month, from the 20th before it', async () => {
    const month = async (name: string) => (await fetch(`${sandbox.url}/hmrc-rates/monthly_csv_${name}.csv`)).text();
    match(await month('2026-4'), /,USD,\d\.\d{4},01\/04\/2026,30\/04\/2026/);
    match(await month('2026-5'), /not found/);
    equal(await order(sandbox.url, { now: '2026-04-20T15:00:00Z' }), 200);
    match(await month('2026-5'), /,EUR,\d\.\d{4},01\/05\/2026,31\/05\/2026/);
  });
});
