import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { type Random, randomFrom } from 'readings/compose';
import { audit } from '../../shared/ledger/audit.js';
import type { Hold, Usage } from '../../shared/ledger/documents.js';
import { DELETED, MERGED } from '../../shared/ledger/merged-usage.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { utcDay } from '../../shared/process/clock.js';
import { findLatencyClass } from '../../shared/process/metrics/latency.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { runTaskAt } from '../../test/helpers/run-task.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { ownDatabase } from '../../test/helpers/stack.js';
import type { Collections } from '../collections.js';
import { samplePlatform } from '../monitoring/sample-platform.js';
import { readAccountLedger } from './account-ledger.js';
import { type Counts, createEmptyCounts, increment } from './counts.js';
import { mergeHours } from './merge.js';
import {
  readAccountUsage,
  readDeletedUsage,
  readEndpoints,
  readFigures,
  readUsageReport,
  usageGroups,
  viewNames,
} from './read.js';
import { deleteOldUsage, updateRanking } from './tasks.js';

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const ENTRIES = nightlyOrDaily(5_000, 300);
const [ACCOUNTS, ENDPOINTS, KEYS] = [
  ['a', 'b'],
  ['vat', 'currency/rates', 'music/chart-data'],
  ['k1', 'k2'],
];
/** Days with requests; the last one is running. */
const DAYS = 2;
/** Tomorrow, so that nothing of it expires meanwhile. */
const NOW = new Date(Date.now() - (Date.now() % DAY_MS) + DAY_MS + 13 * HOUR_MS + 35 * MINUTE_MS);
const BEGIN = new Date(NOW.getTime() - (NOW.getTime() % DAY_MS) - (DAYS - 1) * DAY_MS);
const KEPT_DAYS = 400;
const ENDPOINT = ENDPOINTS[0] ?? '';

/** A usage entry, as `settle` writes it. */
function entryAt(random: Random, at: Date, account = random.pick(ACCOUNTS)): Usage {
  const status = random.pick([200, 200, 404, 422, 502]);
  const cost = random.between(1, 900);
  const isCharged = status < 500;
  return {
    ...{ _id: nanoid(), nonce: nanoid(12), account, key: random.pick(KEYS), endpoint: random.pick(ENDPOINTS) },
    ...{ state: isCharged ? 'spent' : 'void', status, cost, at },
    parts: [{ lot: `${account} ${random.pick(['one', 'two'])}`, amount: cost }],
    call: {
      ms: random.between(0, 3_000),
      ...(isCharged && { queuedMs: random.between(0, 50) }),
      ...(status !== 200 && { type: `error_${status}` }),
    },
  };
}

/** Counts entries one by one. */
function countEntries(entries: readonly Usage[]): Counts {
  const counts = createEmptyCounts();
  for (const { state, status, cost, call } of entries) {
    counts.calls += 1;
    counts[state === 'spent' ? 'spent' : 'givenBack'] += cost;
    if (state === 'void') counts.failed += 1;
    if (status >= 400) {
      counts.errors += 1;
      increment(counts.types, call?.type ?? 'unknown', 1);
    }
    if (call) increment(counts.latency, String(findLatencyClass(call.ms)), 1);
    if (call?.queuedMs !== undefined) increment(counts.waits, String(findLatencyClass(call.queuedMs)), 1);
  }
  return counts;
}

describe(seeded('usage'), () => {
  let store: Collections;
  let close: () => Promise<void>;
  let entries: Usage[];

  beforeEach(async () => {
    ({ store, close } = await ownDatabase());
    const random = randomFrom(`${seed}`);
    entries = Array.from({ length: ENTRIES }, () =>
      entryAt(random, new Date(random.between(BEGIN.getTime(), NOW.getTime() - 1))),
    );
    await add(entries);
  });
  afterEach(() => close());

  /** Stores entries, with the purchases and wallets that they are charged to. */
  async function add(added: readonly Usage[]): Promise<void> {
    await store.usage.insertMany([...added]);
    for (const account of ACCOUNTS) {
      for (const [index, id] of [`${account} one`, `${account} two`].entries()) {
        await purchase(store, { account, amount: 1_000_000_000, bought: BEGIN, id });
        const spent = added
          .filter(({ state, parts }) => state === 'spent' && parts[0]?.lot === id)
          .reduce((sum, { cost }) => sum + cost, 0);
        await store.wallets.updateOne({ _id: account }, { $inc: { spent, [`lots.${index}.left`]: -spent } });
      }
    }
  }

  const merge = (now = NOW) => mergeHours(store, now, () => true);
  const isExact = async () => deepEqual((await audit(store)).findings, []);

  const readAllFigures = (subjects: object[]) =>
    viewNames.flatMap((view) =>
      subjects.map(async (subject) => {
        const { points, ...rest } = await readFigures(store, view, subject, NOW);
        return { view, subject, ...rest, points: points.map(({ platform, ...counts }) => counts) };
      }),
    );

  /** Every response about the usage of an account. */
  function readAccountResponses(): Promise<unknown[]> {
    const ranges = [{}, { from: utcDay(BEGIN), to: utcDay(BEGIN) }, { from: utcDay(hour(-5)), to: utcDay(hour(0)) }];
    const reports = ranges.flatMap((range) =>
      usageGroups.map((group_by) => readUsageReport(store, 'a', { ...range, group_by, limit: 2 }, NOW)),
    );
    const others = [readAccountUsage(store, 'a', 30, NOW), readAccountLedger(store, 'a', NOW)];
    return Promise.all([
      ...readAllFigures([{ account: 'a' }, { account: 'a', endpoint: ENDPOINT }]),
      ...reports,
      ...others,
    ]);
  }

  /** Every response about usage. */
  function readResponses(): Promise<unknown[]> {
    const endpoints = viewNames.map(async (view) => {
      const found = await readEndpoints(store, view, NOW);
      return { ...found, endpoints: found.endpoints.sort((one, other) => (one.endpoint < other.endpoint ? -1 : 1)) };
    });
    return Promise.all([...readAllFigures([{}, { endpoint: ENDPOINT }]), ...endpoints, readAccountResponses()]);
  }

  it('is counted alike in every view, by entries and by merged hours', async () => {
    for (const isMerged of [false, true]) {
      if (isMerged) deepEqual(await merge(), { hours: 37, entries: entries.filter(({ at }) => at < hour(13)).length });
      for (const subject of [{}, { endpoint: ENDPOINT }, { account: 'a' }, { account: 'b', endpoint: ENDPOINT }]) {
        const own = entries.filter(
          ({ account, endpoint }) =>
            (!('account' in subject) || account === subject.account) &&
            (!('endpoint' in subject) || endpoint === subject.endpoint),
        );
        for (const view of viewNames) {
          const { stepMs, points } = await readFigures(store, view, subject, NOW);
          for (const { at, platform, ...counts } of points) {
            const end = at.getTime() + stepMs;
            const wanted = countEntries(own.filter((entry) => entry.at >= at && entry.at.getTime() < end));
            deepEqual(counts, wanted, `${view} ${JSON.stringify(subject)} ${at.toISOString()}`);
          }
        }
      }
      const { endpoints } = await readEndpoints(store, '30d', NOW);
      deepEqual(
        new Map(endpoints.map(({ endpoint, ...counts }) => [endpoint, counts])),
        new Map(
          endpoints.map(({ endpoint }) => [endpoint, countEntries(entries.filter((one) => one.endpoint === endpoint))]),
        ),
      );
      equal(endpoints.length, ENDPOINTS.length);
    }
  });

  const hour = (of: number) => new Date(BEGIN.getTime() + (DAYS - 1) * DAY_MS + of * HOUR_MS);

  it('returns the same responses during a merge, after an interrupted one, and after a repeated one', async () => {
    const before = await readResponses();
    const isSame = async () => deepEqual(await readResponses(), before);
    await isExact();
    let hours = 0;
    await mergeHours(store, NOW, () => hours++ < 20);
    await isSame();
    // An interrupted run has written sums that do not count yet.
    const merged = new Date(BEGIN.getTime() + 20 * HOUR_MS);
    deepEqual((await store.cursors.findOne({ _id: MERGED }))?.at, merged);
    await store.cursors.updateOne({ _id: MERGED }, { $set: { at: new Date(merged.getTime() - 5 * HOUR_MS) } });
    await isSame();
    let isOver = false;
    const ledger = await readAccountLedger(store, 'a', NOW);
    const reading = (async () => {
      while (!isOver) deepEqual(await readAccountLedger(store, 'a', NOW), ledger);
    })();
    // One of two schedulers that merge the same hour at once may fail; its next run continues.
    await Promise.allSettled([merge(), merge()]);
    await merge();
    isOver = true;
    await reading;
    await isSame();
    await isExact();
    deepEqual(await merge(), { hours: 0, entries: 0 });
  });

  it('returns the same reports after old entries are deleted, and passes the ledger audit', async () => {
    await merge();
    const before = await readAccountResponses();
    const later = new Date(hour(-11).getTime() + KEPT_DAYS * DAY_MS + 5 * MINUTE_MS);
    const settings = { settings: { USAGE_KEPT_DAYS: KEPT_DAYS } };
    const oldest = hour(-11);
    const remaining = entries.filter(({ at }) => at >= oldest).length;
    ok(remaining > 0 && remaining < ENTRIES);
    deepEqual(await runTaskAt(deleteOldUsage, store, later, settings), { deleted: 0 });
    deepEqual((await store.cursors.findOne({ _id: DELETED }))?.at, oldest);
    // A run that was interrupted has deleted some of them.
    await store.usage.deleteOne({ at: { $lt: oldest } });
    deepEqual(await readAccountResponses(), before);
    await runTaskAt(deleteOldUsage, store, later, settings);
    equal(await store.usage.countDocuments(), remaining);
    deepEqual(await readAccountResponses(), before);
    await isExact();
    deepEqual(await runTaskAt(deleteOldUsage, store, later, settings), { deleted: 0 });
    let deleted = 0;
    for await (const { calls } of readDeletedUsage(store, 'a')) deleted += calls;
    equal(deleted, entries.filter(({ account, at }) => account === 'a' && at < oldest).length);
    // The audit notices a sum that was changed.
    await store.usageHourly.updateOne({ account: 'a', spent: { $gt: 0 } }, { $inc: { 'parts.0.amount': 1 } });
    ok((await audit(store)).findings.length > 0);
  });

  it('does not delete entries that are not merged', async () => {
    const later = new Date(NOW.getTime() + 2 * KEPT_DAYS * DAY_MS);
    for (let run = 0; run < 2; run++) deepEqual(await runTaskAt(deleteOldUsage, store, later), { deleted: 0 });
    equal(await store.usage.countDocuments(), ENTRIES);
  });

  it('does not merge an hour while a hold of it is open, so that a late settlement is counted', async () => {
    const late = entryAt(randomFrom('late'), hour(9.5), 'a');
    const hold: Hold = {
      ...{ id: late._id, nonce: late.nonce, key: late.key, endpoint: late.endpoint },
      ...{ at: hour(9.4), cost: 0, parts: [] },
    };
    await store.wallets.updateOne({ _id: 'a' }, { $push: { open: hold } });
    await merge();
    deepEqual((await store.cursors.findOne({ _id: MERGED }))?.at, hour(9));
    await store.usage.insertOne({ ...late, cost: 0, parts: [] });
    await store.wallets.updateOne({ _id: 'a' }, { $pull: { open: { nonce: late.nonce } } });
    const before = await readResponses();
    await merge();
    deepEqual((await store.cursors.findOne({ _id: MERGED }))?.at, hour(13));
    deepEqual(await readResponses(), before);
    const { points } = await readFigures(store, '24h', {}, NOW);
    equal(
      points.find(({ at }) => at.getTime() === hour(9).getTime())?.calls,
      entries.filter(({ at }) => at >= hour(9) && at < hour(10)).length + 1,
    );
  });

  it('sorts accounts by their balance and by their usage of the last 30 days', async () => {
    for (const account of ['a', 'idle'])
      await store.accounts.insertOne({ _id: account, name: account, created: BEGIN });
    for (const isMerged of [false, true]) {
      if (isMerged) await merge();
      await store.cursors.deleteOne({ _id: 'rank-accounts' });
      await updateRanking(store, NOW);
      const own = entries.filter(({ account }) => account === 'a');
      const { calls, errors, spent } = countEntries(own);
      const last = new Date(Math.max(...own.map(({ at }) => at.getTime())));
      const balance = 2_000_000_000 - spent;
      deepEqual((await store.accounts.findOne({ _id: 'a' }))?.figures, { balance, spent, errors, calls, last });
      const { figures } = (await store.accounts.findOne({ _id: 'idle' })) ?? {};
      deepEqual(figures, { balance: 0, spent: 0, errors: 0, calls: 0, last: new Date(0) });
      equal(await store.accounts.countDocuments({ _id: 'b' }), 0, 'deleted accounts stay deleted');
    }
    // Usage that is older than 30 days no longer counts, though nothing else happens.
    await updateRanking(store, new Date(NOW.getTime() + 35 * DAY_MS));
    const { figures } = (await store.accounts.findOne({ _id: 'a' })) ?? {};
    deepEqual([figures?.spent, figures?.calls, (figures?.last.getTime() ?? 0) > 0], [0, 0, true]);
  });

  it('reports sold, refunded and expired credits, and live workers', async () => {
    const at = new Date(NOW.getTime() - 2 * HOUR_MS);
    const statedExpiry = new Date(at.getTime() + MINUTE_MS);
    await purchase(store, { account: 'c', amount: 700, bought: BEGIN, statedExpiry });
    await store.payments.updateMany({ account: 'c' }, { $set: { at } });
    await store.refunds.insertOne({ _id: 'r', nonce: 'n', account: 'a', cost: 30, parts: [], reason: 'x', at });
    await runTaskAt(samplePlatform, store, at);
    const facts = async () => {
      const { points } = await readFigures(store, '24h', {}, NOW);
      return points.find((point) => at.getTime() - point.at.getTime() < HOUR_MS)?.platform;
    };
    const before = await facts();
    deepEqual([before?.sold, before?.refunded, before?.expired], [700, 30, 700]);
    ok((before?.pools.compute?.workers ?? 0) > 0);
    await merge();
    await Promise.all([store.payments.deleteMany({}), store.platformSamples.deleteMany({})]);
    deepEqual(await facts(), before);
  });
});
