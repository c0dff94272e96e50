import { deepEqual, equal } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Platform, startPlatform } from '../../embedded/platform.js';
import { collections, createIndexes } from '../../features/collections.js';
import { readConfig } from '../../shared/process/config.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisUrl } from '../../shared/process/redis-address.js';
import { openPoolQueues, parsePartitions } from '../../shared/queue/queues.js';
import { connectWithLongTimeouts, type Store } from '../../shared/store/connect.js';
import { testQueueBackend } from '../helpers/queue-backend.js';
import { type RedisServers, redisCluster, redisSentinels } from '../helpers/redis-servers.js';
import { describeNightly } from '../helpers/scale.js';
import { ADMIN_TOKEN, call, eventually } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';
import { ask, POOLS, type Told } from './harness/load.js';
import { type Served, survives } from './harness/outage.js';
import { accountOpener } from './harness/platform.js';

type Kind = readonly [string, () => Promise<RedisServers>];
const kinds: readonly Kind[] = [
  ['Cluster', redisCluster],
  ['Cluster over TLS', () => redisCluster('TLS')],
  ['Sentinel', redisSentinels],
  ['Sentinel over TLS', () => redisSentinels('TLS')],
];

const PROMISES = 60;
/** A replica is asked to take over when its master has been silent for a second and most agree. */
const SERVES_WITHIN_MS = 10_000;

for (const [kind, startServers] of kinds) {
  describeNightly(`Redis as a ${kind}`, () => {
    let folder: string;
    let servers: RedisServers;
    let platform: Platform;
    let store: Store;
    let served: Served;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'ua-replicas-'));
      servers = await startServers();
      const { MONGODB_URL: _, ...others } = process.env;
      const environment = {
        ...others,
        DATA_DIR: folder,
        PORT: String(await unusedPort()),
        METRICS_PORT: '0',
        ADMIN_TOKEN,
        TOKEN_SECRETS: 'only:the-only-secret-of-the-replicas',
        REDIS_URL: servers.url,
        // Over TLS the servers sign their own, as Heroku's do.
        REDIS_TLS_VERIFY: 'false',
        LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      };
      platform = await startPlatform({ environment, say: () => {}, prepare: async () => ({}) });
      store = connectWithLongTimeouts(readConfig(platform.environment));
      await createIndexes(store.db);
      const documents = collections(store.db);
      served = { platform, store: documents, newAccount: accountOpener(documents) };
    });

    after(async () => {
      await store?.close();
      await platform?.stop();
      await servers?.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    });

    const get = (path: string, key: string) => call(path, undefined, { key, method: 'GET', baseUrl: platform.baseUrl });

    /** Promises of every pool, and how each was kept. */
    async function promised(key: string): Promise<{ ids: string[]; kept(): Promise<number[]> }> {
      const told = await Promise.all(
        Array.from({ length: PROMISES }, (_, at) =>
          ask(platform.baseUrl, key, POOLS[at % POOLS.length] ?? '', { later: true }),
        ),
      );
      const ids = told.filter(({ status }) => status === 202).map(({ requestId = '' }: Told) => requestId);
      const state = async (id: string) => {
        const { status, body } = await eventually(
          () => get(`/v1/jobs/${id}`, key),
          (answer) => answer.status !== 200 || answer.body.state === 'finished',
          60_000,
        );
        return status === 200 ? Number(body.status) : status;
      };
      return { ids, kept: () => Promise.all(ids.map(state)) };
    }

    it('serves all pools, and keeps what it has accepted', async () => {
      const { key } = await served.newAccount();
      for (const pool of POOLS) equal((await ask(platform.baseUrl, key, pool)).status, 200, pool);
      const { ids, kept } = await promised(key);
      equal(ids.length, PROMISES);
      deepEqual(new Set(await kept()), new Set([200]));
      const { status } = await get('/readyz', key);
      equal(status, 200);
    });

    if (kind.startsWith('Cluster')) {
      it('has the queues of partitions on every master', async () => {
        const config = readConfig({ REDIS_URL: servers.url, REDIS_TLS_VERIFY: 'false' });
        const redis = connectRedis(redisUrl(config), 'worker', () => {});
        const queues = openPoolQueues(redis, parsePartitions('compute=9'), () => {}, testQueueBackend());
        try {
          const masters = new Set<number | undefined>();
          for (const { queue } of queues) {
            // No worker starts it.
            const job = await queue.add('none', {} as never, { delay: 600_000 });
            masters.add(await servers.masterOf(queue.toKey(String(job.id))));
          }
          equal(masters.size, 3);
        } finally {
          await Promise.all(queues.map(({ queue }) => queue.close()));
          redis.disconnect();
        }
      });
    }

    it('follows the master when it hands over to its replica', async () => {
      const { key } = await served.newAccount();
      await servers.moveMaster();
      for (const pool of POOLS) {
        const { status } = await eventually(
          () => ask(platform.baseUrl, key, pool),
          (told) => told.status === 200,
        );
        equal(status, 200, pool);
      }
    });

    it('loses no accepted request when the master is killed, and serves again', async () => {
      const { key } = await served.newAccount();
      const { ids, kept } = await promised(key);
      await survives(served, {
        name: `Redis' master killed (${kind})`,
        // A call that was being computed may have had no time left when its worker could go on.
        mayAnswer: [504],
        servesWithinMs: SERVES_WITHIN_MS,
        async begin() {
          await servers.kill(await servers.master());
        },
        async end() {},
      });
      const statuses = await kept();
      equal(statuses.length, ids.length);
      deepEqual(
        statuses.filter((status) => status !== 200 && status !== 504),
        [],
      );
    });
  });
}
