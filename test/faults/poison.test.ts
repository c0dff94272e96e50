import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Child } from '../../embedded/child.js';
import { projectFile } from '../../shared/process/project-file.js';
import { ownRedis } from '../helpers/own-redis.js';
import { sized } from '../helpers/scale.js';
import { call, eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { type Engine, engines } from './harness/engine.js';
import { ask, Load, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { DEADLY_NET, ENDLESS_NET } from './harness/poisonous-worker.js';
import { quantile, show } from './harness/table.js';

const COPIES = 5;
const CLIENTS = sized(32, 4);
/** For how long new poison comes at night, one a second, from a caller whom nobody knows yet. */
const POISON_MS = sized(20_000, 0);
const INNOCENT_WITHIN_MS = 6_000;
/** Of the calls of others, on a machine on which a worker starts as fast as it does alone; the figure is the table's. */
const MAY_FAIL = 0.05;
const USUAL_START_MS = 1_500;
/** By day clients wait as long as they are told to: who is refused at once, and asks again at once, counts many times while a worker starts. */
const REST_MS = sized(50, 1_000);
const STARTS_WITHIN_MS = 4_000;
const PRELOAD = pathToFileURL(projectFile('dist/test/faults/harness/poisonous-worker.js')).href;
const [embedded] = engines;
/** How workers take their jobs; by day, as they do by default. */
const BACKENDS = sized(['lane', 'stock'], ['lane']);

const poison = (number: number) => ({ action: 'calculate', net: DEADLY_NET + number, vat_rate: 20 });

describe('a call that kills its worker, the only one of its pool', () => {
  for (const backend of BACKENDS) {
    it(`is answered call_failed and refused from then on; innocents are served (${backend} backend)`, async function () {
      this.timeout(400_000);
      await poisoned(embedded, backend);
    });
  }
});

async function poisoned(engine: Engine, backend: string): Promise<void> {
  const { platform, store, newAccount } = await faultyPlatform(engine);
  const [innocent, guilty] = await Promise.all([newAccount(), newAccount()]);
  const [another, endless] = await Promise.all([newAccount(), newAccount()]);
  const redis = await ownRedis(platform.environment);
  const env = { ...platform.environment, REDIS_URL: redis.url, QUEUE_BACKEND: backend, PORT: '0', METRICS_PORT: '0' };
  let deaths = 0;
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import ${PRELOAD}`;
  const worker = new Child(
    { name: 'worker', module: 'dist/workers/main.js', args: ['compute'], env: { ...env, NODE_OPTIONS } },
    () => deaths++,
  );
  const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  const { port } = await front.start();
  const began = performance.now();
  await worker.start();
  const startMs = performance.now() - began;
  const baseUrl = `http://127.0.0.1:${port}`;
  const told: Told[] = [];
  const send = async (key: string, body: object) => {
    const answer = await ask(baseUrl, key, 'compute', { body });
    told.push(answer);
    return answer;
  };
  const load = new Load(baseUrl, innocent.key, CLIENTS, 0, ['compute'], undefined, REST_MS);
  const served = (since?: number) =>
    eventually(
      async () => load.served(since),
      (calls) => calls > 50,
    );
  let innocents: readonly Told[];
  /** A process that hangs is killed later than one that dies: how long the others wait then is another figure. */
  let beforeEndless = 0;
  try {
    await served();
    // All of the same input come at once: some die with their worker, the others wait for the next one.
    const copies = await Promise.all(Array.from({ length: COPIES }, () => send(guilty.key, poison(0))));
    deepEqual(
      copies.filter(({ status }) => status < 500),
      [],
    );
    // A machine that does other things may have no time left for what the copies brought down.
    const repeat = () => send(guilty.key, poison(0));
    equal((await eventually(repeat, ({ status }) => status === 500, 120_000)).status, 500);
    const deathsByCopies = deaths;
    await served(Date.now());

    const again = await call('/v1/vat', poison(0), { key: guilty.key, baseUrl });
    deepEqual([again.status, again.body.type, again.headers.get('x-credits-cost')], [500, 'call_failed', '0']);
    const other = () => send(guilty.key, poison(1));
    equal((await eventually(other, ({ status }) => status === 500, 120_000)).status, 500);
    const harmless = () => send(guilty.key, { action: 'calculate', net: 1, vat_rate: 20 });
    equal((await eventually(harmless, ({ status }) => status === 200)).status, 200);
    equal(deaths, deathsByCopies, 'more workers have died');

    for (let number = 2, end = Date.now() + POISON_MS; Date.now() < end; number++) {
      void send(another.key, poison(number));
      await pause(1_000);
    }
    await served(Date.now());
    beforeEndless = load.told.length;
    if (sized(true, false)) {
      ok((await send(endless.key, { action: 'calculate', net: ENDLESS_NET, vat_rate: 20 })).status >= 500);
    }
    await served(Date.now());
  } finally {
    innocents = await load.stop();
    await Promise.all([front.stop(10_000), worker.stop(10_000)]);
    await redis.stop();
  }
  const measured = innocents.slice(0, beforeEndless);
  const failed = measured.filter(({ status }) => status !== 200);
  // On a machine where a worker takes as long to start as callers wait, those who wait for it fail.
  const isQuick = startMs < STARTS_WITHIN_MS;
  const mayFail = MAY_FAIL * Math.max(1, startMs / USUAL_START_MS);
  ok(!isQuick || failed.length <= measured.length * mayFail, `${failed.length} of ${measured.length} innocents failed`);
  const p99 = quantile(
    measured.map(({ ms }) => ms),
    0.99,
  );
  const compared = await Promise.all([
    booksAgree(store, innocent.account, innocents),
    booksAgree(store, guilty.account, told),
  ]);
  show(
    `a call that kills the only worker of its pool, sent again and again (${backend} backend)`,
    `call_failed, uncharged, refused for 10 min; ≤ 0.1 % of others fail, p99 ≤ ${INNOCENT_WITHIN_MS} ms; books exact`,
    `${deaths} deaths; ${failed.length} of ${measured.length} others failed, p99 ${p99} ms; ${compared[0] + compared[1]} calls and the audit agree`,
  );
}
