import { deepEqual, equal, match, rejects } from 'node:assert/strict';
import { type Collections, collections } from '../../features/collections.js';
import { createKey, replaceKey } from '../../features/keys/keys.js';
import { systemClock } from '../../shared/process/clock.js';
import { newCustomer } from '../helpers/portal.js';
import { startPrivateStore } from '../helpers/private-store.js';
import { ADMIN_TOKEN, call, stack } from '../helpers/stack.js';

const HOUR_SECONDS = 3_600;

describe('the rotation of a key that is changed at the same time', () => {
  let store: Collections;
  let close: () => Promise<void>;

  before(async () => {
    const own = await startPrivateStore();
    store = collections(own.db);
    close = own.close;
  });
  after(() => close());

  /** A store in which a change comes between the new key and the end of the old one. */
  function changedMeanwhile(change: () => Promise<unknown>): Collections {
    const wallets = new Proxy(store.wallets, {
      get: (target, name) => {
        if (name !== 'findOne') return Reflect.get(target, name);
        return async (...given: Parameters<typeof target.findOne>) => {
          await change();
          return target.findOne(...given);
        };
      },
    });
    return { ...store, wallets };
  }

  it('leaves no key that works when the old one is revoked', async () => {
    const { key } = await createKey(store, { account: 'revoked', name: 'x' });
    const revoke = () => store.keys.updateOne({ id: key.id }, { $set: { active: false } });
    await rejects(replaceKey(changedMeanwhile(revoke), key.id, HOUR_SECONDS, systemClock), {
      type: 'api_key_inactive',
    });
    equal(await store.keys.countDocuments({ account: 'revoked', active: true }), 0);
    equal(await store.keys.countDocuments({ account: 'revoked' }), 2);
  });

  it('keeps an expiry of the old one that is earlier than the end of the overlap', async () => {
    const { key } = await createKey(store, { account: 'ended', name: 'x' });
    const now = new Date();
    const end = () => store.keys.updateOne({ id: key.id }, { $set: { expires: now } });
    const rotated = await replaceKey(changedMeanwhile(end), key.id, HOUR_SECONDS, { now: () => now });
    const { expires, replaced_by } = (await store.keys.findOne({ id: key.id })) ?? {};
    deepEqual({ expires, replaced_by }, { expires: now, replaced_by: rotated?.key.id });
  });

  it('leaves one successor of rotations at the same time', async () => {
    const { key } = await createKey(store, { account: 'twice', name: 'x' });
    const rotations = [0, HOUR_SECONDS, 0, HOUR_SECONDS].map((overlap) =>
      replaceKey(store, key.id, overlap, systemClock),
    );
    const results = await Promise.allSettled(rotations);
    equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const live = { account: 'twice', active: true, id: { $ne: key.id } };
    equal(await store.keys.countDocuments(live), 1);
  });

  it('leaves two keys that work, however often it is repeated', async () => {
    const { key } = await createKey(store, { account: 'chain', name: 'x' });
    const first = await replaceKey(store, key.id, HOUR_SECONDS, systemClock);
    const successor = first?.key.id ?? '';
    for (const id of [key.id, successor]) {
      await rejects(replaceKey(store, id, HOUR_SECONDS, systemClock), { type: 'key_replaced' });
    }
    const second = await replaceKey(store, successor, 0, systemClock);
    const live = { account: 'chain', $or: [{ expires: null }, { expires: { $gt: new Date() } }] };
    deepEqual(
      (await store.keys.find(live).toArray()).map(({ id }) => id).toSorted(),
      [key.id, second?.key.id].toSorted(),
    );
  });

  it('sets the expiry of a key that has none', async () => {
    const { key } = await createKey(store, { account: 'endless', name: 'x' });
    const now = new Date();
    await replaceKey(store, key.id, HOUR_SECONDS, { now: () => now });
    equal((await store.keys.findOne({ id: key.id }))?.expires?.getTime(), now.getTime() + HOUR_SECONDS * 1_000);
  });
});

describe('the rotation of a key that does not work', () => {
  const admin = (method: string, path: string, body: object = {}) =>
    call(`/v1/admin${path}`, body, { method, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });

  const cases = [
    ['revoked', { active: false }, 'api_key_inactive', /API key is inactive/],
    ['expired', { expires_at: '2020-01-01T00:00:00Z' }, 'api_key_expired', /API key has expired/],
  ] as const;
  for (const [title, end, type, text] of cases) {
    it(`is refused when it is ${title}, to operators and members`, async () => {
      const { store } = await stack();
      const { customer, account } = await newCustomer();
      const { key: id } = (await admin('POST', `/accounts/${account}/keys`, { limits: { vat: 500 } })).body;
      equal((await admin('PATCH', `/keys/${id}`, end)).status, 200);

      const refused = await admin('POST', `/keys/${id}/rotate`);
      deepEqual([refused.status, refused.body.type], [403, type]);
      const sent = await customer.send('/account/keys', `/account/keys/${id}/rotate`, { overlap_seconds: '0' });
      equal(sent.status, 403);
      match(await sent.text(), text);
      equal(await store.keys.countDocuments({ account }), 1);
    });
  }
});
