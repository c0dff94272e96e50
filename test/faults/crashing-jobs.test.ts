import { equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { describeNightly } from '../helpers/scale.js';
import { eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { CRASHING_NET, HANGING_NET } from './harness/crashing-handler.js';
import { engines } from './harness/engine.js';
import { ask, Load, type Told } from './harness/load.js';
import { faultyPlatform } from './harness/platform.js';
import { quantile, show } from './harness/table.js';

const CLIENTS = 32;
const REST_MS = 50;
/** Time for which one account sends a job that crashes every second, in ms. */
const CRASHES_MS = 20_000;
/** Share of the requests of other accounts that may fail. */
const MAY_FAIL = 0.05;
const [embedded] = engines;
const { QUEUE_BACKEND: backend = 'batching' } = process.env;

describeNightly('jobs that crash or hang the only worker of their pool', () => {
  it(`fail uncharged while other accounts are served (${backend} backend)`, async function () {
    this.timeout(400_000);
    const { platform, said, store, newAccount } = await faultyPlatform(embedded);
    const [other, crashing, hanging] = await Promise.all([newAccount(), newAccount(), newAccount()]);
    const { baseUrl } = platform;
    const worker = platform.children.get('worker:compute');
    ok(worker, 'no worker serves the pool');
    const before = said.length;
    const deaths = () => said.slice(before).filter((line) => line.startsWith(`${worker.name} exited`)).length;
    const received: Told[] = [];
    const send = async (key: string, net: number) => {
      const response = await ask(baseUrl, key, 'compute', { body: { action: 'calculate', net, vat_rate: 20 } });
      if (key === crashing.key) received.push(response);
      return response;
    };
    const load = new Load(baseUrl, other.key, CLIENTS, 0, ['compute'], undefined, REST_MS);
    const served = (since?: number) =>
      eventually(
        async () => load.served(since),
        (requests) => requests > 50,
      );
    let others: readonly Told[];
    let beforeHang: number;
    try {
      await served();
      const sent: Promise<Told>[] = [];
      for (let number = 0, end = Date.now() + CRASHES_MS; Date.now() < end; number++) {
        sent.push(send(crashing.key, CRASHING_NET + number));
        await pause(1_000);
      }
      const responses = await Promise.all(sent);
      ok(responses.every(({ status }) => status >= 500));
      await served(Date.now());
      // The key is flagged: its jobs run isolated, so that they end no worker and harmless ones succeed.
      const whenFlagged = deaths();
      ok(whenFlagged > 0, 'no worker died');
      // On a busy machine a process may start too late for a synchronous request.
      const crash = () => send(crashing.key, CRASHING_NET);
      equal((await eventually(crash, ({ status }) => status === 500, 120_000)).status, 500);
      const harmless = () => send(crashing.key, 100);
      equal((await eventually(harmless, ({ status }) => status === 200, 120_000)).status, 200);
      equal(deaths(), whenFlagged, 'another worker died');
      beforeHang = load.told.length;
      ok((await send(hanging.key, HANGING_NET)).status >= 500);
      await served(Date.now());
    } finally {
      others = await load.stop();
    }
    const measured = others.slice(0, beforeHang);
    const failed = measured.filter(({ status }) => status !== 200);
    ok(failed.length <= measured.length * MAY_FAIL, `${failed.length} of ${measured.length} others failed`);
    const p99 = quantile(
      measured.map(({ ms }) => ms),
      0.99,
    );
    const compared = await Promise.all([
      booksAgree(store, other.account, others),
      booksAgree(store, crashing.account, received),
    ]);
    show(
      `jobs that crash the only worker of their pool, one a second (${backend} backend)`,
      `500 job_crashed, uncharged; ≤ ${100 * MAY_FAIL} % of others fail; books exact`,
      `${deaths()} deaths; ${failed.length} of ${measured.length} others failed, p99 ${p99} ms; ${compared[0] + compared[1]} calls and the audit agree`,
    );
  });
});
