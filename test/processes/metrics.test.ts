import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { tasks } from '../../scheduler/tasks.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { poolNames } from '../../shared/contract/pools.js';
import { refund } from '../../shared/ledger/refund.js';
import { declared } from '../../shared/process/metrics/table.js';
import { version } from '../../shared/process/version.js';
import { parseSamples, scrape, sumSamples } from '../helpers/scrape.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const { calls, callSeconds, holds, jobs, runSeconds, queueWaitSeconds, stepSeconds, settlements } = declared;

describe('metrics', () => {
  before(stack);

  it('are on the port of the front for the admin token alone', async () => {
    const { platform } = await stack();
    const url = `${platform.baseUrl}/metrics`;
    equal((await fetch(url)).status, 401);
    const response = await fetch(url, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });
    equal(response.status, 200);
    match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    ok(parseSamples(await response.text()).some(({ name }) => name === 'process_cpu_seconds_total'));
  });

  it('count each call once, in the front and in the worker, by endpoint and status', async () => {
    const { key } = await newAccount({ credits: 1 });
    const [front, worker] = await Promise.all([scrape('api'), scrape('worker:compute')]);
    for (let made = 0; made < 7; made++) equal((await call('/v1/vat', VAT, { key })).status, 200);
    equal((await call('/v1/vat', { ...VAT, country_code: 'GER' }, { key })).status, 400);
    equal((await call('/v1/vat', VAT)).status, 401);
    const [frontAfter, workerAfter] = await Promise.all([scrape('api'), scrape('worker:compute')]);
    const grew = (name: string, labels = {}) => sumSamples(frontAfter, name, labels) - sumSamples(front, name, labels);
    const grewThere = (name: string, labels = {}) =>
      sumSamples(workerAfter, name, labels) - sumSamples(worker, name, labels);

    equal(grew(calls.name, { endpoint: 'vat', status: '200' }), 7);
    equal(grew(calls.name, { endpoint: 'vat', status: '401' }), 1);
    equal(grew(`${callSeconds.name}_count`, { endpoint: 'vat' }), 9);
    equal(grew(holds.name, { outcome: 'taken' }), 8, 'a call that fails validation is charged too');
    for (const [step, times] of [
      ['authenticate', 9],
      ['readBody', 8],
      ['charge', 8],
    ] as const) {
      equal(grew(`${stepSeconds.name}_count`, { step }), times, step);
    }
    const computed = grewThere(jobs.name, { endpoint: 'vat' });
    ok(computed === 7 || computed === 8, `${computed} jobs`);
    equal(grewThere(`${runSeconds.name}_count`, { endpoint: 'vat' }), computed);
    equal(grewThere(`${queueWaitSeconds.name}_count`, { pool: 'compute' }), computed);
  });

  it('split the time of a call over its steps', async () => {
    const { key } = await newAccount({ credits: 1 });
    const before = await scrape('api');
    for (let made = 0; made < 20; made++) await call('/v1/vat', VAT, { key });
    const after = await scrape('api');
    const grew = (name: string, labels = {}) => sumSamples(after, name, labels) - sumSamples(before, name, labels);
    const whole = grew(`${callSeconds.name}_sum`);
    const steps = grew(`${stepSeconds.name}_sum`);
    ok(steps > 0.5 * whole && steps <= whole, `${steps} s in steps of ${whole} s in calls`);
    ok(grew(`${stepSeconds.name}_sum`, { step: 'enqueue' }) < steps);
  });

  it('count spent credits, and requests refused for insufficient credits', async () => {
    const poor = await newAccount({ credits: 0 });
    const { store } = await stack();
    await eventually(
      () => store.wallets.countDocuments({ 'open.at': { $gt: new Date(0) } }),
      (undecided) => undecided === 0,
    );
    const before = await scrape('api');
    equal((await call('/v1/vat', VAT, { key: poor.key })).status, 402);
    const { key } = await newAccount({ credits: 1 });
    equal((await call('/v1/vat', VAT, { key })).status, 200);
    const grew = (after: Awaited<ReturnType<typeof scrape>>, name: string, labels: Record<string, string>) =>
      sumSamples(after, name, labels) - sumSamples(before, name, labels);
    const after = await eventually(
      () => scrape('api'),
      (samples) => grew(samples, settlements.name, { state: 'spent' }) > 0,
    );
    equal(grew(after, holds.name, { outcome: 'refused' }), 1);
    equal(grew(after, settlements.name, { state: 'spent' }), 1);
  });

  it('count upstream requests and cache hits', async () => {
    const { key } = await newAccount({ credits: 1 });
    const ask = { q: `metrics ${Date.now()}` };
    const before = await scrape('worker:fetch');
    equal((await call('/v1/web-search/search/autocomplete', ask, { key })).status, 200);
    equal((await call('/v1/web-search/search/autocomplete', ask, { key })).status, 200);
    const after = await scrape('worker:fetch');
    const grew = (name: string, labels: Record<string, string>) =>
      sumSamples(after, name, labels) - sumSamples(before, name, labels);
    // The scheduler has rates refreshed at any time.
    const upstream = 'web-suggest';
    equal(grew(declared.upstreamAnswers.name, { upstream, memory: 'miss' }), 1);
    equal(grew(declared.upstreamAnswers.name, { upstream, memory: 'hit' }), 1);
    equal(grew(declared.upstreamCalls.name, { upstream, result: 'ok' }), 1);
    equal(sumSamples(after, declared.breakers.name), 0, 'all breakers are closed');
    ok(after.some(({ name }) => name === declared.breakers.name));
  });

  it('describe the platform as a whole: workers, holds, availability', async () => {
    const { key } = await newAccount({ credits: 1 });
    await call('/v1/vat', VAT, { key });
    const samples = await eventually(
      () => scrape('api'),
      (found) =>
        found.some(({ name }) => name === declared.availability.name) &&
        poolNames.every((pool) => sumSamples(found, declared.liveWorkers.name, { pool }) === 1),
    );
    for (const pool of poolNames) equal(sumSamples(samples, declared.liveWorkers.name, { pool }), 1, pool);
    ok(samples.some(({ name }) => name === declared.openHolds.name));
    const share = sumSamples(samples, declared.availability.name);
    ok(share > 0 && share <= 1, String(share));
    equal(sumSamples(samples, declared.availabilityTarget.name), 0.999);
    for (const { name } of [declared.redisMemoryUsed, declared.storageFree]) ok(sumSamples(samples, name) > 0, name);
  });

  it('report what each process needs as ready or not', async () => {
    const readiness = async (process: string) =>
      Object.fromEntries(
        (await scrape(process))
          .filter(({ name }) => name === declared.ready.name)
          .map(({ labels: { what = '' }, value }) => [what, value]),
      );
    const pools = Object.fromEntries(poolNames.map((pool) => [`worker:${pool}`, 1]));
    deepEqual(await readiness('api'), { store: 1, redis: 1, indexes: 1, ...pools });
    deepEqual(await readiness('scheduler'), { store: 1, redis: 1 });
    deepEqual(await readiness('worker:deliver'), { store: 1, redis: 1 });
    deepEqual(await readiness('worker:qr'), { redis: 1 });
  });

  it('have their counters before the first event', async () => {
    const lacking = async (process: string, name: string, expected: Record<string, string | number>[]) => {
      const samples = await scrape(process);
      return expected.filter(
        (labels) =>
          !samples.some((sample) =>
            [
              sample.name === name,
              ...Object.entries(labels).map(([key, value]) => sample.labels[key] === `${value}`),
            ].every(Boolean),
          ),
      );
    };
    const statuses = (ids: string[]) =>
      ids.flatMap((endpoint) => [200, 500, 502, 503, 504].map((status) => ({ endpoint, status })));
    const idsOf = (name: string) => catalogue.filter(({ pool }) => pool === name).map(({ id }) => id);
    const perPool = poolNames.map((pool) => ({ pool }));
    deepEqual(await lacking('api', calls.name, statuses(catalogue.map(({ id }) => id))), []);
    deepEqual(await lacking('api', declared.callsShed.name, perPool), []);
    deepEqual(await lacking('api', declared.missingReplies.name, perPool), []);
    deepEqual(await lacking('api', holds.name, [{ outcome: 'taken' }, { outcome: 'refused' }]), []);
    deepEqual(await lacking('worker:qr', jobs.name, statuses(idsOf('qr'))), []);
    const crashes = idsOf('qr').map((endpoint) => ({ endpoint }));
    deepEqual(await lacking('worker:qr', declared.crashedJobs.name, crashes), []);
    deepEqual(await lacking('worker:deliver', declared.webhooksSwitchedOff.name, [{}]), []);
    const outcomes = tasks.map(({ name }) => ({ task: name, outcome: 'failed' }));
    deepEqual(await lacking('scheduler', declared.runs.name, outcomes), []);
  });

  it('are on a port with the health of their process', async () => {
    const { platform } = await stack();
    for (const process of ['api', 'worker:content', 'worker:deliver', 'scheduler']) {
      const port = platform.children.get(process)?.facts.metricsPort;
      const response = await fetch(`http://127.0.0.1:${port}/healthz`);
      equal(response.status, 200, process);
      deepEqual(await response.json(), { status: 'ok', version });
    }
  });

  it('count the refunds of every process', async () => {
    const { key } = await newAccount({ credits: 1 });
    const refunds = async () => sumSamples(await scrape('api'), declared.refunds.name);
    const { headers } = await call('/v1/vat', VAT, { key });
    const { store } = await stack();
    const _id = headers.get('x-request-id') ?? '';
    await eventually(() => store.usage.findOne({ _id }), Boolean);
    // As the command line does, in a process that is not scraped.
    equal(await refund(store, _id, 'by a test', new Date()), 'refunded');
    const given = await store.refunds.countDocuments();
    equal(await eventually(refunds, (shown) => shown === given), given);
  });

  it('count the runs of the scheduler', async () => {
    const samples = await eventually(
      () => scrape('scheduler'),
      (found) => sumSamples(found, declared.runs.name, { task: 'reconcile-holds', outcome: 'done' }) > 0,
    );
    ok(sumSamples(samples, declared.runs.name, { task: 'reconcile-holds', outcome: 'done' }) > 0);
    const last = sumSamples(samples, declared.lastDone.name, { task: 'reconcile-holds' });
    ok(Math.abs(Date.now() / 1_000 - last) < 120, String(last));
    const lastRun = sumSamples(await scrape('api'), declared.lastRun.name);
    ok(Math.abs(Date.now() / 1_000 - lastRun) < 120, String(lastRun));
  });

  it('of a worker have none that only fronts measure', async () => {
    const names = new Set((await scrape('worker:qr')).map(({ name }) => name));
    const { availability, openHolds, liveWorkers } = declared;
    deepEqual(
      [availability, openHolds, liveWorkers].filter(({ name }) => names.has(name)),
      [],
    );
  });
});
