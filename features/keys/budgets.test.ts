import { deepEqual, equal } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned-holds.js';
import { toBudget } from '../../shared/ledger/budget.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { settle } from '../../shared/ledger/settle.js';
import type { KnownOutcome } from '../../shared/queue/job.js';
import { ownDatabase } from '../../test/helpers/stack.js';
import { placeHold } from '../../test/helpers/take-hold.js';
import { createKey } from './keys.js';

const COST = 1_000;

/** An account with a key that has a budget, in a database of its own. */
async function keyWithBudget(budget_per_day: number) {
  const { store, close } = await ownDatabase();
  const account = `account-${nanoid()}`;
  await purchase(store, { account, amount: 10_000_000, bought: new Date() });
  const { key } = await createKey(store, { account, name: 'k', budget_per_day });
  const budget = toBudget(key);
  const charge = () => ({
    ...{ account, key: key.id, endpoint: 'vat', requestId: nanoid(), cost: COST },
    ...(budget && { budget }),
  });
  const spent = async () => {
    const wallet = await store.wallets.findOne({ _id: account });
    return wallet?.budgets?.map(({ day, today, thisMonth }) => [day, today, thisMonth]);
  };
  return { store, close, account, key, charge, spent };
}

describe('the budget of a key', () => {
  it('is credited for failed calls of a front that died, and still notifies its account', async () => {
    const { store, close, account, charge, spent } = await keyWithBudget(5 * COST);
    const past = new Date(Date.now() - ABANDONED_AFTER_MS - 1_000);
    const taken = await Promise.all(Array.from({ length: 5 }, () => placeHold(store, charge(), past)));
    const day = past.toISOString().slice(0, 10);
    deepEqual(await spent(), [[day, 5 * COST, 5 * COST]]);

    // One of the calls ended with a server fault, the others with success.
    const [failed] = taken;
    const ends = new Map<string, KnownOutcome>(taken.map(({ id }) => [id, { status: id === failed?.id ? 503 : 200 }]));
    await reconcile(store, new Date(), async () => ends);
    deepEqual(await spent(), [[day, 4 * COST, 4 * COST]]);
    const alerts = await store.alerts.find({ account }).toArray();
    deepEqual(
      alerts.map(({ event }) => event),
      past.toISOString().slice(0, 10) === new Date().toISOString().slice(0, 10) ? ['budget.near'] : [],
    );
    await reconcile(store, new Date(), async () => ends);
    equal(await store.alerts.countDocuments({ account }), alerts.length);
    await close();
  });

  it('is not credited for calls of a past day or month', async () => {
    const { store, close, account, charge, spent } = await keyWithBudget(5 * COST);
    const decide = async (at: string, later: string) => {
      const hold = await placeHold(store, charge(), new Date(at));
      await placeHold(store, charge(), new Date(later));
      await settle(store, [{ account, hold, state: 'void', status: 503, at: new Date(later) }], new Date(later));
    };
    const year = new Date().getUTCFullYear() - 1;
    await decide(`${year}-03-04T23:59:59Z`, `${year}-03-05T00:00:01Z`);
    deepEqual(await spent(), [[`${year}-03-05`, COST, COST]]);
    await decide(`${year}-03-31T23:59:59Z`, `${year}-04-01T00:00:01Z`);
    deepEqual(await spent(), [[`${year}-04-01`, COST, COST]]);
    await close();
  });

  it('is credited for the part of a hold that is not charged', async () => {
    const { store, close, account, charge, spent } = await keyWithBudget(5 * COST);
    const now = new Date();
    const hold = await placeHold(store, charge(), now);
    await settle(store, [{ account, hold, state: 'spent', charged: 400, status: 200, at: now }], now);
    deepEqual(await spent(), [[now.toISOString().slice(0, 10), 400, 400]]);
    await close();
  });
});
