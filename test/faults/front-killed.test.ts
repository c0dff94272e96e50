import { deepEqual, equal } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { describeNightly } from '../helpers/scale.js';
import { parseSamples, sumSamples } from '../helpers/scrape.js';
import { call, eventually } from '../helpers/stack.js';
import { booksAgree } from './harness/books.js';
import { type Engine, engines } from './harness/engine.js';
import { faultyPlatform } from './harness/platform.js';
import { show } from './harness/table.js';

const CALLS = 60;
const ANSWERED = { pool: 'compute', path: '/v1/vat', body: { action: 'calculate', net: 100, vat_rate: 20 } };
const PROMISED = { pool: 'content', path: '/v1/horoscope/daily-horoscope', body: { sign: 'leo', date: '2026-03-01' } };

/** A front with a link of its own to the store, and an account that calls it. */
async function calledFront(engine: Engine) {
  const { platform, store, newAccount, anotherLink } = await faultyPlatform(engine);
  const [{ account, key }, link] = await Promise.all([newAccount(), anotherLink()]);
  const env = { ...platform.environment, MONGODB_URL: link.url, PORT: '0', METRICS_PORT: '0' };
  const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  const { port, metricsPort } = await front.start();
  return { platform, store, account, key, link, front, metricsPort, baseUrl: `http://127.0.0.1:${port}` };
}

for (const engine of engines) {
  describeNightly(`a front on the ${engine.name} is killed`, function () {
    // The scheduler is waited for, which leaves a hold alone for a minute or two.
    this.timeout(400_000);

    it('charges what it responded to, and finishes and charges accepted requests', async () => {
      const { platform, store, account, key, link, front, metricsPort, baseUrl } = await calledFront(engine);
      const workers = [ANSWERED, PROMISED].map(({ pool }) => Number(platform.children.get(`worker:${pool}`)?.pid));
      const [answering = 0, promising = 0] = workers;
      /** Calls with a hold that wait for their replies. */
      const underWay = async () => {
        const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
        const samples = parseSamples(await metrics.text());
        const held = sumSamples(samples, 'utility_api_holds_total', { outcome: 'taken' });
        return Math.min(sumSamples(samples, 'utility_api_replies_awaited'), held);
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
  });
}
