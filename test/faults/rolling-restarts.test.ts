import { deepEqual, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { describeNightly } from '../helpers/scale.js';
import { call, eventually } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { Load, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { restart } from './harness/restart.js';
import { show } from './harness/table.js';

const CLIENTS = 32;
/** One in this many requests is asynchronous. */
const PROMISED = 7;
const FETCHED_AT_ONCE = 20;
const SERVED = 2;
const NOTICE_MS = 5_000;
describeNightly('processes are restarted one after the other under load', () => {
  it('fails no request behind a load balancer that retries refused connections', async function () {
    this.timeout(600_000);
    const [engine] = engines;
    const faulty = await faultyPlatform(engine);
    const { platform, store, newAccount } = faulty;
    const { account, key } = await newAccount();
    const settings = { METRICS_PORT: '0', SHUTDOWN_NOTICE_MS: String(NOTICE_MS) };
    const env = { ...platform.environment, ...settings };
    const child = (name: string, module: string, args: string[] = [], port = '0') =>
      new Child({ name, module: `dist/${module}/main.js`, args, env: { ...env, PORT: port } }, () => {});
    // The front of the one-command start gives no notice, as it stands behind no balancer. By day it stays.
    const ports = [await unusedPort(), await unusedPort()];
    const fronts = ports.map((port) => `http://127.0.0.1:${port}`);
    const pools: readonly PoolName[] = poolNames;
    const seconds = [
      ...ports.map((port) => child('api', 'api', [], String(port))),
      ...pools.map((pool) => child(`worker:${pool}`, 'workers', [pool])),
      child('scheduler', 'scheduler'),
    ];
    await Promise.all(seconds.map((each) => each.start()));
    const firsts = seconds.flatMap(({ name }) => (name === 'api' ? [] : (platform.children.get(name) ?? [])));
    const load = new Load(fronts, key, CLIENTS, PROMISED);
    const servedSince = (since?: number) =>
      eventually(
        async () => load.served(since),
        (served) => served >= SERVED,
      );
    let restarts = 0;
    try {
      ok((await servedSince()) >= SERVED, `not all pools served before: ${JSON.stringify(load.answers())}`);
      for (const each of [...firsts, ...seconds]) {
        await restart(each);
        restarts += 1;
        const since = Date.now();
        const told = () =>
          `not all pools served after the restart of ${each.name}: ${JSON.stringify(load.answers(since))}`;
        ok((await servedSince(since)) >= SERVED, told());
      }
    } finally {
      await load.stop();
      await Promise.all(seconds.map((each) => each.stop(10_000)));
    }
    const { told } = load;
    deepEqual(
      told.filter(({ status }) => status !== 200 && status !== 202),
      [],
    );
    const promised = told.filter(({ status }) => status === 202);
    const fetch = async ({ requestId }: Told) => {
      const fetched = () => call(`/v1/jobs/${requestId}`, {}, { key, method: 'GET', baseUrl: platform.baseUrl });
      const { body: job } = await eventually(fetched, (answer) => answer.body.state === 'finished');
      deepEqual([job.state, job.status], ['finished', 200]);
    };
    for (let start = 0; start < promised.length; start += FETCHED_AT_ONCE)
      await Promise.all(promised.slice(start, start + FETCHED_AT_ONCE).map(fetch));
    const compared = await booksAgree(store, account, told);
    show(
      `${restarts} processes restarted one after the other`,
      'no call fails behind a balancer that tries a refused connection again; what was promised can be fetched; books exact',
      `0 of ${told.length} calls failed, ${promised.length} promised and fetched; ${compared} calls and the audit agree`,
    );
  });
});
