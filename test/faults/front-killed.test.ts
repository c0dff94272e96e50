import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { ANSWERED_UNRECORDED_MS } from '../../api/calls/leases/leases.js';
import { Child } from '../../embedded/child.js';
import { audit } from '../../shared/ledger/audit.js';
import { describeAtNight } from '../helpers/scale.js';
import { samplesOf, sumOf } from '../helpers/scrape.js';
import { call, eventually, isAtRest } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { type Engine, engines } from './harness/engine.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const CALLS = 60;
const CALLERS = 8;
const LEASED = 200;
const ANSWERED = { pool: 'compute', path: '/v1/vat', body: { action: 'calculate', net: 100, vat_rate: 20 } };
const PROMISED = { pool: 'content', path: '/v1/horoscope/daily-horoscope', body: { sign: 'leo', date: '2026-03-01' } };

/** A front with a link of its own to the store, and an account that calls it. */
async function calledFront(engine: Engine, settings: NodeJS.ProcessEnv = {}) {
  const { platform, store, newAccount, anotherLink } = await faultyPlatform(engine);
  const [{ account, key }, link] = await Promise.all([newAccount(), anotherLink()]);
  const env = { ...platform.environment, MONGODB_URL: link.url, PORT: '0', METRICS_PORT: '0', ...settings };
  const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  const { port, metricsPort } = await front.start();
  return { platform, store, account, key, link, front, metricsPort, baseUrl: `http://127.0.0.1:${port}` };
}

for (const engine of engines) {
  describeAtNight(`a front on the ${engine.name} is killed`, function () {
    // The scheduler is waited for, which leaves a hold alone for a minute or two.
    this.timeout(400_000);

    it('what it answered is charged, and what it promised is finished, fetchable and charged', async () => {
      const { platform, store, account, key, link, front, metricsPort, baseUrl } = await calledFront(engine);
      const workers = [ANSWERED, PROMISED].map(({ pool }) => Number(platform.children.get(`worker:${pool}`)?.pid));
      const [answering = 0, promising = 0] = workers;
      /** Calls that wait for their replies and have been paid for. */
      const underWay = async () => {
        const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        const samples = samplesOf(await metrics.text());
        const paid = sumOf(samples, 'utility_api_debits_total', { outcome: 'taken' });
        return Math.min(sumOf(samples, 'utility_api_replies_awaited'), paid);
      };
      const many = <T>(make: () => T): T[] => Array.from({ length: CALLS }, make);
      try {
        for (const worker of workers) process.kill(worker, 'SIGSTOP');
        const headers = { Prefer: 'respond-async' };
        const promised = await Promise.all(many(() => call(PROMISED.path, PROMISED.body, { key, baseUrl, headers })));
        const answers = many(() => call(ANSWERED.path, ANSWERED.body, { key, baseUrl }));
        equal(await eventually(underWay, (calls) => calls === 2 * CALLS), 2 * CALLS);
        // It gets the replies, and can no longer settle them.
        link.stall();
        process.kill(answering, 'SIGCONT');
        const answered = await Promise.all(answers);
        const pid = front.pid;
        if (pid !== undefined) process.kill(pid, 'SIGKILL');
        process.kill(promising, 'SIGCONT');

        deepEqual(
          [new Set(promised.map(({ status }) => status)), new Set(answered.map(({ status }) => status))],
          [new Set([202]), new Set([200])],
        );
        for (const { body } of promised) {
          const fetched = () => call(`/v1/jobs/${body.job_id}`, {}, { key, method: 'GET', baseUrl: platform.baseUrl });
          const { body: job } = await eventually(fetched, (answer) => answer.body.state === 'finished');
          deepEqual([job.state, job.status], ['finished', 200]);
        }
        const told = [...promised, ...answered].map(({ status, headers }) => ({
          pool: status === 202 ? PROMISED.pool : ANSWERED.pool,
          requestId: headers.get('x-request-id') ?? undefined,
          status,
        }));
        const compared = await booksAgree(store, account, told);
        show(
          `a front on the ${engine.name} killed with -9`,
          'what it answered stays charged; what it promised is finished and fetchable; books exact',
          `${CALLS} answered, ${CALLS} promised, 0 given back, 0 unfinished; ${compared} calls and the audit agree`,
        );
      } finally {
        for (const worker of workers) process.kill(worker, 'SIGCONT');
        link.heal();
        await front.stop(10_000);
      }
    });

    it('what it answered from leased credits is charged, but for calls that it paid within a quarter of a second', async () => {
      const leasing = { CREDIT_LEASES: 'true' };
      const { store, account, key, link, front, metricsPort, baseUrl } = await calledFront(engine, leasing);
      const answered: { requestId: string; sentMs: number; answeredMs: number }[] = [];
      let isOver = false;
      const callOn = async () => {
        while (!isOver) {
          const sentMs = performance.now();
          const { status, headers } = await call(ANSWERED.path, ANSWERED.body, { key, baseUrl });
          const requestId = headers.get('x-request-id') ?? '';
          if (status === 200) answered.push({ requestId, sentMs, answeredMs: performance.now() });
        }
      };
      const calling = Array.from({ length: CALLERS }, callOn);
      const leased = async () => {
        const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        return sumOf(samplesOf(await metrics.text()), 'utility_api_leased_calls_total', { outcome: 'recorded' });
      };
      const isStill = async () => {
        const before = answered.length;
        await pause(2 * ANSWERED_UNRECORDED_MS);
        return answered.length === before;
      };
      try {
        ok((await eventually(leased, (calls) => calls >= LEASED)) >= LEASED, 'no calls were paid from a lease');
        // The most that can be unpaid: nothing more is recorded, and it goes on until it waits for that.
        link.swallow();
        ok(await eventually(isStill, Boolean), 'calls are answered without end while nothing is recorded');
        if (front.pid !== undefined) process.kill(front.pid, 'SIGKILL');
      } finally {
        isOver = true;
        link.heal();
        await Promise.allSettled(calling);
        await front.stop(10_000);
      }
      const wallet = () => store.wallets.findOne({ _id: account });
      const left = await eventually(wallet, isAtRest, 300_000);
      deepEqual([left?.open, left?.leased], [[], []]);
      const charged = new Set(await store.usage.distinct('_id', { account, state: 'spent' }));
      const unpaid = answered.filter(({ requestId }) => !charged.has(requestId));
      // Each was paid between being sent and being answered.
      const [first, last] = [
        Math.min(...unpaid.map(({ answeredMs }) => answeredMs)),
        Math.max(...unpaid.map(({ sentMs }) => sentMs)),
      ];
      ok(unpaid.length === 0 || last - first <= ANSWERED_UNRECORDED_MS, `they were paid within ${last - first} ms`);
      deepEqual((await audit(store, account)).findings, []);
      show(
        `a front on the ${engine.name} that leases credits killed with -9 when it could record nothing`,
        `what it answered stays charged, but for calls that it paid within ${ANSWERED_UNRECORDED_MS} ms; none is charged twice; books exact`,
        `${answered.length} answered, ${unpaid.length} unpaid; the audit finds nothing`,
      );
    });
  });
}
