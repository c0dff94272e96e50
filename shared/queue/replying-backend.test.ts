import { equal, match } from 'node:assert/strict';
import { backendOfTests } from '../../test/helpers/backend-of-tests.js';
import { loneServers } from '../../test/helpers/redis-servers.js';
import { eventually } from '../../test/helpers/stack.js';
import { systemClock } from '../process/clock.js';
import { connectRedis, whenReady } from '../process/redis.js';

describe('a worker whose Redis is lost', () => {
  it('ends also between two attempts to connect', async () => {
    const servers = await loneServers(1);
    const redis = connectRedis(servers.urls[0] ?? '', 'worker', () => {});
    try {
      await whenReady(redis, 30_000);
      const worker = backendOfTests().startWorker(
        'lost',
        () => Promise.resolve(),
        { connection: redis, autorun: false, drainDelay: 10 },
        { replyOf: () => undefined, clock: systemClock },
      );
      worker.on('error', () => {});
      void worker.run().catch(() => {});
      await worker.waitUntilReady();
      const blocking = await worker.getBackend().blockingConnection?.client;
      // A fetch that is under way when the server dies waits for the next one, as commands of workers do; the wait for jobs is what is to end.
      const clients = async () => String(await redis.client('LIST'));
      match(await eventually(clients, (all) => /cmd=bzpopmin/.test(all)), /cmd=bzpopmin/);
      await servers.kill(0);
      const status = async () => blocking?.status;
      equal(await eventually(status, (now) => now === 'reconnecting'), 'reconnecting');
      await worker.close();
      equal(await status(), 'end');
    } finally {
      redis.disconnect();
      await servers.stop();
    }
  });
});
