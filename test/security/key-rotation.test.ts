import { deepEqual, equal, rejects } from 'node:assert/strict';
import { issueKey, rotateKey } from '../../shared/keys/keys.js';
import { type Collections, collections } from '../../shared/store/collections.js';
import { ownStore } from '../helpers/own-store.js';

const HOUR_SECONDS = 3_600;

describe('the rotation of a key that is changed at the same time', () => {
  let store: Collections;
  let close: () => Promise<void>;

  before(async () => {
    const own = await ownStore();
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
    const { key } = await issueKey(store, { account: 'revoked', name: 'x' });
    const revoke = () => store.keys.updateOne({ id: key.id }, { $set: { active: false } });
    await rejects(rotateKey(changedMeanwhile(revoke), key.id, HOUR_SECONDS, new Date()), { type: 'api_key_inactive' });
    equal(await store.keys.countDocuments({ account: 'revoked', active: true }), 0);
    equal(await store.keys.countDocuments({ account: 'revoked' }), 2);
  });

  it('keeps an end of the old one that is earlier than that of the rotation', async () => {
    const { key } = await issueKey(store, { account: 'ended', name: 'x' });
    const now = new Date();
    const end = () => store.keys.updateOne({ id: key.id }, { $set: { expires: now } });
    const rotated = await rotateKey(changedMeanwhile(end), key.id, HOUR_SECONDS, now);
    const { expires, replaced_by } = (await store.keys.findOne({ id: key.id })) ?? {};
    deepEqual({ expires, replaced_by }, { expires: now, replaced_by: rotated?.key.id });
  });

  it('ends a key without an end when the rotation says', async () => {
    const { key } = await issueKey(store, { account: 'endless', name: 'x' });
    const now = new Date();
    await rotateKey(store, key.id, HOUR_SECONDS, now);
    equal((await store.keys.findOne({ id: key.id }))?.expires?.getTime(), now.getTime() + HOUR_SECONDS * 1_000);
  });
});
