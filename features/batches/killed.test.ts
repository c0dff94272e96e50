import { deepEqual, equal, ok } from 'node:assert/strict';
import { holdCredits } from '../../api/ledger/hold.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned-holds.js';
import { audit } from '../../shared/ledger/audit.js';
import { failFast } from '../../shared/process/item-runner.js';
import { createLogger } from '../../shared/process/log.js';
import { errorReply, jsonReply, type Task } from '../../shared/queue/job.js';
import { dyingStore } from '../../test/helpers/dying-store.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { newAccountIn, ownDatabase, stackConfig } from '../../test/helpers/stack.js';
import type { Collections } from '../collections.js';
import type { Key } from '../keys/index.js';
import { createBatch } from './create.js';
import { endBatch, finishEnd } from './end.js';
import { PoolSlots, runBatch } from './run.js';
import { deleteBatches, recover } from './tasks.js';

const ITEMS = 5;
const PRICE = 5_000;
const HOUR_MS = 3_600_000;
/** Commands after which all of a batch is done. */
const MOST_COMMANDS = 80;
const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });
const noRedis = { add: () => Promise.reject(new Error('no redis')) };

describe('A batch whose process dies at any command to the store', () => {
  let database: Awaited<ReturnType<typeof ownDatabase>>;
  before(async () => {
    database = await ownDatabase();
  });
  after(() => database.close());

  /** Context of a process, at a time after now. */
  async function processOn(store: Collections, key: Key, laterMs = 0) {
    const clock = { now: () => new Date(Date.now() + laterMs) };
    return {
      ...{ store, clock, key, log, config: await stackConfig(), offered: catalogue, batchQueue: noRedis },
      signing: { areOff: true },
      targets: { findProblem: () => undefined },
      quota: { reserveExpiring: async () => true },
      rateLimiter: { count: async () => ({ allowed: true, limit: 1, remaining: 1, resetMs: 0 }) },
      slots: new PoolSlots(),
      findExample: async () => jsonReply(200, {}),
      ledger: {
        async hold(request: Parameters<typeof holdCredits>[2][number]) {
          const [outcome] = (await holdCredits(store.wallets, request.account, [request], clock.now())).outcomes;
          if (!outcome || outcome instanceof ApiError) throw outcome ?? new Error('no outcome');
        },
      },
      jobs: {
        // The third item fails.
        sendInBackground: async (_: string, { input }: Task) =>
          JSON.stringify(input).includes('user2') ? jsonReply(422, { error: 'no' }) : jsonReply(200, { input }),
        settled() {},
      },
    };
  }

  type Process = Awaited<ReturnType<typeof processOn>>;

  const items = Array.from({ length: ITEMS }, (_, at) => ({ email: `user${at}@example.com` }));
  const create = (context: Process) => createBatch(context, { endpoint: '/v1/mailchecker', items });

  const lives = {
    async finishes(context: Process) {
      const { _id } = await create(context);
      await runBatch(context, _id, () => false);
    },
    async 'is cancelled'(context: Process) {
      const batch = await create(context);
      await endBatch(context, batch, 'request');
    },
    async 'is run twice and cancelled meanwhile'(context: Process) {
      const batch = await create(context);
      await Promise.all([
        runBatch(context, batch._id, () => false),
        runBatch(context, batch._id, () => false).catch(() => {}),
        endBatch(context, batch, 'request'),
      ]);
    },
  };

  /** Completes the batches of the dead process, as the scheduler and other processes do. */
  async function complete(store: Collections, key: Key): Promise<void> {
    for (const laterMs of [200_000, 400_000, 25 * HOUR_MS + ABANDONED_AFTER_MS]) {
      const context = await processOn(store, key, laterMs);
      const enqueued: string[] = [];
      await recover(context, async (id) => enqueued.push(id), failFast);
      for (const id of enqueued) await runBatch(context, id, () => false);
    }
  }

  for (const [title, live] of Object.entries(lives)) {
    for (const isCarriedOut of [false, true])
      it(`is charged for exactly what has succeeded, if it ${title} and the last command ${isCarriedOut ? 'had' : 'had no'} effect`, async function () {
        this.timeout(nightlyOrDaily(900_000, 120_000));
        const step = nightlyOrDaily(1, 12);
        let kills = 0;
        for (let at = 1 + Math.floor(Math.random() * step); at < MOST_COMMANDS; at += step) {
          const { account, key } = await newAccountIn(database.store);
          const { store, process } = dyingStore(database.store, at, isCarriedOut);
          const outcome = await live(await processOn(store, key)).then(
            () => 'lived',
            () => 'died',
          );
          kills += 1;
          await complete(database.store, key);
          await checkExact(account, `command ${at}`);
          if (outcome === 'lived' && process.commands < at) break;
        }
        ok(kills > 1, `${kills} kills`);
      });
  }

  it('repeats an item once whose workers were killed', async () => {
    const { key } = await newAccountIn(database.store);
    const context = await processOn(database.store, key);
    const { _id } = await create(context);
    let sent = 0;
    const sendInBackground = async () => {
      sent += 1;
      return errorReply(errors.jobCrashed(), 'req', '');
    };
    await runBatch({ ...context, jobs: { ...context.jobs, sendInBackground } }, _id, () => false);
    const batch = await database.store.batches.findOne({ _id });
    deepEqual([sent, batch?.state, batch?.failed, batch?.charged], [2 * ITEMS, 'finished', ITEMS, 0]);
  });

  it('leaves nothing of a batch that is deleted while its last items run', async () => {
    const { store } = database;
    const { account, key } = await newAccountIn(store);
    const context = await processOn(store, key);
    const batch = await create(context);
    let deleted: Promise<boolean> | undefined;
    const sendInBackground = async () => {
      deleted ??= endBatch(context, batch, 'request').then(() => deleteBatches(store, account));
      equal(await deleted, true);
      return jsonReply(200, {});
    };
    const running = { ...context, jobs: { ...context.jobs, sendInBackground } };
    await runBatch(running, batch._id, () => false);
    deepEqual(
      await Promise.all([store.batchResults, store.batchItems].map((all) => all.countDocuments({ account }))),
      [0, 0],
    );
  });

  it('pauses at once when its process ends, also while its items wait for their turn', async () => {
    const { key } = await newAccountIn(database.store);
    const context = await processOn(database.store, key);
    const { _id } = await createBatch(context, {
      endpoint: '/v1/vat',
      items: [{ vat_number: 'DE113866163' }],
      defaults: { action: 'check-number' },
    });
    let isStopping = false;
    const count = async () => {
      isStopping = true;
      return { allowed: false, limit: 1, remaining: 0, resetMs: 0 };
    };
    equal(await runBatch({ ...context, rateLimiter: { count } }, _id, () => isStopping), 'paused');
  });

  /** Checks the account of at most one batch, after everything is completed. */
  async function checkExact(account: string, message: string): Promise<void> {
    const { store } = database;
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual(wallet?.open, [], message);
    const [batch, ...others] = await store.batches.find({ account }).toArray();
    equal(others.length, 0);
    const entries = await store.usage.find({ account, state: 'spent' }).toArray();
    const results = await store.batchResults.find({ account }, { sort: { index: 1 } }).toArray();
    if (!batch) {
      deepEqual([wallet?.spent, entries.length, results.length], [0, 0, 0], message);
    } else {
      ok(['finished', 'canceled'].includes(batch.state) && batch.expires, message);
      equal(batch.canceled_because, batch.state === 'canceled' ? 'request' : undefined, message);
      deepEqual(
        results.map(({ index }) => index),
        items.map((_, index) => index),
        message,
      );
      const succeeded = results.filter(({ status }) => status === 200).length;
      deepEqual(
        [batch.succeeded, batch.charged, wallet?.spent, entries.map(({ cost }) => cost)],
        [succeeded, succeeded * PRICE, succeeded * PRICE, [succeeded * PRICE]],
        message,
      );
      equal(await store.messages.countDocuments({ account, type: 'batch.finished' }), 1, message);
      await finishEnd(await processOn(store, { id: batch.key } as Key), batch);
    }
    deepEqual((await audit(store, account)).findings, [], message);
  }
});
