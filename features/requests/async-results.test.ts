import { deepEqual, equal, rejects } from 'node:assert/strict';
import { UtilityApi } from 'utility-api-client';
import { errors } from '../../shared/contract/errors.js';
import { errorReply, jsonReply } from '../../shared/queue/job.js';
import { type OneScriptedFront, oneScriptedFront } from '../../test/helpers/one-scripted-front.js';
import { ADMIN_TOKEN, call, errorIn, eventually, isAtRest, newAccount, stack } from '../../test/helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const asynchronously = { Prefer: 'respond-async' };
const finished = (path: string, key: string, baseUrl?: string) =>
  eventually(
    () => call(path, undefined, { method: 'GET', key, ...(baseUrl ? { baseUrl } : {}) }),
    ({ body }) => body.state === 'finished',
  );
const walletOf = async (account: string) => {
  const { store } = await stack();
  return eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
};

/** What the workers that wait for a test do not manage. */
const TOO_MUCH = { ...VAT, net: 502 };

describe('asynchronous calls', () => {
  let workers: OneScriptedFront;
  let released: Promise<void>;
  let release = () => {};
  let begun: Promise<void>;
  let begin = () => {};

  before(async () => {
    workers = await oneScriptedFront();
  });
  beforeEach(() => {
    released = new Promise((resolve) => {
      release = resolve;
    });
    begun = new Promise((resolve) => {
      begin = resolve;
    });
    workers.compute = async ({ requestId, input }) => {
      begin();
      await released;
      const isTooMuch = Object(input).net === TOO_MUCH.net;
      return isTooMuch ? errorReply(errors.upstreamUnavailable(), requestId, '') : jsonReply(200, { done: true });
    };
  });
  afterEach(() => release());

  describe('Prefer: respond-async', () => {
    it('returns 202 at once, and later the response of the call, charged once', async () => {
      const { key, account } = await newAccount();
      const direct = await call('/v1/vat', VAT, { key });
      const accepted = await call('/v1/vat', VAT, { key, headers: asynchronously });
      equal(accepted.status, 202);
      equal(accepted.headers.get('x-credits-cost'), '0.001');
      const { platform } = await stack();
      equal(accepted.body.status_url, `${platform.baseUrl}/v1/jobs/${accepted.body.job_id}`);
      const { body } = await finished(`/v1/jobs/${accepted.body.job_id}`, key);
      deepEqual(body, { job_id: accepted.body.job_id, state: 'finished', status: 200, body: direct.body });
      equal((await walletOf(account))?.spent, 2_000);
    });

    it('refuses bad input at once', async () => {
      const { key } = await newAccount();
      equal((await call('/v1/vat', {}, { key, headers: asynchronously })).status, 400);
    });

    it('gives the credits back when the job fails through us', async () => {
      const { key, account } = await newAccount();
      const { baseUrl } = workers;
      const { job_id } = (await call('/v1/vat', TOO_MUCH, { key, headers: asynchronously, baseUrl })).body;
      const early = await call(`/v1/jobs/${job_id}`, undefined, { method: 'GET', key, baseUrl });
      equal(['queued', 'running'].includes(early.body.state), true);
      release();
      const { body } = await finished(`/v1/jobs/${job_id}`, key, baseUrl);
      deepEqual([body.status, errorIn(body.body)], [502, { error: 'Upstream unavailable', code: 502 }]);
      const wallet = await walletOf(account);
      deepEqual([wallet?.spent, wallet?.lots[0]?.left], [0, 1_000_000]);
    });

    it('shows a job to its own account alone', async () => {
      const [mine, other] = [await newAccount(), await newAccount()];
      const { job_id } = (await call('/v1/vat', VAT, { key: mine.key, headers: asynchronously })).body;
      const { status, body } = await call(`/v1/jobs/${job_id}`, undefined, { method: 'GET', key: other.key });
      equal(status, 404);
      deepEqual(errorIn(body), { error: 'Unknown job', code: 404 });
      equal((await call('/v1/jobs/nothing', undefined, { method: 'GET', key: mine.key })).status, 404);
    });
  });

  describe('Prefer: wait=N', () => {
    it('returns a response that is ready in time, and stores nothing of it', async () => {
      const { key } = await newAccount();
      const direct = await call('/v1/vat', VAT, { key });
      for (const Prefer of ['wait=9', 'respond-async, wait="9"']) {
        const { status, body, headers } = await call('/v1/vat', VAT, { key, headers: { Prefer } });
        deepEqual([status, body, headers.get('preference-applied')], [200, direct.body, 'wait=9']);
        const job = `/v1/jobs/${headers.get('x-request-id')}`;
        const forgotten = await eventually(
          () => call(job, undefined, { method: 'GET', key }),
          (answer) => answer.status === 404,
        );
        equal(forgotten.status, 404);
      }
    });

    it('turns into a 202 when the time is over, and the result is fetched later, charged once', async () => {
      const { key, account } = await newAccount();
      const { baseUrl } = workers;
      const ask = (Prefer: string) => call('/v1/vat', VAT, { key, baseUrl, headers: { Prefer } });
      const late = await ask('wait=1');
      deepEqual([late.status, late.headers.get('preference-applied')], [202, 'wait=1']);
      const { job_id } = late.body;
      const early = await call(`/v1/jobs/${job_id}`, undefined, { method: 'GET', key, baseUrl });
      equal(['queued', 'running'].includes(early.body.state), true);
      release();
      const { body } = await finished(`/v1/jobs/${job_id}`, key, baseUrl);
      deepEqual([body.status, body.body], [200, { done: true }]);
      equal((await ask('wait=0')).status, 202);
      equal((await walletOf(account))?.spent, 2_000);
    });

    it('is what the client sends that lets go of its connection, and fetches the result when it is there', async () => {
      const { key } = await newAccount();
      const statuses: number[] = [];
      const onResponse = ({ status }: { status: number }) => {
        // The 202, and one status of its job.
        if (statuses.push(status) === 2) release();
      };
      const api = new UtilityApi({ baseUrl: workers.baseUrl, apiKey: key, wait: 1, onResponse });
      const result: unknown = await api.vat({ action: 'calculate', net: 100, vat_rate: 20 });
      deepEqual([result, statuses[0]], [{ done: true }, 202]);
      const [job] = (await api.jobs()).jobs;
      deepEqual([job?.endpoint, job?.state], ['vat', 'finished']);
      await rejects(api.job(job?.job_id ?? '').cancel(), { status: 409, type: 'job_begun' });
    });

    it('waits until the deadline if the preference is invalid or longer', async () => {
      const { key } = await newAccount();
      for (const Prefer of ['wait', 'wait=-1', 'wait=soon', 'wait=60', 'respond-async, wait=60', 'wait=99, wait=0']) {
        const { status, headers } = await call('/v1/vat', VAT, { key, headers: { Prefer } });
        deepEqual([status, headers.get('preference-applied')], [200, null], Prefer);
      }
    });
  });

  it('lists an account its own jobs, page by page, the latest first', async () => {
    const { key } = await newAccount();
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { body } = await call('/v1/vat', VAT, { key, headers: asynchronously });
      ids.unshift(body.job_id);
      await finished(`/v1/jobs/${body.job_id}`, key);
    }
    const page = async (query: string, reader = key) =>
      (await call(`/v1/jobs${query}`, {}, { key: reader, method: 'GET' })).body;
    const first = await page('?limit=2');
    deepEqual(
      first.jobs.map(({ submitted_at: _, ...job }: Record<string, unknown>) => job),
      ids.slice(0, 2).map((job_id) => ({ job_id, endpoint: 'vat', state: 'finished', status: 200 })),
    );
    const second = await page(`?limit=2&after=${first.next}`);
    deepEqual([second.jobs.map(({ job_id }: { job_id: string }) => job_id), second.next], [ids.slice(2), null]);
    deepEqual(await page('', (await newAccount()).key), { jobs: [], next: null });
  });

  it('takes a job back that is not begun, and gives its credits back; one that is begun goes on', async () => {
    const { baseUrl } = workers;
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const tellQueue = async (deed: string) =>
      equal((await call(`/v1/admin/queues/compute/${deed}`, {}, { headers, baseUrl })).status, 200);
    const { key, account } = await newAccount();
    const handIn = async () => (await call('/v1/vat', VAT, { key, headers: asynchronously, baseUrl })).body.job_id;
    const cancel = (id: string, by = key) => call(`/v1/jobs/${id}`, {}, { key: by, method: 'DELETE', baseUrl });

    await tellQueue('pause');
    try {
      const waiting = await handIn();
      const stranger = await cancel(waiting, (await newAccount()).key);
      deepEqual([stranger.status, stranger.body.type], [404, 'job_unknown']);
      deepEqual((await cancel(waiting)).body, { job_id: waiting, state: 'cancelled' });
      const { body } = await finished(`/v1/jobs/${waiting}`, key, baseUrl);
      deepEqual([body.status, body.body.type], [410, 'job_cancelled']);
      deepEqual([(await cancel(waiting)).status, (await walletOf(account))?.spent], [409, 0]);
    } finally {
      await tellQueue('resume');
    }

    const running = await handIn();
    await begun;
    const late = await cancel(running);
    deepEqual([late.status, late.body.type], [409, 'job_begun']);
    release();
    equal((await finished(`/v1/jobs/${running}`, key, baseUrl)).body.status, 200);
    equal((await walletOf(account))?.spent, 1_000);
  });
});
