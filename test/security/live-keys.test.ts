import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createKey } from '../../features/keys/keys.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { holdBody } from '../helpers/hold-body.js';
import { insertAll } from '../helpers/insert-all.js';
import { newCustomer } from '../helpers/portal.js';
import { call, callAsOperator, eventually, newAccount, stack } from '../helpers/stack.js';

const MOST = 100;

const liveKeys = async (account: string) =>
  (await stack()).store.keys.countDocuments({
    account,
    active: true,
    $or: [{ expires: null }, { expires: { $gt: new Date() } }],
  });

/** Adds a number of live keys to an account. */
async function addKeys(account: string, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    const created = new Date(Date.now() - (count - index) * 1_000);
    return {
      ...{ _id: id, id: `key_${id}`, account, name: `Key ${index}`, prefix: 'ua_live_0000', scopes: ['vat'] },
      ...{ active: true, expires: null, limits: {}, created },
    };
  });
  await insertAll((await stack()).store.keys, keys);
}

describe('Live keys of an account', () => {
  it('are at most 100, however many are created at the same time', async () => {
    const { account, keyId } = await newAccount();
    await addKeys(account, 90);
    const created = await Promise.all(
      Array.from({ length: 40 }, () => callAsOperator('POST', `/accounts/${account}/keys`, { mode: 'test' })),
    );
    ok((await liveKeys(account)) <= MOST);
    for (const { status, body } of created) if (status !== 200) equal(body.type, 'too_many_keys');
    const given = created.filter(({ status }) => status === 200).length;
    equal(await liveKeys(account), 91 + given, 'what was refused is not there');

    await addKeys(account, MOST - (await liveKeys(account)));
    const refused = await callAsOperator('POST', `/accounts/${account}/keys`);
    deepEqual([refused.status, refused.body.type], [409, 'too_many_keys']);
    match(refused.body.error, /at most 100 active keys: revoke one/);

    equal((await callAsOperator('POST', `/keys/${keyId}/rotate`, { overlap_seconds: 60 })).status, 409);
    equal((await callAsOperator('POST', `/keys/${keyId}/rotate`, { overlap_seconds: 0 })).status, 200);
    equal(await liveKeys(account), MOST, 'a key that stops at once makes room for the one in its place');
    equal((await callAsOperator('PATCH', `/keys/${keyId}`, { expires_at: 'never' })).status, 409);
    equal(await liveKeys(account), MOST);

    const { store } = await stack();
    const [one, other] = await store.keys.find({ account, name: 'Key 1' }).toArray();
    equal(other, undefined);
    equal((await callAsOperator('DELETE', `/keys/${one?.id}`)).status, 200);
    equal((await callAsOperator('POST', `/accounts/${account}/keys`)).status, 200);
    equal((await callAsOperator('PATCH', `/keys/${one?.id}`, { active: true })).status, 409);
    equal(await liveKeys(account), MOST);
  });

  it('are refused in the portal beyond that, and listed a page at a time', async () => {
    const { customer, account } = await newCustomer();
    await addKeys(account, MOST);
    const sent = await customer.send('/account/keys', '/account/keys', { name: 'One more', scopes: '*' });
    equal(sent.status, 409);
    match(await sent.text(), /at most 100 active keys/);
    equal(await liveKeys(account), MOST);

    const first = await customer.page('/account/keys');
    const more = /href="(\/account\/keys\?live=[^"]+)"/.exec(first)?.[1] ?? '';
    const second = await customer.page(more);
    const names = [first, second].flatMap((page) => [...page.matchAll(/>(Key \d+)<\/a>/g)].map(([, name]) => name));
    equal(new Set(names).size, MOST);
    ok(!second.includes('?live='));
    equal((await customer.ask('/account/keys?live=nonsense')).status, 422);

    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const query: string = next === '' ? '' : `&after=${next}`;
      const { body } = await callAsOperator('GET', `/accounts/${account}/keys?limit=30${query}`);
      ok(body.keys.length <= 30);
      seen.push(...body.keys.map(({ name }: { name: string }) => name));
      next = body.next;
    }
    deepEqual(
      seen,
      Array.from({ length: MOST }, (_, index) => `Key ${index}`),
    );
  });

  const accepted = (answers: readonly { status: number; body: { type?: string } }[]): number => {
    for (const { status, body } of answers) if (status !== 200) equal(body.type, 'too_many_keys');
    return answers.filter(({ status }) => status === 200).length;
  };

  /** Creates keys without HTTP, which would keep some of them apart, and returns how many were accepted. */
  async function createAtOnce(account: string, count: number): Promise<number> {
    const { store } = await stack();
    const create = async (name: string): Promise<{ status: number; body: { type?: string } }> => {
      try {
        await createKey(store, { account, name });
        return { status: 200, body: {} };
      } catch (error) {
        if (error instanceof ApiError) return { status: error.status, body: { type: error.type } };
        throw error;
      }
    };
    return accepted(await Promise.all(Array.from({ length: count }, (_, index) => create(`New ${index}`))));
  }

  it('are exactly 100 when more are created at the same time', async () => {
    const { account } = await newCustomer();
    equal(await createAtOnce(account, MOST + 10), MOST);
    equal(await liveKeys(account), MOST);
  });

  it('are as many more as still fit when few do', async () => {
    const { account } = await newCustomer();
    await addKeys(account, MOST - 5);
    equal(await createAtOnce(account, 8), 5);
    equal(await liveKeys(account), MOST);
  });

  it('can all be replaced at the same time at the limit when the old ones stop at once', async () => {
    const { account } = await newCustomer();
    await addKeys(account, MOST);
    const { store } = await stack();
    const old = await store.keys.find({ account }, { limit: 10 }).toArray();
    const rotated = await Promise.all(
      old.map(({ id }) => callAsOperator('POST', `/keys/${id}/rotate`, { overlap_seconds: 0 })),
    );
    equal(accepted(rotated), 10);
    equal(await liveKeys(account), MOST);
  });

  it('make room as soon as they are revoked or expire', async () => {
    const { account } = await newCustomer();
    equal(await createAtOnce(account, MOST), MOST);
    const { store } = await stack();
    const [revoked, expired, other] = await store.keys.find({ account }, { limit: 3 }).toArray();
    equal((await callAsOperator('DELETE', `/keys/${revoked?.id}`)).status, 200);
    equal((await callAsOperator('PATCH', `/keys/${expired?.id}`, { expires_at: '2020-01-01T00:00:00Z' })).status, 200);
    const revived = await Promise.all([
      callAsOperator('PATCH', `/keys/${revoked?.id}`, { active: true }),
      callAsOperator('PATCH', `/keys/${expired?.id}`, { expires_at: 'never' }),
      callAsOperator('PATCH', `/keys/${other?.id}`, { expires_at: '2199-01-01T00:00:00Z' }),
      ...Array.from({ length: 8 }, () => callAsOperator('POST', `/accounts/${account}/keys`)),
    ]);
    equal(accepted(revived), 3, 'the two that fit, and a key that was live before');
    equal(await liveKeys(account), MOST);
  });

  it('are counted without a process that died while it created some', async () => {
    const { account } = await newCustomer();
    await addKeys(account, MOST - 2);
    const { store } = await stack();
    const entryAt = (at: number) => ({ token: randomUUID(), id: `key_${randomUUID()}`, at: new Date(at) });
    await store.reservations.insertOne({
      ...{ _id: `${account}/keys`, released: 0 },
      reserved: [entryAt(Date.now() - 3_600_000), entryAt(Date.now())],
    });
    equal(await createAtOnce(account, 3), 1, 'a fresh reservation holds its place');
  });

  it('change nothing once they are revoked, not even with a body that was held back', async () => {
    const { store, platform } = await stack();
    const { account, key, keyId } = await newAccount({ scopes: ['*', 'billing'] });
    const send = await holdBody(`${platform.baseUrl}/v1/account/orders`, {
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ pack: 'small' }),
    });
    equal((await callAsOperator('DELETE', `/keys/${keyId}`)).status, 200);
    const read = () => call('/v1/account', undefined, { method: 'GET', key });
    await eventually(read, ({ status }) => status === 403);
    equal(await send(), 403);
    equal(await store.orders.countDocuments({ account }), 0);
  });
});
