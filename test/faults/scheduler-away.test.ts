import { deepEqual, equal } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { Child } from '../../embedded/child.js';
import { ALL_TIME, visitCountsId } from '../../features/pages/visit-counts.js';
import { recordScan } from '../../features/pages/visits.js';
import { audit } from '../../shared/ledger/audit.js';
import type { Payment } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { startPrivateRedis } from '../helpers/private-redis.js';
import { describeNightly } from '../helpers/scale.js';
import { eventually, ownDatabase } from '../helpers/stack.js';
import { engines } from './harness/engine.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const ACCOUNTS = 200;
const SCANS = 3_000;
const HOUR_MS = 3_600_000;
const CAUGHT_UP_WITHIN_MS = 120_000;

describeNightly('no scheduler for a day, then two at once', () => {
  it('expire, apply and count once all that is due', async () => {
    const [engine] = engines;
    const { platform } = await faultyPlatform(engine);
    const { store, environment, close } = await ownDatabase(platform.environment);
    const redis = await startPrivateRedis(environment);
    const env = { ...environment, REDIS_URL: redis.url, METRICS_PORT: '0' };
    const schedulers = [1, 2].map(
      () => new Child({ name: 'scheduler', module: 'dist/scheduler/main.js', env }, () => {}),
    );
    try {
      const now = Date.now();
      const bought = new Date(now - 100 * 24 * HOUR_MS);
      const [expires, lasts] = [new Date(now - 12 * HOUR_MS), new Date(now + 24 * HOUR_MS)];
      const accounts = Array.from({ length: ACCOUNTS }, () => `account-${nanoid()}`);
      const buy = async (account: string) => {
        await purchase(store, { account, amount: 400, bought, statedExpiry: expires });
        await purchase(store, { account, amount: 600, bought });
      };
      await Promise.all(accounts.map(buy));
      // Paid for while no process could credit the wallet.
      const payment = (account: string): Payment => ({
        ...{ _id: nanoid(), account, amount: 100, bought, expires: lasts, applied: false, at: expires },
      });
      await store.payments.insertMany(accounts.map(payment));
      const experience = {
        ...{ _id: 1, code: 'aaaaaaaaaa', type: 'url', title: '', account: accounts[0] ?? '', created: bought },
        ...{ page: null, target: 'https://example.com', bytes: 0 },
      };
      await store.experiences.insertOne(experience);
      const visitor = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' };
      await Promise.all(Array.from({ length: SCANS }, () => recordScan(store, experience, visitor, expires)));

      const began = performance.now();
      await Promise.all(schedulers.map((scheduler) => scheduler.start()));
      const left = async () => [
        await store.wallets.countDocuments({ expired: 0 }),
        await store.payments.countDocuments({ applied: false }),
        await store.scans.countDocuments({ pending: true }),
      ];
      const isDone = (counts: number[]) => counts.every((count) => count === 0);
      deepEqual(await eventually(left, isDone, CAUGHT_UP_WITHIN_MS), [0, 0, 0]);
      const ms = Math.round(performance.now() - began);
      await Promise.all(schedulers.map((scheduler) => scheduler.stop(20_000)));

      const wallets = await store.wallets.find({}).toArray();
      const figures = wallets.map(({ bought: all, expired, lots }) => [
        all,
        expired,
        lots.reduce((sum, lot) => sum + lot.left, 0),
      ]);
      deepEqual(new Set(figures.map(String)), new Set(['1100,400,700']));
      equal(figures.length, ACCOUNTS);
      const counted = await store.visitCounts.findOne({ _id: visitCountsId(1, ALL_TIME) });
      equal((counted?.people.scans ?? 0) + (counted?.bots.scans ?? 0), SCANS);
      deepEqual((await audit(store)).findings, []);
      show(
        'no scheduler for a day, then two at once',
        'what piled up is done, each thing once; books exact',
        `${ACCOUNTS} expired lots, ${ACCOUNTS} payments, ${SCANS} scans done in ${ms} ms; the audit agrees`,
      );
    } finally {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop(20_000)));
      await redis.stop();
      await close();
    }
  });
});
