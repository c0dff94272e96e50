import { deepEqual, equal, notDeepEqual } from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { Child } from '../../embedded/child.js';
import { projectFile } from '../../shared/process/project-file.js';
import { CRASHING_NET, HANGING_NET, SLOW_NET } from '../faults/harness/crashing-handler.js';
import { activeJobs } from '../helpers/active-jobs.js';
import { listChildren } from '../helpers/process-tree.js';
import { itNightly } from '../helpers/scale.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const PROCESSES = 2;
const TIMEOUT_MS = 60_000;

describe('a job that crashes its worker', function () {
  this.timeout(2 * TIMEOUT_MS);
  let front: ScriptedFront;
  let workers: Child;

  beforeEach(async () => {
    const { platform } = await stack();
    front = await sharedFront();
    const env = {
      ...platform.environment,
      REDIS_URL: front.redisUrl,
      METRICS_PORT: '0',
      WORKER_PROCESSES: String(PROCESSES),
      NODE_OPTIONS: `--import ${pathToFileURL(projectFile('dist/test/faults/harness/crashing-handler.js')).href}`,
    };
    workers = new Child({ name: 'workers', module: 'dist/workers/main.js', args: ['compute'], env }, () => {});
    await workers.start();
  });
  afterEach(async () => {
    await workers.stop(10_000);
    await front.stop();
  });

  const calculate = (key: string, net: number, headers = {}) =>
    call('/v1/vat', { action: 'calculate', net, vat_rate: 20 }, { key, baseUrl: front.baseUrl, headers });
  const processes = () => listChildren(workers.pid ?? 0).sort();
  /** Sends an asynchronous request, and returns its result. */
  const fetchResult = async (key: string, net: number) => {
    const { body } = await calculate(key, net, { Prefer: 'respond-async' });
    const job = () => call(`/v1/jobs/${body.job_id}`, undefined, { key, baseUrl: front.baseUrl, method: 'GET' });
    return (await eventually(job, (found) => found.body.state === 'finished', TIMEOUT_MS)).body;
  };
  const allRestarted = (before: readonly number[]) =>
    eventually(
      async () => processes(),
      (now) => now.length === PROCESSES && now.join() !== before.join(),
      TIMEOUT_MS,
    );

  it('fails uncharged after one isolated retry, and the other jobs of the worker succeed', async () => {
    const [other, crashing] = await Promise.all([newAccount(), newAccount()]);
    const before = processes();
    const others = Array.from({ length: 6 }, () => fetchResult(other.key, SLOW_NET));
    await activeJobs(front.redisUrl, 'compute', others.length);
    const { status, body } = await fetchResult(crashing.key, CRASHING_NET);
    deepEqual([status, body.type], [500, 'job_crashed']);
    const statuses = (await Promise.all(others)).map((one) => one.status);
    deepEqual(statuses, Array(others.length).fill(200));
    const { store } = await stack();
    const wallet = await eventually(() => store.wallets.findOne({ _id: crashing.account }), isAtRest);
    equal(wallet?.spent ?? 0, 0);
    const restarted = await allRestarted(before);
    equal(restarted.filter((pid) => !before.includes(pid)).length, 1, 'one worker died');
  });

  itNightly(
    'makes later jobs of its key run isolated, so that they crash no worker and others of the key succeed',
    async () => {
      const [{ key }, other] = await Promise.all([newAccount(), newAccount()]);
      const before = processes();
      equal((await fetchResult(key, CRASHING_NET)).status, 500);
      await allRestarted(before);
      // A worker learns of the flag within about a second.
      const sendAll = async () => {
        const earlier = processes();
        const nets = [CRASHING_NET + 1, CRASHING_NET + 2, 100].map((net) => fetchResult(key, net));
        const results = await Promise.all([...nets, fetchResult(other.key, 100)]);
        return { statuses: results.map(({ status }) => status), hasCrashed: earlier.join() !== processes().join() };
      };
      const { statuses, hasCrashed } = await eventually(sendAll, (round) => !round.hasCrashed, TIMEOUT_MS);
      deepEqual([statuses, hasCrashed], [[500, 500, 200, 200], false]);
    },
  );

  itNightly('may also hang: its worker is ended, and others are served', async () => {
    const [{ key }, other] = await Promise.all([newAccount(), newAccount()]);
    const before = processes();
    const hanging = fetchResult(key, HANGING_NET);
    notDeepEqual(await allRestarted(before), before);
    equal((await calculate(other.key, 100)).status, 200);
    equal((await hanging).status, 500);
  });
});
