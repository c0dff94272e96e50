import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { accountUsage } from '../../api/pages/account-usage.js';
import { auditLedger } from '../../scheduler/audit-ledger.js';
import { expireCredits } from '../../scheduler/expire-credits.js';
import { rollUpAccounts } from '../../scheduler/roll-up-accounts.js';
import { rollUpFigures } from '../../scheduler/roll-up-figures.js';
import { OVERALL, type SpanFigures, type SpanName, spans } from '../../shared/figures/collections.js';
import { addUp, type Counts, countIn, nothing } from '../../shared/figures/tally.js';
import { readAudit } from '../../shared/ledger/audit-report.js';
import type { Usage } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';
import type { Collections } from '../../shared/store/collections.js';
import { seed, seeded } from '../helpers/randomised.js';
import { runTaskAt } from '../helpers/run-task.js';
import { sized } from '../helpers/scale.js';
import { ownDatabase, stack } from '../helpers/stack.js';

/** Tomorrow, so that the store forgets nothing of it meanwhile. */
const NOW = new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T13:35:20Z`);
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** How far back calls go: by night beyond what is kept by the minute. */
const HOURS = sized(50, 6);
const ENDPOINTS = ['vat', 'horoscope/daily-horoscope', 'qr-code'];

/** Numbers from 0 to 1 by chance. */
function draws(): () => number {
  const random = xoroshiro128plus(seed);
  return () => uniformInt(random, 0, 2 ** 30) / 2 ** 30;
}

/** Usage of some days, as settlements leave it. */
function usageOf(draw: () => number, calls: number, from: Date, to: Date): Usage[] {
  const one = <T>(of: readonly T[]): T => of[Math.floor(draw() * of.length)] as T;
  return Array.from({ length: calls }, () => {
    const status = one([200, 200, 200, 422, 502]);
    return {
      ...{ _id: nanoid(), nonce: 'n', key: 'k', parts: [], status },
      account: one(['a', 'b', 'c']),
      endpoint: one(ENDPOINTS),
      state: status === 502 ? 'void' : 'spent',
      cost: Math.floor(draw() * 1_000),
      call: {
        ms: Math.floor(draw() * 2_000),
        queuedMs: Math.floor(draw() * 50),
        ...(status === 200 ? {} : { type: `error_${status}` }),
      },
      at: new Date(from.getTime() + Math.floor(draw() * (to.getTime() - from.getTime()))),
    };
  });
}

const countsOf = ({ calls, errors, failed, types, latency, waits, spent, givenBack }: Counts): Counts => ({
  ...{ calls, errors, failed, types, latency, waits, spent, givenBack },
});

/** Calls by when the span began in which they were made. */
function bySpan(span: SpanName, usage: readonly Usage[]): Map<number, Usage[]> {
  const { lengthMs } = spans[span];
  const found = new Map<number, Usage[]>();
  for (const call of usage) {
    const began = call.at.getTime() - (call.at.getTime() % lengthMs);
    const those = found.get(began);
    if (those) those.push(call);
    else found.set(began, [call]);
  }
  return found;
}

function counted(usage: readonly Usage[]): Counts {
  const counts = nothing();
  for (const call of usage) countIn(counts, call);
  return counts;
}

describe(seeded('the figures that the scheduler keeps'), () => {
  let store: Collections;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await ownDatabase());
  });
  afterEach(() => close());

  const spansOf = (span: SpanName, scope: string) =>
    store.spanFigures.find({ span, scope }, { sort: { at: 1 } }).toArray();

  /** What is kept of a span is what was done in it. */
  function agree(kept: readonly SpanFigures[], usage: readonly Usage[], scope: string): void {
    const own = usage.filter(({ endpoint }) => scope === OVERALL || scope === endpoint);
    const of = { minute: bySpan('minute', own), hour: bySpan('hour', own), day: bySpan('day', own) };
    for (const { span, at, ...figures } of kept) {
      const those = of[span].get(at.getTime()) ?? [];
      deepEqual(countsOf(figures), counted(those), `${span} ${scope} ${at.toISOString()}`);
    }
  }

  it('are those of the calls, by minute, hour and day, overall and by endpoint, however often they are made', async () => {
    const draw = draws();
    const from = new Date(NOW.getTime() - HOURS * HOUR_MS);
    const closed = new Date(NOW.getTime() - (NOW.getTime() % MINUTE_MS));
    const usage = usageOf(draw, sized(3_000, 500), from, closed);
    await store.usage.insertMany(usage);
    for (let time = 0; time < 2; time++) {
      await runTaskAt(rollUpFigures, store, NOW);
      for (const scope of [OVERALL, ...ENDPOINTS]) {
        const [minutes, hours, days] = await Promise.all(
          (['minute', 'hour', 'day'] as const).map((span) => spansOf(span, scope)),
        );
        agree([...(minutes ?? []), ...(hours ?? []), ...(days ?? [])], usage, scope);
        const wanted = usage.filter(({ endpoint }) => scope === OVERALL || scope === endpoint);
        deepEqual(countsOf(addUp(hours ?? [])), counted(wanted), `${scope}: no call is missing`);
        deepEqual(countsOf(addUp(days ?? [])), counted(wanted), scope);
      }
    }
    const minutes = await spansOf('minute', OVERALL);
    const kept = (NOW.getTime() - (minutes[0]?.at.getTime() ?? 0)) / HOUR_MS;
    ok(kept <= 48 && kept > Math.min(48, HOURS) - 3, `minutes go back ${kept} hours`);
  });

  it('take in calls that are written down late, and what a crash left unfinished', async () => {
    const draw = draws();
    const from = new Date(NOW.getTime() - 2 * HOUR_MS);
    await store.usage.insertMany(usageOf(draw, 300, from, new Date(NOW.getTime() - 3 * MINUTE_MS)));
    await runTaskAt(rollUpFigures, store, NOW);
    // They come after their minute has been counted, and the mark of the one who counted them was never set.
    await store.usage.insertMany(usageOf(draw, 100, new Date(NOW.getTime() - 2 * MINUTE_MS), NOW));
    await store.figureMarks.updateOne({ _id: 'spans' }, { $set: { through: new Date(NOW.getTime() - HOUR_MS) } });
    const later = new Date(NOW.getTime() + 5 * MINUTE_MS);
    await runTaskAt(rollUpFigures, store, later);
    const usage = await store.usage.find().toArray();
    const hours = await spansOf('hour', OVERALL);
    deepEqual(countsOf(addUp(hours)), counted(usage));
    agree(await spansOf('minute', OVERALL), usage, OVERALL);
  });

  it('tell what was sold, given back and expired, and what was seen of workers', async () => {
    const bought = new Date(NOW.getTime() - 3 * HOUR_MS);
    const statedExpiry = new Date(NOW.getTime() - 10 * MINUTE_MS);
    await purchase(store, { account: 'a', amount: 700, bought, statedExpiry });
    await store.payments.updateMany({}, { $set: { at: bought } });
    const at = new Date(NOW.getTime() - 20 * MINUTE_MS);
    await store.refunds.insertOne({ _id: 'r', nonce: 'n', account: 'a', cost: 30, parts: [], reason: 'x', at });
    await store.usage.insertMany(usageOf(draws(), 5, bought, NOW));
    await store.figureMarks.insertOne({ _id: 'spans', through: new Date(NOW.getTime() - 4 * HOUR_MS) });
    await runTaskAt(rollUpFigures, store, NOW);
    const of = async () => (await spansOf('day', OVERALL)).map(({ platform }) => platform);
    const [today] = await of();
    deepEqual([today?.sold, today?.refunded, today?.expired], [700, 30, 700]);
    ok((today?.pools.compute?.fewest ?? 0) > 0, 'the workers of the platform were seen');
    // What has expired is told once it is booked as well.
    await runTaskAt(expireCredits, store, NOW);
    await store.figureMarks.updateOne({ _id: 'spans' }, { $set: { through: new Date(NOW.getTime() - HOUR_MS) } });
    await runTaskAt(rollUpFigures, store, NOW);
    const [again] = await of();
    deepEqual([again?.sold, again?.refunded, again?.expired], [700, 30, 700]);
    deepEqual(again?.pools, today?.pools);
  });

  it('audit, every night, the books of the accounts that called the day before, and keep what is wrong', async () => {
    const yesterday = new Date(NOW.getTime() - DAY_MS);
    for (const account of ['a', 'b', 'quiet']) await purchase(store, { account, amount: 9_000, bought: yesterday });
    const called = usageOf(draws(), 50, yesterday, new Date(yesterday.getTime() + HOUR_MS));
    await store.usage.insertMany(called.filter(({ account }) => account !== 'c').map((call) => ({ ...call, cost: 0 })));
    await store.wallets.updateMany({ _id: { $in: ['b', 'quiet'] } }, { $inc: { spent: 5 } });
    await runTaskAt(rollUpAccounts, store, NOW);
    const { platform } = await stack();
    const redis = connectRedis(platform.redisUrl, 'worker', () => {});
    try {
      const done = await runTaskAt(auditLedger, store, NOW);
      const { findings, ...kept } = (await readAudit(redis)) ?? {};
      deepEqual(kept, { at: NOW, accounts: 2, total: findings?.length });
      deepEqual(done, { accounts: 2, findings: findings?.length });
      deepEqual([...new Set(findings?.map(({ account }) => account))], ['b']);
    } finally {
      await redis.del(redisKey('audit', 'last'), redisKey('audit', 'mark'));
      redis.disconnect();
    }
  }).timeout(60_000);

  it('of accounts are those of their calls by day, and what accounts are sorted by', async () => {
    const draw = draws();
    const usage = usageOf(
      draw,
      sized(1_500, 600),
      new Date(NOW.getTime() - 40 * DAY_MS),
      new Date(NOW.getTime() - 10 * MINUTE_MS),
    );
    await store.usage.insertMany(usage);
    for (const account of ['a', 'b', 'idle']) {
      await store.accounts.insertOne({ _id: account, name: account, created: new Date(NOW.getTime() - 50 * DAY_MS) });
    }
    await purchase(store, { account: 'a', amount: 5_000, bought: NOW });
    await runTaskAt(rollUpAccounts, store, NOW);
    await runTaskAt(rollUpAccounts, store, NOW);
    const closed = new Date(NOW.getTime() - (NOW.getTime() % (10 * MINUTE_MS)));
    const days = await store.accountDays.find().toArray();
    for (const { account, at, calls, spent, errors, last, endpoints } of days) {
      const those = usage.filter(
        (call) =>
          call.account === account &&
          call.at >= at &&
          call.at.getTime() < Math.min(at.getTime() + DAY_MS, closed.getTime()),
      );
      const { calls: c, spent: s, errors: e } = counted(those);
      const latest = Math.max(...those.map((call) => call.at.getTime()));
      deepEqual([calls, spent, errors, last.getTime()], [c, s, e, latest], `${account} ${at.toISOString()}`);
      for (const [endpoint, counts] of Object.entries(endpoints ?? {})) {
        const { calls: ec, errors: ee, spent: es } = counted(those.filter((call) => call.endpoint === endpoint));
        deepEqual(counts, { calls: ec, errors: ee, spent: es }, `${account} ${endpoint} ${at.toISOString()}`);
      }
      equal(Object.keys(endpoints ?? {}).length, new Set(those.map(({ endpoint }) => endpoint)).size);
    }
    equal(
      days.reduce((sum, { calls }) => sum + calls, 0),
      usage.filter(({ at }) => at < closed).length,
    );
    // Those that no day has counted yet are in it too.
    const since = new Date(Date.parse(NOW.toISOString().slice(0, 10)) - 29 * DAY_MS);
    const late = usageOf(draw, 40, new Date(NOW.getTime() - 5 * MINUTE_MS), NOW);
    await store.usage.insertMany(late);
    const of30 = [...usage, ...late].filter((call) => call.account === 'a' && call.at >= since);
    const { rows, endpoints, others, isBehind } = await accountUsage(store, 'a', 30, NOW);
    const all = counted(of30);
    const total = (field: 'calls' | 'errors' | 'failed' | 'spent') => rows.reduce((sum, row) => sum + row[field], 0);
    deepEqual(
      [total('calls'), total('errors'), total('failed'), total('spent')],
      [all.calls, all.errors, all.failed, all.spent],
    );
    for (const { endpoint, calls, errors, spent } of endpoints) {
      const those = counted(of30.filter((call) => call.endpoint === endpoint));
      deepEqual([calls, errors, spent], [those.calls, those.errors, those.spent], endpoint);
    }
    deepEqual([endpoints.length, others, isBehind], [3, { calls: 0, errors: 0, spent: 0 }, false]);
    await store.usage.deleteMany({ _id: { $in: late.map(({ _id }) => _id) } });
    const recent = days.filter(({ account, at }) => account === 'a' && at.getTime() > NOW.getTime() - 30 * DAY_MS);
    const [a, b, idle, ghost] = await Promise.all(
      ['a', 'b', 'idle', 'c'].map((account) => store.accountFigures.findOne({ _id: account })),
    );
    deepEqual(
      [a?.balance, a?.spent, b?.balance, idle?.calls, idle?.last.getTime(), ghost],
      [5_000, recent.reduce((sum, { spent }) => sum + spent, 0), 0, 0, 0, null],
    );
    // What leaves the last 30 days leaves the figures, though nothing else happens.
    const later = new Date(NOW.getTime() + 35 * DAY_MS);
    await runTaskAt(rollUpAccounts, store, later);
    const gone = await store.accountFigures.findOne({ _id: 'a' });
    deepEqual([gone?.spent, gone?.calls, gone?.last], [0, 0, a?.last]);
    ok(
      (await store.accountDays.find().toArray()).every(({ parts }) => parts === undefined),
      'days are over',
    );
  });
});
