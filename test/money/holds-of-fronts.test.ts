import { deepEqual } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { Debits } from '../../api/calls/debit.js';
import { OwnHolds } from '../../api/calls/own-holds.js';
import { reconcile, reconcileHolds } from '../../scheduler/reconcile-holds.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned.js';
import { audit } from '../../shared/ledger/audit.js';
import { endLease, FRONT_LEASE_MS, renewLease } from '../../shared/ledger/leases.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { systemClock } from '../../shared/process/clock.js';
import type { Collections } from '../../shared/store/collections.js';
import { runTaskAt } from '../helpers/run-task.js';
import { eventually, ownDatabase } from '../helpers/stack.js';

const COST = 1_000;
const BOUGHT = 10_000;
const longAgo = { now: () => new Date(Date.now() - ABANDONED_AFTER_MS - 1_000) };

describe('the holds of a front', () => {
  let store: Collections;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await ownDatabase());
  });
  afterEach(() => close());

  const ownHolds = (front: string) => new OwnHolds(front, store, systemClock, () => {});

  /** An account with an old hold, which a front took. */
  async function heldLongAgo(own: OwnHolds) {
    const account = `account-${nanoid()}`;
    await purchase(store, { account, amount: BOUGHT, bought: new Date() });
    const charge = { account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: COST };
    const { hold } = await new Debits(store.wallets, longAgo, own).take(charge);
    return { account, hold };
  }

  /** What became of an account's credits: left, held and spent. */
  async function creditsOf(account: string): Promise<number[]> {
    const wallet = await store.wallets.findOne({ _id: account });
    return [wallet?.lots[0]?.left ?? 0, wallet?.open.length ?? 0, wallet?.spent ?? 0];
  }

  const held = [BOUGHT - COST, 1, 0];
  const givenBack = [BOUGHT, 0, 0];
  const charged = [BOUGHT - COST, 0, COST];

  it('are left alone while it lives, and decided by how their calls ended when it is gone', async () => {
    const front = nanoid();
    const { account, hold } = await heldLongAgo(ownHolds(front));
    const other = await heldLongAgo(ownHolds(front));
    await renewLease(store, front, FRONT_LEASE_MS);
    const ends = async () => new Map([[hold.id, { status: 200 }]]);
    deepEqual(await reconcile(store, new Date(), ends), { holds: 0, payments: 0, reversals: 0 });
    deepEqual(await creditsOf(account), held);

    await endLease(store, front);
    deepEqual(await reconcile(store, new Date(), ends), { holds: 2, payments: 0, reversals: 0 });
    deepEqual([await creditsOf(account), await creditsOf(other.account)], [charged, givenBack]);
    deepEqual((await audit(store)).findings, []);
  });

  it('are left alone after an outage of the store, in which no front could renew its lease', async () => {
    const { account } = await heldLongAgo(ownHolds(nanoid()));
    await runTaskAt(reconcileHolds, store, new Date());
    deepEqual(await creditsOf(account), held);

    const watchedSince = new Date(Date.now() - FRONT_LEASE_MS - 5_000);
    await store.leases.updateOne({ _id: 'reconciler' }, { $set: { since: watchedSince } });
    await runTaskAt(reconcileHolds, store, new Date());
    deepEqual(await creditsOf(account), givenBack);
  });

  it('are given back by itself when it does not know them', async () => {
    const front = nanoid();
    const own = ownHolds(front);
    const known = await heldLongAgo(own);
    const unknown = await heldLongAgo(ownHolds(front));
    own.doubted();
    own.start();
    const credits = () => creditsOf(unknown.account);
    deepEqual(await eventually(credits, ([, open]) => open === 0), givenBack);
    deepEqual(await creditsOf(known.account), held);
    await own.stop();
  });
});
