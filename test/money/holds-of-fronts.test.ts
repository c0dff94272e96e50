import { deepEqual } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { OpenHolds } from '../../api/ledger/open-holds.js';
import type { Collections } from '../../features/collections.js';
import { reconcile, reconcileHolds } from '../../scheduler/reconcile-holds.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned-holds.js';
import { audit } from '../../shared/ledger/audit.js';
import { endLease, FRONT_LEASE_MS, renewLease } from '../../shared/ledger/leases.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { systemClock } from '../../shared/process/clock.js';
import { runTaskAt } from '../helpers/run-task.js';
import { eventually, ownDatabase } from '../helpers/stack.js';
import { placeHold } from '../helpers/take-hold.js';

const COST = 1_000;
const BOUGHT = 10_000;
const longAgo = () => new Date(Date.now() - ABANDONED_AFTER_MS - 1_000);

describe('open holds of a front', () => {
  let store: Collections;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ store, close } = await ownDatabase());
  });
  afterEach(() => close());

  /** Creates an account with an old hold of a front. */
  async function createOldHold(front: string) {
    const account = `account-${nanoid()}`;
    await purchase(store, { account, amount: BOUGHT, bought: new Date() });
    const request = { account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: COST };
    const hold = await placeHold(store, request, longAgo(), front);
    return { account, hold };
  }

  /** Returns the credits of an account: left, held and spent. */
  async function readCredits(account: string): Promise<number[]> {
    const wallet = await store.wallets.findOne({ _id: account });
    return [wallet?.lots[0]?.left ?? 0, wallet?.open.length ?? 0, wallet?.spent ?? 0];
  }

  const held = [BOUGHT - COST, 1, 0];
  const released = [BOUGHT, 0, 0];
  const charged = [BOUGHT - COST, 0, COST];

  it('stay open while it is alive, and are settled by the results of their calls when it is gone', async () => {
    const front = nanoid();
    const { account, hold } = await createOldHold(front);
    const other = await createOldHold(front);
    await renewLease(store, front, FRONT_LEASE_MS);
    const ends = async () => new Map([[hold.id, { status: 200 }]]);
    deepEqual(await reconcile(store, new Date(), ends), { holds: 0, payments: 0, reversals: 0 });
    deepEqual(await readCredits(account), held);

    await endLease(store, front);
    deepEqual(await reconcile(store, new Date(), ends), { holds: 2, payments: 0, reversals: 0 });
    deepEqual([await readCredits(account), await readCredits(other.account)], [charged, released]);
    deepEqual((await audit(store)).findings, []);
  });

  it('stay open after an outage of the store, in which no front could renew its lease', async () => {
    const { account } = await createOldHold(nanoid());
    await runTaskAt(reconcileHolds, store, new Date());
    deepEqual(await readCredits(account), held);

    const watchedSince = new Date(Date.now() - FRONT_LEASE_MS - 5_000);
    await store.leases.updateOne({ _id: 'reconciler' }, { $set: { since: watchedSince } });
    await runTaskAt(reconcileHolds, store, new Date());
    deepEqual(await readCredits(account), released);
  });

  it('are released by the front that does not know them', async () => {
    const front = nanoid();
    const own = new OpenHolds(front, store, systemClock, () => {});
    const known = await createOldHold(front);
    own.add(known.hold);
    const unknown = await createOldHold(front);
    own.reportUnresolved();
    own.start();
    const credits = () => readCredits(unknown.account);
    deepEqual(await eventually(credits, ([, open]) => open === 0), released);
    deepEqual(await readCredits(known.account), held);
    await own.stop();
  });
});
