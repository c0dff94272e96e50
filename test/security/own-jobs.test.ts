import { deepEqual, equal } from 'node:assert/strict';
import { createKey } from '../../features/keys/keys.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const get = (path: string, key: string) => call(path, {}, { key, method: 'GET' });

async function submit(key: string): Promise<string> {
  const { status, body } = await call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } });
  equal(status, 202);
  return body.job_id;
}

/** An account with a key, and a further key of it. */
async function twoKeys(scopes: string[], mode: 'live' | 'test' = 'live') {
  const { store } = await stack();
  const first = await newAccount({ mode });
  const order = { account: first.account, name: 'further', scopes, mode, limits: { '*': 100_000 } };
  const { plain, key } = await createKey(store, order);
  return { ...first, further: plain, furtherId: key.id };
}

const listedJobs = async (key: string, query = ''): Promise<string[]> =>
  (await get(`/v1/jobs${query}`, key)).body.jobs.map(({ job_id }: { job_id: string }) => job_id);
const listedRequests = async (key: string, query = ''): Promise<string[]> =>
  (await get(`/v1/requests${query}`, key)).body.requests.map(({ request_id }: { request_id: string }) => request_id);

describe('a key without account:read', () => {
  it('reads, lists and cancels only the jobs that it made itself', async () => {
    const { key, further } = await twoKeys(['vat']);
    const [others, own] = [await submit(key), await submit(further)];
    const refused = await get(`/v1/jobs/${others}`, further);
    deepEqual([refused.status, refused.body.type], [404, 'job_unknown']);
    equal((await call(`/v1/jobs/${others}`, {}, { key: further, method: 'DELETE' })).status, 404);
    equal((await get(`/v1/jobs/${own}`, further)).body.job_id, own);
    deepEqual(await listedJobs(further), [own]);
    deepEqual((await listedJobs(key)).sort(), [others, own].sort());
  });

  it('pages through its own jobs', async () => {
    const { key, further } = await twoKeys(['vat']);
    const own: string[] = [];
    for (const _ of [1, 2, 3]) {
      own.unshift(await submit(further));
      await submit(key);
    }
    const { body } = await get('/v1/jobs?limit=2', further);
    deepEqual([...(await listedJobs(further, '?limit=2')), ...(await listedJobs(further, `?after=${body.next}`))], own);
  });

  it('reads and lists only the requests that it made itself', async () => {
    const { key, keyId, account, further, furtherId } = await twoKeys(['vat']);
    const createRequest = async (by: string) =>
      (await call('/v1/vat', VAT, { key: by })).headers.get('x-request-id') ?? '';
    const [others, own] = [await createRequest(key), await createRequest(further)];
    const { store } = await stack();
    await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
    await eventually(
      () => store.usage.countDocuments({ account }),
      (count) => count === 2,
    );
    const refused = await get(`/v1/requests/${others}`, further);
    deepEqual([refused.status, refused.body.type], [404, 'request_unknown']);
    equal((await get(`/v1/requests/${own}`, further)).body.request_id, own);
    deepEqual(await listedRequests(further), [own]);
    deepEqual(await listedRequests(further, `?key=${furtherId}`), [own]);
    deepEqual(await listedRequests(further, `?key=${keyId}`), []);
    deepEqual((await listedRequests(key)).sort(), [others, own].sort());
    deepEqual(await listedRequests(key, `?key=${furtherId}`), [own]);
  });

  it('reads only the test jobs that it made itself, as a test key', async () => {
    const { key, further } = await twoKeys(['vat'], 'test');
    const [others, own] = [await submit(key), await submit(further)];
    equal((await get(`/v1/jobs/${others}`, further)).status, 404);
    equal((await get(`/v1/jobs/${own}`, further)).status, 200);
    equal((await get(`/v1/jobs/${own}`, key)).status, 200);
  });
});

describe('a key with account:read and no other scope', () => {
  it("reads the account's other jobs and cancels none of them", async () => {
    const { key, further } = await twoKeys(['account:read']);
    const others = await submit(key);
    equal((await get(`/v1/jobs/${others}`, further)).status, 200);
    deepEqual(await listedJobs(further), [others]);
    const refused = await call(`/v1/jobs/${others}`, {}, { key: further, method: 'DELETE' });
    deepEqual([refused.status, refused.body.type], [403, 'api_key_not_allowed']);
  });
});
