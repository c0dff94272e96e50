import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { eventually } from '../../test/helpers/stack.js';
import { repeatUntilWithinSecond } from '../../test/helpers/timing.js';
import rates from './rates.js';

const pair = { from: 'EUR', to: 'USD' };
const unavailable = (from: string, to: string) => ({
  status: 404,
  message: `Exchange rate not available for ${from}/${to}`,
});

describe('currency/rates', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-03-10T12:00:00Z');
  });

  const ask = async (input: object, settings?: Record<string, string | undefined>) =>
    (await runHandler(rates, input, stage.given(settings))).rates;
  const one = async (input: object = pair, settings?: Record<string, string | undefined>) => {
    const [rate] = await ask(input, settings);
    ok(rate);
    return rate;
  };
  const down = (upstream: string) => stage.injectFault({ upstream, kind: 'forbidden' });

  it('gives one pair, from the primary source, in upper case', async () => {
    const rate = await one({ from: 'eur', to: 'usd' });
    deepEqual([rate.from, rate.to, rate.source], ['EUR', 'USD', 'primary']);
    ok(rate.rate > 1 && rate.rate < 1.2, `EUR/USD is ${rate.rate}`);
    ok(String(rate.rate).replace(/\D/g, '').length >= 6, 'at least six significant digits');
  });

  it('gives up to twenty pairs, in the order asked', async () => {
    const pairs = ['USD', 'JPY', 'BTC', 'XAU', 'KWD'].map((to) => ({ from: 'GBP', to }));
    const answered = await ask({ pairs });
    deepEqual(
      answered.map(({ from, to }) => ({ from, to })),
      pairs,
    );
    await rejects(ask({ pairs: Array.from({ length: 21 }, () => pair) }), {
      status: 422,
      message: 'pairs must be a list of at most 20 items',
    });
  });

  it('wants pairs, or both from and to', async () => {
    const wanted = { status: 422, message: 'pairs array or from/to parameters are required' };
    for (const input of [{}, { from: 'EUR' }, { to: 'EUR' }, { pairs: [] }]) await rejects(ask(input), wanted);
  });

  it('returns 404 for an unknown pair without a request to the upstream', async () => {
    await rejects(ask({ from: 'EUR', to: 'QQQ' }), unavailable('EUR', 'QQQ'));
    equal((await stage.received('rates-primary')).length, 0);
  });

  it('is consistent: inverse and cross rates agree', async () => {
    const [eurUsd, usdEur, usdJpy, eurJpy] = await ask({
      pairs: [pair, { from: 'USD', to: 'EUR' }, { from: 'USD', to: 'JPY' }, { from: 'EUR', to: 'JPY' }],
    });
    ok(eurUsd && usdEur && usdJpy && eurJpy);
    ok(Math.abs(eurUsd.rate * usdEur.rate - 1) < 1e-9);
    ok(Math.abs((eurUsd.rate * usdJpy.rate) / eurJpy.rate - 1) < 1e-9);
  });

  it('falls back: primary, secondary, central bank, last known, 404', async () => {
    await stage.setTime('2026-03-10T16:00:00Z');
    equal((await one()).source, 'primary');
    await stage.setTime('2026-03-10T16:16:00Z');
    await down('rates-primary');
    equal((await one()).source, 'secondary');
    await stage.setTime('2026-03-10T16:32:00Z');
    await down('rates-secondary');
    equal((await one()).source, 'central_bank');
    await stage.setTime('2026-03-10T18:00:00Z');
    await down('central-bank');
    const known = await one();
    deepEqual([known.source, known.fetched_at], ['last_known', '2026-03-10T16:00:00.000Z']);
    await stage.setTime('2026-03-11T15:59:00Z');
    equal((await one()).source, 'last_known');
    await stage.setTime('2026-03-11T18:00:00Z');
    await rejects(ask(pair), unavailable('EUR', 'USD'));
  });

  it('asks the next source for a currency that a source does not quote', async () => {
    await down('rates-primary');
    await down('rates-secondary');
    equal((await one()).source, 'central_bank');
    await rejects(ask({ from: 'EUR', to: 'BTC' }), unavailable('EUR', 'BTC'));
  });

  it('caches a pair for five minutes and a table for fifteen', async () => {
    await stage.setTime('2026-03-10T12:00:00Z');
    const first = await one();
    await stage.setTime('2026-03-10T12:04:59Z');
    deepEqual(await one(), first);
    equal((await stage.received('rates-primary')).length, 1);
    await stage.setTime('2026-03-10T12:14:59Z');
    equal((await one()).fetched_at, '2026-03-10T12:00:00.000Z');
    await stage.setTime('2026-03-10T12:20:01Z');
    equal((await one()).fetched_at, '2026-03-10T12:20:01.000Z');
    equal((await stage.received('rates-primary')).length, 2);
  });

  it('uses the primary rate and logs it when the secondary differs by more than 1 %', async () => {
    const usual = await one();
    ok(!stage.logged.some(({ msg }) => msg.includes('disagree')), 'sources that agree are not worth a line');
    await stage.redis.flushall();
    const quotes = { EUR: { code: 'EUR', value: 1.011 / usual.rate }, USD: { code: 'USD', value: 1 } };
    await stage.injectFault({
      upstream: 'rates-secondary',
      kind: 'other-body',
      body: JSON.stringify({ data: quotes }),
    });
    const rate = await one();
    deepEqual([rate.source, rate.rate], ['primary', usual.rate]);
    // No caller waits long for the check, so that the line may come after the answer.
    const line = await eventually(
      async () => stage.logged.find(({ msg }) => msg === 'sources of rates disagree, the primary is used'),
      Boolean,
    );
    deepEqual([line?.pair, line?.primary], ['EUR/USD', usual.rate]);
  });

  it('does not let anyone wait for a secondary that is slow', async () => {
    await one();
    await stage.injectFault({ upstream: 'rates-secondary', kind: 'hang' });
    // It is given 2.5 s before it counts as failed.
    const rate = await repeatUntilWithinSecond(async () => {
      await stage.redis.flushall();
      return one();
    });
    equal(rate.source, 'primary');
  });

  it('discloses that the answer rests on a sandbox, also when it is cached', async () => {
    for (let time = 0; time < 2; time += 1) {
      const given = stage.given();
      await runHandler(rates, pair, given);
      equal(given.headers.get('X-Upstream'), 'sandbox');
    }
    const given = stage.given({ UPSTREAM_SANDBOX: '' });
    await runHandler(rates, pair, given);
    equal(given.headers.get('X-Upstream'), undefined);
  });

  it('names the setting that is missing when no source is configured', async () => {
    const none = {
      RATES_PRIMARY_URL: undefined,
      RATES_PRIMARY_KEY: undefined,
      RATES_SECONDARY_URL: undefined,
      RATES_SECONDARY_KEY: undefined,
      CENTRAL_BANK_URL: undefined,
    };
    await rejects(ask(pair, none), { status: 502, message: 'Upstream not configured: set RATES_PRIMARY_KEY' });
    equal((await one(pair, { ...none, CENTRAL_BANK_URL: `${stage.sandboxUrl}/central-bank` })).source, 'central_bank');
  });
});
