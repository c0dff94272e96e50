import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describeAtNight } from '../helpers/scale.js';
import { call, eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { ask, Load, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { DEADLY_NET, ENDLESS_NET } from './harness/poisonous-worker.js';
import { restarted } from './harness/restart.js';
import { quantile, show } from './harness/table.js';

const COPIES = 5;
const CLIENTS = 32;
/** For how long new poison comes, one a second, from a caller whom nobody knows yet. */
const POISON_MS = 20_000;
const INNOCENT_WITHIN_MS = 6_000;
/** Of the calls of others, on a machine on which a worker is back as soon as it is alone; the figure is the table's. */
const MAY_FAIL = 0.05;
const USUALLY_BACK_MS = 2_000;
const REST_MS = 50;
const BACK_WITHIN_MS = 4_500;
const [embedded] = engines;
/** How workers take their jobs. */
const { QUEUE_BACKEND: backend = 'lane' } = process.env;

const poison = (number: number) => ({ action: 'calculate', net: DEADLY_NET + number, vat_rate: 20 });

describeAtNight('a call that kills its worker, the only one of its pool', () => {
  it(`is answered call_failed and refused from then on; innocents are served (${backend} backend)`, async function () {
    this.timeout(400_000);
    await poisoned();
  });
});

async function poisoned(): Promise<void> {
  const { platform, said, store, newAccount } = await faultyPlatform(embedded);
  const [innocent, guilty] = await Promise.all([newAccount(), newAccount()]);
  const [another, endless] = await Promise.all([newAccount(), newAccount()]);
  const { baseUrl } = platform;
  const worker = platform.children.get('worker:compute');
  if (!worker) throw new Error('no worker serves the pool');
  const before = said.length;
  const deaths = () => said.slice(before).filter((line) => line.startsWith(`${worker.name} ended`)).length;
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
  let backMs: number;
  try {
    await served();
    const { facts } = worker;
    const began = performance.now();
    const back = restarted(worker, facts).then(() => performance.now() - began);
    // All of the same input come at once: some die with their worker, the others wait for the next one.
    const copies = await Promise.all(Array.from({ length: COPIES }, () => send(guilty.key, poison(0))));
    deepEqual(
      copies.filter(({ status }) => status < 500),
      [],
    );
    // A machine that does other things may have no time left for what the copies brought down.
    const repeat = () => send(guilty.key, poison(0));
    equal((await eventually(repeat, ({ status }) => status === 500, 120_000)).status, 500);
    backMs = await back;
    const deathsByCopies = deaths();
    await served(Date.now());

    const again = await call('/v1/vat', poison(0), { key: guilty.key, baseUrl });
    deepEqual([again.status, again.body.type, again.headers.get('x-credits-cost')], [500, 'call_failed', '0']);
    const other = () => send(guilty.key, poison(1));
    equal((await eventually(other, ({ status }) => status === 500, 120_000)).status, 500);
    const harmless = () => send(guilty.key, { action: 'calculate', net: 1, vat_rate: 20 });
    equal((await eventually(harmless, ({ status }) => status === 200)).status, 200);
    equal(deaths(), deathsByCopies, 'more workers have died');

    for (let number = 2, end = Date.now() + POISON_MS; Date.now() < end; number++) {
      void send(another.key, poison(number));
      await pause(1_000);
    }
    await served(Date.now());
    beforeEndless = load.told.length;
    ok((await send(endless.key, { action: 'calculate', net: ENDLESS_NET, vat_rate: 20 })).status >= 500);
    await served(Date.now());
  } finally {
    innocents = await load.stop();
  }
  const measured = innocents.slice(0, beforeEndless);
  const failed = measured.filter(({ status }) => status !== 200);
  // On a machine where a worker takes as long to be back as callers wait, those who wait for it fail.
  const isQuick = backMs < BACK_WITHIN_MS;
  const mayFail = MAY_FAIL * Math.max(1, backMs / USUALLY_BACK_MS);
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
    `${deaths()} deaths; ${failed.length} of ${measured.length} others failed, p99 ${p99} ms; ${compared[0] + compared[1]} calls and the audit agree`,
  );
}
