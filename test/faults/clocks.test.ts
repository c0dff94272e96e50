import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createKey } from '../../features/keys/keys.js';
import { toMicro } from '../../shared/contract/amounts.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { NOTABLE_SKEW_MS } from '../../shared/process/server-clock.js';
import { logIn } from '../helpers/log-in.js';
import { describeNightly } from '../helpers/scale.js';
import { parseSamples, sumSamples } from '../helpers/scrape.js';
import { call, eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { engines } from './harness/engine.js';
import { Load, POOLS } from './harness/load.js';
import { type FaultyPlatform, faultyPlatform } from './harness/platform.js';
import { Promises } from './harness/promises.js';
import { show } from './harness/table.js';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** By how many ms the clock of each process is ahead; all of them the other way round as well. */
const AHEAD: Readonly<Record<string, number>> = {
  api: HOUR,
  scheduler: -HOUR,
  'worker:compute': 15 * SECOND,
  'worker:content': -15 * SECOND,
  'worker:fetch': HOUR,
  'worker:qr': -HOUR,
};
const ways = {
  'some clocks an hour or 15 s ahead, others behind': AHEAD,
  'those ahead behind, and those behind ahead': Object.fromEntries(
    Object.entries(AHEAD).map(([process, ms]) => [process, -ms]),
  ),
};

const SERVED = 100;
const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** Number of reconciliations of holds by the scheduler, one every 15 s. */
async function tasksDone({ platform }: FaultyPlatform): Promise<number> {
  const { metricsPort } = platform.children.get('scheduler')?.facts ?? {};
  const samples = parseSamples(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text());
  return sumSamples(samples, 'utility_api_scheduler_runs_total', { task: 'reconcile-holds' });
}

/** Waits until the metrics of every process tell how its clock is off. */
async function isMeasured({ platform }: FaultyPlatform, ahead: Readonly<Record<string, number>>): Promise<void> {
  for (const [process, ms] of Object.entries(ahead)) {
    const off = async () => {
      const { metricsPort } = platform.children.get(process)?.facts ?? {};
      // It may be starting.
      const scraped = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => undefined);
      const told = parseSamples((await scraped?.text()) ?? '').filter(
        ({ name }) => name === 'utility_api_clock_ahead_seconds',
      );
      return told.length > 0 && told.every(({ value }) => Math.abs(value * SECOND - ms) < NOTABLE_SKEW_MS);
    };
    ok(await eventually(off, Boolean), `${process} does not tell that its clock is off by ${ms} ms`);
  }
}

/** Expiry follows the store's clock, whatever the front's clock says. */
async function expiresInTime({ platform: { baseUrl }, store, newAccount }: FaultyPlatform): Promise<void> {
  const bought = new Date(Date.now() - 24 * HOUR);
  for (const [inMs, outcomes] of [
    [HOUR / 2, [200, 200]],
    [-HOUR / 2, [402, 403]],
  ] as const) {
    const until = new Date(Date.now() + inMs);
    const account = `until ${until.toISOString()}`;
    await purchase(store, { account, amount: toMicro(1), bought, statedExpiry: until });
    const { plain } = await createKey(store, { account, name: 'credits' });
    const credits = await call('/v1/vat', VAT, { key: plain, baseUrl });
    const lasting = (await newAccount()).account;
    const { plain: dying } = await createKey(store, { account: lasting, name: 'key', expires: until });
    const key = await call('/v1/vat', VAT, { key: dying, baseUrl });
    deepEqual([credits.status, key.status], outcomes);
  }
}

describeNightly('the clocks of processes are wrong', () => {
  for (const [name, ahead] of Object.entries(ways)) {
    it(`which only the operator notices: ${name}`, async () => {
      const [engine] = engines;
      const faulty = await faultyPlatform(engine);
      const { platform, store, newAccount, setClocks } = faulty;
      const { baseUrl } = platform;
      const { account, key } = await newAccount();
      const token = (expiresIn: number) => call('/v1/tokens', { expires_in: expiresIn }, { key, baseUrl });
      const withToken = async (answer: Promise<{ body: { token: string } }>) => {
        const headers = { Authorization: `Bearer ${(await answer).body.token}` };
        return (await call('/v1/vat', VAT, { baseUrl, headers })).status;
      };
      const early = token(60);
      await early;
      await setClocks(ahead);
      try {
        for (const worker of POOLS) await killed(faulty, `worker:${worker}`);
        await isMeasured(faulty, ahead);
        const isReady = async () => (await fetch(`${baseUrl}/readyz`)).status === 200;
        ok(await eventually(isReady, Boolean), 'it is not ready');

        deepEqual([await withToken(early), await withToken(token(60))], [200, 200]);
        await expiresInTime(faulty);
        const promises = await Promises.make(faulty, 5);
        const load = new Load(baseUrl, key, 32);
        const served = await eventually(
          async () => load.served(),
          (calls) => calls >= SERVED,
        );
        ok(served >= SERVED);
        equal((await fetch(`${baseUrl}/readyz`)).status, 200);
        const told = await load.stop();
        deepEqual(new Set(told.map(({ status }) => status)), new Set([200]));
        await promises.areKept();
        const { cookie } = await logIn(baseUrl);
        const overview = await (await fetch(`${baseUrl}/operator`, { headers: { cookie } })).text();
        for (const [process, ms] of Object.entries(ahead)) {
          const by = Math.abs(ms) === HOUR ? '60 min' : '1\\d(\\.\\d)? s';
          const row = `${process.replace('worker:', '')}</th><td>Redis</td><td class="figure bad">${by} ${ms > 0 ? 'ahead' : 'behind'}`;
          match(overview, new RegExp(row));
        }
        // Two by token, and they are no load.
        const compared = await booksAgree(store, account, told);
        show(
          name,
          'all pools serve and count as alive, nothing is refused; expiry by the store; shown to operators; books exact',
          `${told.length} of ${told.length} answered 200; ${compared} calls and the audit agree`,
        );
      } finally {
        await setClocks({});
      }
      const before = await tasksDone(faulty);
      const after = await eventually(
        () => tasksDone(faulty),
        (done) => done > before,
        60_000,
      );
      ok(after > before, 'the scheduler does nothing more since its clock was set right');
    });
  }
});

/** Kills a process, which is started again under its clock, and waits for it. */
async function killed({ platform }: FaultyPlatform, name: string): Promise<void> {
  const child = platform.children.get(name);
  const before = child?.pid;
  const { metricsPort } = child?.facts ?? {};
  if (before !== undefined) process.kill(before, 'SIGKILL');
  const isBack = async () => child?.pid !== before && child?.facts.metricsPort !== metricsPort;
  ok(await eventually(isBack, Boolean), `${name} did not come back`);
}
