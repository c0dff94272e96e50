import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { recoverInterrupted } from '../../scheduler/recover-interrupted.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { type Receiver, startReceiver } from '../../test/helpers/receiver.js';
import { runTaskAt } from '../../test/helpers/run-task.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { call, callAsOperator, eventually, newAccount, ownDatabase, stack } from '../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';
import { checkThresholds } from './check-thresholds.js';
import { sendExpiryWarnings } from './send-expiry-warnings.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const DAY_MS = 24 * 3_600_000;
const dayBegan = (at: Date) => new Date(at.getTime() - (at.getTime() % DAY_MS));
const from = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

describe('alerts', () => {
  let receiver: Receiver;
  /** On which a test may let days pass. */
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  before(async () => {
    own = await ownDatabase();
  });
  after(() => own.close());
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const listen = async (key: string, events: string[]): Promise<void> =>
    equal((await call('/v1/webhooks', { url: receiver.url, events }, { key })).status, 200);
  const told = (count: number) =>
    receiver.got(count).then((all) => all.map(({ event: { type, data } }) => ({ type, ...data })));

  it('report a key that has spent 80 and 100 % of its budget once each, however many calls are made', async () => {
    const day = await waitForRestOfDay();
    const { key: owner, account } = await newAccount();
    await listen(owner, ['budget.near', 'budget.reached']);
    const order = { name: 'Shop', budget_per_day: 0.01, limits: { '*': 100_000 } };
    const { body } = await callAsOperator('POST', `/accounts/${account}/keys`, order);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => call('/v1/vat', VAT, { key: String(body.api_key) })),
    );
    equal(answers.filter(({ status }) => status === 200).length, 10);
    equal((await call('/v1/vat', VAT, { key: String(body.api_key) })).status, 402);
    const hasReached = (list: { type: string }[]) => list.some(({ type }) => type === 'budget.reached');
    const all = await eventually(() => told(1), hasReached);
    const reached = all.find(({ type }) => type === 'budget.reached');
    const until = from(new Date(`${day}T00:00:00Z`), 1).toISOString();
    const { spent, ...data } = reached ?? {};
    deepEqual(data, { type: 'budget.reached', key: body.key, name: 'Shop', period: 'day', budget: 0.01, until });
    ok(spent <= 0.01);
    ok(all.length <= 2);
    const { store } = await stack();
    const kept = await eventually(
      () => store.alerts.find({ account }).toArray(),
      (alerts) => alerts.every(({ untold }) => !untold),
    );
    deepEqual(kept.filter(({ untold }) => untold).length, 0);
    equal(new Set(kept.map(({ event }) => event)).size, kept.length);
  });

  it('report a key that comes near its budget', async () => {
    await waitForRestOfDay();
    const { key: owner, account } = await newAccount();
    await listen(owner, ['budget.near', 'budget.reached']);
    const { body } = await callAsOperator('POST', `/accounts/${account}/keys`, { budget_per_month: 0.005 });
    for (let calls = 0; calls < 4; calls++) equal((await call('/v1/vat', VAT, { key: body.api_key })).status, 200);
    const [near] = await told(1);
    deepEqual([near?.type, near?.period, near?.spent, near?.budget], ['budget.near', 'month', 0.004, 0.005]);
    // No call shows what a change of the budget does.
    for (const budget_per_month of [0.004, 0.004, 1, 0.005])
      await callAsOperator('PATCH', `/keys/${body.key}`, { budget_per_month });
    const [, reached] = await told(2);
    deepEqual([reached?.type, reached?.spent, reached?.budget], ['budget.reached', 0.004, 0.004]);
    equal(await (await stack()).store.alerts.countDocuments({ account }), 2);
  });

  it('report credits that expire in 30, 7 and 1 days once each, also in a repeated run', async () => {
    const { store } = own;
    const now = new Date();
    const account = `account-${nanoid()}`;
    const bought = from(now, -335);
    const lot = (id: string, days: number, left = 5_000_000) => ({ id, bought, expires: from(now, days), left });
    // The credits of a month are not reported at its beginning.
    const month = { ...lot('month', 30.5), bought: now };
    await store.wallets.insertOne({
      _id: account,
      lots: [lot('a', 30.5), month, lot('spent', 30.5, 0), lot('far', 60)],
      ...{ open: [], bought: 10_000_000, spent: 0, refunded: 0, expired: 0, tells: ['credits.expiring'] },
    });
    await runTaskAt(sendExpiryWarnings, store, now);
    const warned = async () =>
      (await store.alerts.find({ account }).sort({ at: 1 }).toArray()).map(({ _id }) => _id.replace(`${account}/`, ''));
    deepEqual(await warned(), []);
    for (let hour = 1; hour <= 30 * 24; hour += nightlyOrDaily(12, 23))
      await runTaskAt(sendExpiryWarnings, store, from(now, hour / 24));
    await store.cursors.updateOne({ _id: 'send-expiry-warnings' }, { $set: { at: now } });
    await runTaskAt(sendExpiryWarnings, store, from(now, 1));
    deepEqual((await warned()).sort(), [
      'expiring_a_1',
      'expiring_a_30',
      'expiring_a_7',
      'expiring_month_1',
      'expiring_month_7',
    ]);
    const messages = await store.messages.find({ account }).toArray();
    equal(messages.length, (await warned()).length);
    const { data } = JSON.parse(messages[0]?.payload ?? '{}');
    deepEqual(data, { lot: 'a', credits_left: 5, expires_at: from(now, 30.5).toISOString(), days: 30 });
  });

  it('report a balance that lasts for fewer days than the threshold once, until it has recovered', async () => {
    const { store } = own;
    const now = new Date();
    const account = `account-${nanoid()}`;
    const lots = [{ id: 'a', bought: now, expires: from(now, 300), left: 10_000_000 }];
    const figures = { open: [], bought: 10_000_000, spent: 0, refunded: 0, expired: 0 };
    await store.wallets.insertOne({ _id: account, lots, ...figures, tells: ['credits.running_out'] });
    await store.accounts.insertOne({ _id: account, name: 'Shop', created: now });
    const pace = { days: 7, is: false, crossings: 0, samples: [] };
    await store.watches.insertOne({ _id: account, next: now, pace });
    const spend = (left: number, spent: number) =>
      store.wallets.updateOne({ _id: account }, { $set: { 'lots.0.left': left, spent } });
    const look = async (days: number) => {
      await runTaskAt(checkThresholds, store, from(now, days));
      return store.messages.countDocuments({ account });
    };
    equal(await look(0), 0);
    await spend(9_000_000, 1_000_000);
    equal(await look(1), 0, '9 days');
    await spend(6_000_000, 4_000_000);
    equal(await look(2), 1, '3 days');
    equal(await look(3), 1);
    const [message] = await store.messages.find({ account }).toArray();
    const { data } = JSON.parse(message?.payload ?? '{}');
    deepEqual(data, { balance: 6, per_day: 2, days_left: 3, below_days: 7 });
    await spend(60_000_000, 4_000_000);
    equal(await look(4), 1);
    await spend(1_000_000, 63_000_000);
    equal(await look(5), 2, 'again');

    // Those that do for fewer days already: one that is older than what is looked back on, and one that is not.
    const [old, young] = [`old-${nanoid()}`, `young-${nanoid()}`];
    for (const [_id, age] of [
      [old, 90],
      [young, 2],
    ] as const) {
      await store.wallets.insertOne({
        ...{ _id, lots, ...figures },
        spent: 14_000_000,
        tells: ['credits.running_out'],
      });
      await store.accounts.insertOne({ _id, name: 'Shop', created: from(now, -age) });
      await store.watches.insertOne({ _id, next: now, pace });
    }
    const entries = [30, 4, 1].map((ago) => ({
      ...{ _id: `${old} ${ago}`, nonce: 'n', account: old, key: 'k', endpoint: 'vat', state: 'spent' as const },
      ...{ cost: 7_000_000, parts: [], status: 200, at: dayBegan(from(now, -ago)) },
    }));
    await store.usage.insertMany(entries);
    await runTaskAt(checkThresholds, store, now);
    const paces = await store.alerts
      .find({ account: { $in: [old, young] } })
      .sort({ account: 1 })
      .toArray();
    deepEqual(
      paces.map(({ data }) => Math.round(Object(data).per_day)),
      [2, 7],
    );
  });

  it('report an error rate above the threshold once, also when a process dies while it notifies', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    await listen(key, ['errors.high']);
    const set = await call('/v1/account', { errors_above_percent: 10, credits_low_days: 7 }, { method: 'PATCH', key });
    deepEqual(set.body, { account, credits_low_below: null, credits_low_days: 7, errors_above_percent: 10 });
    const { body } = await call('/v1/account', {}, { method: 'GET', key });
    deepEqual([body.credits_low_days, body.errors_above_percent], [7, 10]);
    const at = new Date();
    const call_ = (status: number): Usage => ({
      ...{ _id: nanoid(), nonce: nanoid(), account, key: 'k', endpoint: 'vat', state: 'spent', cost: 0, parts: [] },
      ...{ status, at },
    });
    await store.usage.insertMany([...Array(17).fill(200), 400, 404, 502].map(call_));
    await store.watches.updateOne({ _id: account }, { $set: { next: at } });
    await runTaskAt(checkThresholds, store, new Date());
    const [first] = await told(1);
    deepEqual(first, { type: 'errors.high', calls: 20, failed: 3, percent: 15, above_percent: 10 });

    // As if whoever told it had died before noting that it did.
    await store.alerts.updateMany({ account }, { $set: { untold: true } });
    await store.watches.updateOne(
      { _id: account },
      { $set: { next: at, 'errors.is': false }, $inc: { 'errors.crossings': -1 } },
    );
    await runTaskAt(checkThresholds, store, new Date());
    await store.alerts.updateMany({ account }, { $set: { untold: true } });
    await runTaskAt(recoverInterrupted, store, new Date());
    equal(await store.alerts.countDocuments({ account }), 1);
    equal(await store.messages.countDocuments({ account }), 1);
    equal(await store.alerts.countDocuments({ account, untold: true }), 0);

    const off = await call('/v1/account', { errors_above_percent: 0, credits_low_days: 0 }, { method: 'PATCH', key });
    deepEqual([off.body.credits_low_days, off.body.errors_above_percent], [null, null]);
    equal((await store.watches.findOne({ _id: account }))?.next, undefined);
  });
});
