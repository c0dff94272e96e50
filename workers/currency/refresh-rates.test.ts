import { deepEqual, equal, ok } from 'node:assert/strict';
import { openStage, type Stage } from '../../test/helpers/handler-stage.js';
import { makeCall, runHandler } from '../../test/helpers/run-handler.js';
import rates from './rates.js';
import refreshRates from './refresh-rates.js';

describe('refreshing the rates', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  beforeEach(async () => {
    await stage.reset();
    await stage.setTime('2026-03-10T12:00:00Z');
  });

  const refresh = () => refreshRates.run({}, makeCall(stage.given()));

  it('asks every source, so that callers need not', async () => {
    const { primary, secondary, central_bank } = await refresh();
    ok(primary && 'currencies' in primary && primary.currencies > 170);
    ok(secondary && 'currencies' in secondary && secondary.currencies > 170);
    ok(central_bank && 'currencies' in central_bank && central_bank.currencies > 25);
    await runHandler(rates, { from: 'EUR', to: 'USD' }, stage.given());
    equal((await stage.received('rates-primary')).length, 1);
    equal((await stage.received('rates-secondary')).length, 1);
  });

  it('asks anew each time', async () => {
    await refresh();
    await stage.setTime('2026-03-10T12:15:00Z');
    await refresh();
    equal((await stage.received('rates-primary')).length, 2);
    const answer = await runHandler(rates, { from: 'EUR', to: 'USD' }, stage.given());
    equal(answer.rates[0]?.fetched_at, '2026-03-10T12:15:00.000Z');
  });

  it('goes on with the others when one fails', async () => {
    await stage.injectFault({ upstream: 'rates-primary', kind: 'forbidden' });
    const report = await refresh();
    deepEqual(report.primary, { failed: 'rates-primary: status' });
    ok(report.secondary && 'currencies' in report.secondary);
  });

  it('logs once for which currencies the sources disagree', async () => {
    const quotes = { EUR: { code: 'EUR', value: 2 }, SAR: { code: 'SAR', value: 3.75 } };
    await stage.injectFault({
      upstream: 'rates-secondary',
      kind: 'other-body',
      body: JSON.stringify({ data: quotes }),
    });
    await refresh();
    const lines = stage.logged.filter(({ msg }) => msg.includes('disagree'));
    deepEqual(
      lines.map(({ currencies }) => currencies),
      [['EUR']],
    );
  });
});
