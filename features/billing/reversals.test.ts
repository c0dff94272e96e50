import { deepEqual, equal } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { audit } from '../../shared/ledger/audit.js';
import { sumOwed, sumSettledDebts } from '../../shared/ledger/debts.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { reverse, sumReversals } from '../../shared/ledger/reverse.js';
import { settle } from '../../shared/ledger/settle.js';
import { stack } from '../../test/helpers/stack.js';
import { placeHold } from '../../test/helpers/take-hold.js';

const CALL = { key: 'k', endpoint: 'e' };

const openAccount = async (amount: number) => {
  const { store } = await stack();
  const account = `account-${nanoid()}`;
  const lot = await purchase(store, { account, amount, bought: new Date() });
  return { store, account, lot };
};

describe('reversals', () => {
  it('are applied once for concurrent equal decisions', async () => {
    const { store, account, lot } = await openAccount(1_000);
    const order = { account, lot, amount: 400, after: 0, reason: 'test' };
    const done = await Promise.all(Array.from({ length: 5 }, () => reverse(store, order, new Date())));
    equal(done.filter(Boolean).length, 1);
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual([wallet?.lots[0]?.left, wallet?.reversed], [600, 400]);
    deepEqual(await sumReversals(store, lot), { decisions: 1, amount: 400 });
    deepEqual((await audit(store, account)).findings, []);
  });

  it('are applied in order after a crash between decisions and wallet', async () => {
    const { store, account, lot } = await openAccount(1_000);
    const decided = { account, lot, reason: 'test', applied: false, at: new Date() };
    await store.reversals.insertMany([
      { _id: `${lot}:0`, number: 0, amount: 1_000, ...decided },
      { _id: `${lot}:1`, number: 1, amount: -250, ...decided },
    ]);
    await reconcile(store, new Date());
    await reconcile(store, new Date());
    const wallet = await store.wallets.findOne({ _id: account });
    deepEqual([wallet?.lots[0]?.left, wallet?.reversed], [250, 750]);
    equal(await store.reversals.countDocuments({ account, applied: false }), 0);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('of spent credits are settled from the next purchase, and returned to it when a dispute is won', async () => {
    const { store, account, lot } = await openAccount(1_000);
    const spend = async (cost: number) => {
      const hold = await placeHold(store, { ...CALL, account, requestId: nanoid(), cost });
      const decision = { account, hold, state: 'spent' as const, status: 200, at: new Date() };
      await settle(store, [decision], new Date());
    };
    const wallet = async () => {
      const found = await store.wallets.findOne({ _id: account });
      deepEqual((await audit(store, account)).findings, []);
      const left = found?.lots.map((one) => one.left);
      return { left, reversed: found?.reversed, owed: sumOwed(found), settled: sumSettledDebts(found) };
    };
    const reverseLot = async (of: string, amount: number) => {
      const { decisions } = await sumReversals(store, of);
      equal(await reverse(store, { account, lot: of, amount, after: decisions, reason: 'test' }, new Date()), true);
    };
    await spend(900);
    await reverseLot(lot, 1_000);
    deepEqual(await wallet(), { left: [0], reversed: 100, owed: 900, settled: new Map() });
    const buy = (amount: number) => purchase(store, { account, amount, bought: new Date() });
    const second = await buy(300);
    const third = await buy(1_000);
    deepEqual(await wallet(), {
      left: [0, 0, 400],
      ...{
        reversed: 1_000,
        owed: 0,
        settled: new Map([
          [third, 600],
          [second, 300],
        ]),
      },
    });
    // The second is reversed as well: it owes what it has paid for the first, which stays paid.
    await reverseLot(second, 300);
    deepEqual((await wallet()).owed, 300);
    // A dispute about the first is won: the third gets back what it paid, and the second's share pays its own debt.
    await reverseLot(lot, -800);
    const { left, owed, settled } = await wallet();
    deepEqual([left, owed, settled], [[0, 0, 1_000], 100, new Map([[second, 100]])]);
    await reverseLot(second, -300);
    deepEqual((await wallet()).left, [0, 200, 1_000]);
    await reverseLot(lot, -200);
    deepEqual(await wallet(), { left: [100, 300, 1_000], reversed: 0, owed: 0, settled: new Map() });
  });
});
