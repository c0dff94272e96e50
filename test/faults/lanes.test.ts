import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Platform, startPlatform } from '../../embedded/platform.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { queuePrefix } from '../../shared/queue/job.js';
import { queueIn } from '../../shared/queue/lanes.js';
import { type Collections, collections, createIndexes } from '../../shared/store/collections.js';
import { connectPatiently, type Store } from '../../shared/store/connect.js';
import { type LoneServers, loneServers } from '../helpers/redis-servers.js';
import { describeAtNight } from '../helpers/scale.js';
import { ADMIN_TOKEN, call, eventually } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';
import { booksAgree } from './harness/books.js';
import { ask, Load, type Told } from './harness/load.js';
import { accountOpener } from './harness/platform.js';
import { quantile, show } from './harness/table.js';

const LANES = 3;
const CLIENTS = 24;
const UNDER_LOAD_MS = 8_000;
/** A front sends nothing over a lane that has been dead for longer, in ms. */
const DROPPED_WITHIN_MS = 250;
/** What a call takes on a machine that does nothing else, in ms, about; where it takes longer everything may. */
const USUAL_MS = 50;
/** What a call may take that was under way in a lane whose server fell silent, or died, in ms. */
const GIVEN_UP_WITHIN_MS = 5_000;

// By day the same is shown with fewer processes and without load, in test/processes and beside the modules.
describeAtNight('lanes on three Redis servers', () => {
  let folder: string;
  let servers: LoneServers;
  let platform: Platform;
  let store: Store;
  let documents: Collections;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ua-lanes-'));
    servers = await loneServers(LANES);
    const { MONGODB_URL: _, ...others } = process.env;
    const [first = '', ...further] = servers.urls;
    const environment = {
      ...others,
      ...{ DATA_DIR: folder, PORT: String(await unusedPort()), METRICS_PORT: '0', ADMIN_TOKEN },
      ...{ TOKEN_SECRETS: 'only:the-only-secret-of-the-lanes', LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent' },
      ...{ REDIS_URL: first, LANES_REDIS_URLS: further.join(' ') },
    };
    platform = await startPlatform({ environment, say: () => {}, prepare: async () => ({}) });
    store = connectPatiently(readConfig(platform.environment));
    await createIndexes(store.db);
    documents = collections(store.db);
  });

  after(async () => {
    await store?.close();
    await platform?.stop();
    await servers?.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  /** How many jobs of a pool have ended in a lane. */
  const ended = (lane: number, pool: PoolName): Promise<number> =>
    servers.ask(lane, (redis) => redis.zcard(`${queuePrefix(lane)}:${queueIn(lane, pool)}:completed`));

  const isUsed = async (lane: number) => {
    const { key } = await accountOpener(documents)();
    const before = await ended(lane, 'compute');
    return eventually(
      async () => {
        await Promise.all(Array.from({ length: LANES }, () => ask(platform.baseUrl, key, 'compute')));
        return ended(lane, 'compute');
      },
      (now) => now > before,
    );
  };

  const isReady = async () => (await call('/readyz', undefined, { method: 'GET', baseUrl: platform.baseUrl })).status;

  /** Calls all pools, and has something happen meanwhile; the books are exact afterwards. */
  async function underLoad(name: string, promise: string, happens: () => Promise<void>) {
    const { account, key } = await accountOpener(documents)();
    const load = new Load(platform.baseUrl, key, CLIENTS);
    let at: number;
    let told: readonly Told[];
    try {
      const served = await eventually(
        async () => load.served(),
        (least) => least >= 2,
      );
      ok(served >= 2, 'nothing was served before');
      await happens();
      at = Date.now();
      await pause(UNDER_LOAD_MS);
      await eventually(
        async () => load.served(at + DROPPED_WITHIN_MS),
        (least) => least >= 2,
      );
    } finally {
      told = await load.stop();
    }
    const failed = told.filter(({ status }) => status !== 200);
    const compared = await booksAgree(documents, account, told);
    const longest = Math.round(Math.max(0, ...failed.map(({ ms }) => ms)));
    show(
      name,
      promise,
      `${failed.length} of ${told.length} calls refused, after ${longest} ms at most; ${compared} calls and the audit agree`,
    );
    const before = told.filter((one) => one.status === 200 && one.at + one.ms < at).map(({ ms }) => ms);
    const slowness = Math.max(1, quantile(before, 0.5) / USUAL_MS);
    /** Calls that failed though they were sent when the lane had been dead for long. */
    const late = failed.filter((one) => one.at > at + DROPPED_WITHIN_MS * slowness);
    return { failed, late, longest, slowness };
  }

  it('serve all pools over all of them', async () => {
    const { key } = await accountOpener(documents)();
    for (const pool of poolNames) {
      const told = await Promise.all(Array.from({ length: 2 * LANES }, () => ask(platform.baseUrl, key, pool)));
      deepEqual(new Set(told.map(({ status }) => status)), new Set([200]), pool);
      for (let lane = 0; lane < LANES; lane++) ok((await ended(lane, pool)) > 0, `${pool} in lane ${lane}`);
    }
    equal(await isReady(), 200);
  });

  it('keep what was promised, and tell where it stands, whichever lane has it', async () => {
    const { key } = await accountOpener(documents)();
    const told = await Promise.all(
      Array.from({ length: 2 * LANES }, () => ask(platform.baseUrl, key, 'compute', { later: true })),
    );
    for (const { status, requestId } of told) {
      equal(status, 202);
      const { body } = await eventually(
        () => call(`/v1/jobs/${requestId}`, undefined, { key, method: 'GET', baseUrl: platform.baseUrl }),
        (answer) => answer.body.state === 'finished',
      );
      equal(body.status, 200);
      const story = await call(`/v1/requests/${requestId}`, undefined, {
        key,
        method: 'GET',
        baseUrl: platform.baseUrl,
      });
      equal(story.status, 200);
      ok(JSON.stringify(story.body).includes('compute'), 'the story knows the job');
    }
  });

  const ways: readonly (readonly [string, (lane: number) => Promise<void>, (lane: number) => Promise<void>])[] = [
    ['is killed', (lane) => servers.kill(lane), (lane) => servers.restart(lane)],
    ['hangs', async (lane) => servers.hang(lane), async (lane) => servers.resume(lane)],
  ];
  for (const [how, end, back] of ways) {
    it(`lose the calls under way in one whose server ${how}, and nothing else; it is used again when it is back`, async () => {
      const lost = LANES - 1;
      const { failed, late, longest, slowness } = await underLoad(
        `one of ${LANES} Redis servers with lanes ${how}`,
        `calls under way there are answered 503 with Retry-After, uncharged; none sent ${DROPPED_WITHIN_MS} ms later is; books exact`,
        () => end(lost),
      );
      try {
        deepEqual(
          failed.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null),
          [],
        );
        deepEqual(late, [], 'calls went by a lane that had been dead for long');
        ok(failed.length <= 2 * CLIENTS, `${failed.length} calls of ${CLIENTS} clients failed`);
        ok(longest <= GIVEN_UP_WITHIN_MS * slowness, `refused after ${longest} ms`);
        equal(await isReady(), 200);
      } finally {
        await back(lost);
      }
      ok((await isUsed(lost)) > 0);
    });
  }

  it('serve on without the first, which limits are counted on, and are ready while one lives', async () => {
    const { failed, late } = await underLoad(
      `the first of ${LANES} Redis servers with lanes is killed`,
      'calls under way there are answered 503 or 504, uncharged; others are served; books exact',
      () => servers.kill(0),
    );
    try {
      // What was being computed may have been waiting for what is cached there.
      deepEqual(
        failed.filter(({ status }) => status !== 503 && status !== 504),
        [],
      );
      deepEqual(late, []);
      equal(await isReady(), 200);
    } finally {
      await servers.restart(0);
    }
    ok((await isUsed(0)) > 0);
  });
});
