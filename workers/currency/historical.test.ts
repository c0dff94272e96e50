import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import historical from './historical.js';
import rates from './rates.js';

const pair = { from: 'EUR', to: 'USD' };

describe('currency/historical', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-04-20T18:00:00Z');
  });

  const ask = (input: object) => runHandler(historical, input, stage.given());
  const down = (upstream: string) => stage.injectFault({ upstream, kind: 'forbidden' });

  it('gives the last thirty days by default', async () => {
    const { start_date, end_date, rates, count } = await ask(pair);
    deepEqual([start_date, end_date, count, rates.length], ['2026-03-21', '2026-04-20', 31, 31]);
  });

  it('gives one point for every day, in order, and ends with the rate of now', async () => {
    const { rates: points } = await ask({ ...pair, start_date: '2026-01-30', end_date: '2026-04-20' });
    equal(points.length, 81);
    ok(points.every(({ date }, index) => index === 0 || date > (points[index - 1]?.date ?? '')));
    const now = await runHandler(rates, pair, stage.given());
    ok(Math.abs((points.at(-1)?.rate ?? 0) - (now.rates[0]?.rate ?? 1)) < 1e-6);
  });

  it('spans at most 365 days', async () => {
    equal((await ask({ ...pair, start_date: '2025-04-20' })).count, 366);
    await rejects(ask({ ...pair, start_date: '2025-04-19' }), {
      status: 422,
      message: 'Date range must not exceed 365 days: send limit to get it page by page',
    });
  });

  it('asks for whole months, which serve other ranges as well', async () => {
    await ask({ ...pair, start_date: '2025-04-20' });
    equal((await stage.received('rates-primary')).length, 13);
    await ask({ ...pair, start_date: '2026-02-03', end_date: '2026-03-05' });
    equal((await stage.received('rates-primary')).length, 13);
  });

  it('refuses dates that are reversed, not dates, or to come', async () => {
    const refused = (input: object, message: string) => rejects(ask({ ...pair, ...input }), { status: 422, message });
    await refused({ start_date: '2026-04-02', end_date: '2026-04-01' }, 'start_date must not be later than end_date');
    await refused({ start_date: '2026-02-30' }, 'start_date must be a date as YYYY-MM-DD');
    await refused({ end_date: '2026-04-21' }, 'end_date must not be in the future');
  });

  it('falls back to the secondary, then to the central bank', async () => {
    const range = { ...pair, start_date: '2026-03-25', end_date: '2026-04-15' };
    const primary = await ask(range);
    await stage.redis.flushall();
    await down('rates-primary');
    const secondary = await ask(range);
    equal(secondary.count, 22);
    ok(secondary.rates.some(({ rate }, index) => rate !== primary.rates[index]?.rate));
    await stage.redis.flushall();
    await down('rates-secondary');
    equal((await ask(range)).count, 22);
    await down('central-bank');
    await stage.redis.flushall();
    await rejects(ask(range), { status: 404, message: 'Exchange rate not available for EUR/USD' });
  });

  it('lets the last published rate stand over weekends and holidays of the central bank', async () => {
    await down('rates-primary');
    await down('rates-secondary');
    // Easter 2026 is on April 5 (Astronomical Applications Department, US Naval Observatory): the bank publishes
    // nothing from Good Friday, April 3, to Easter Monday, April 6.
    const { rates: points } = await ask({ ...pair, start_date: '2026-04-02', end_date: '2026-04-07' });
    const values = points.map(({ rate }) => rate);
    equal(points.length, 6);
    deepEqual(values.slice(1, 5), Array(4).fill(values[0]));
    ok(values[5] !== values[0]);
    const fromHoliday = await ask({ ...pair, start_date: '2026-04-05', end_date: '2026-04-06' });
    deepEqual(
      fromHoliday.rates.map(({ rate }) => rate),
      [values[0], values[0]],
    );
  });

  it('knows a year of the central bank by its long file', async () => {
    await down('rates-primary');
    await down('rates-secondary');
    equal((await ask({ ...pair, start_date: '2025-05-01' })).count, 355);
    deepEqual(
      (await stage.received('central-bank')).map(({ path }) => path),
      ['eurofxref-hist.zip'],
    );
  });
});
