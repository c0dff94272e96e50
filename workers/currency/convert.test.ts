import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { Decimal } from 'decimal.js';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import convert from './convert.js';
import platformsHandler from './platforms.js';

const weekday = '2026-03-11T10:00:00Z';
const sunday = '2026-03-15T10:00:00Z';
const keys = [
  'high_street_bank',
  'online_bank',
  'card_network',
  'digital_wallet',
  'money_transfer',
  'transfer_specialist',
  'exchange_bureau',
  'broker',
];

describe('currency/convert', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime(weekday);
  });

  const ask = (input: object) => runHandler(convert, input, stage.given());
  const descriptors = async () => (await runHandler(platformsHandler, {})).platforms;

  it('converts at the mid-market rate, rounded to the decimals of the target currency', async () => {
    for (const [to, decimals] of [
      ['USD', 2],
      ['JPY', 0],
      ['KWD', 3],
      ['CLF', 4],
      ['BTC', 8],
      ['XAU', 6],
    ] as const) {
      const { mid_market, sources, fetched_at } = await ask({ from: 'eur', to, amount: '123.45' });
      equal(mid_market.result, new Decimal(123.45).times(mid_market.rate).toDecimalPlaces(decimals).toNumber(), to);
      deepEqual([sources.primary, fetched_at], ['primary', '2026-03-11T10:00:00.000Z']);
    }
  });

  it('compares eight kinds of provider by the stated formula, dearer at weekends', async () => {
    const terms = await descriptors();
    deepEqual(Object.keys(terms), keys);
    for (const [time, isWeekend] of [
      [weekday, false],
      [sunday, true],
    ] as const) {
      await stage.setTime(time);
      const { mid_market, platforms } = await ask({ from: 'EUR', to: 'USD', amount: 1000 });
      deepEqual(Object.keys(platforms), keys);
      for (const [key, { markup, weekend_extra, fee_pct, fee_flat }] of Object.entries(terms)) {
        const quote = platforms[key];
        ok(quote);
        const percent = markup + (isWeekend ? weekend_extra : 0);
        const fee = (1000 * fee_pct) / 100 + fee_flat;
        const rate = mid_market.rate * (1 - percent / 100);
        equal(quote.markup, `${percent}%`);
        ok(Math.abs(quote.rate - rate) < 1e-9);
        ok(Math.abs(quote.fee - fee) < 0.0051);
        ok(Math.abs(quote.result - (1000 - fee) * rate) < 0.0051);
        ok(Math.abs(quote.total_cost - (fee + 1000 * (1 - rate / mid_market.rate))) < 0.0051);
      }
    }
  });

  it('never gives less than nothing when the fee is larger than the amount', async () => {
    const { platforms } = await ask({ from: 'EUR', to: 'USD', amount: 0.01 });
    equal(platforms.high_street_bank?.result, 0);
    ok(Object.values(platforms).every(({ result }) => result >= 0));
  });

  it('leaves the comparison out when it is not wanted', async () => {
    for (const include_platforms of [false, 'no', 0]) {
      deepEqual((await ask({ from: 'EUR', to: 'USD', amount: 5, include_platforms })).platforms, {});
    }
  });

  it('takes amounts from 0.01 to 10,000,000', async () => {
    const { amount } = await ask({ from: 'USD', to: 'EUR', amount: 10_000_000 });
    equal(amount, 10_000_000);
    for (const wrong of [0, 0.009, -1, 10_000_000.01, 'much', {}]) {
      await rejects(ask({ from: 'USD', to: 'EUR', amount: wrong }), {
        status: 422,
        message: 'amount must be a number from 0.01 to 10000000',
      });
    }
    await rejects(ask({ from: 'USD', to: 'EUR' }), { status: 422, message: 'amount is required' });
    await rejects(ask({ to: 'EUR', amount: 1 }), { status: 422, message: 'from is required' });
  });

  it('answers 404 for an unknown pair', async () => {
    await rejects(ask({ from: 'usd', to: 'zzz', amount: 1 }), {
      status: 404,
      message: 'Exchange rate not available for USD/ZZZ',
    });
  });
});
