import { equal, rejects } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { type LoneServers, loneServers } from '../helpers/redis-servers.js';
import { describeNightly } from '../helpers/scale.js';
import { eventually, newAccount, stack } from '../helpers/stack.js';
import { ask } from './harness/load.js';

describeNightly('Redis over TLS, with an authority of its own', () => {
  let servers: LoneServers;

  before(async () => {
    servers = await loneServers(1, 'TLS');
  });

  after(() => servers.stop());

  /** A process that believes such certificates besides those that Node knows. */
  async function child(module: string, args: string[], authority: string): Promise<Child> {
    const { platform } = await stack();
    const [REDIS_URL = ''] = servers.urls;
    const env = { ...platform.environment, NODE_EXTRA_CA_CERTS: authority, REDIS_URL, PORT: '0', METRICS_PORT: '0' };
    return new Child({ name: module, module, args, env }, () => {});
  }

  it('is served by processes that know the authority, also after the server was away', async () => {
    const known = servers.certificateFile ?? '';
    const front = await child('dist/api/main.js', [], known);
    const worker = await child('dist/workers/main.js', ['compute'], known);
    try {
      const [{ port }] = await Promise.all([front.start(), worker.start()]);
      const { key } = await newAccount({ credits: 10 });
      const answered = async () => (await ask(`http://127.0.0.1:${port}`, key, 'compute')).status;
      equal(await answered(), 200);
      await servers.kill(0);
      equal(await eventually(answered, (status) => status === 503), 503);
      await servers.restart(0);
      equal(await eventually(answered, (status) => status === 200), 200);
    } finally {
      await Promise.all([front.stop(10_000), worker.stop(10_000)]);
    }
  });

  it('is refused by processes that do not know the authority', async () => {
    const untrusting = await child('dist/api/main.js', [], '');
    await rejects(untrusting.start(), /Redis does not respond/);
    await untrusting.stop(10_000);
  });
});
