import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { type Debit, Debits } from '../../api/calls/debit.js';
import { ANSWERED_UNRECORDED_MS, mayAnswer } from '../../api/calls/leases/leases.js';
import { OwnHolds } from '../../api/calls/own-holds.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { type Budget, budgetsOf } from '../../shared/keys/budget.js';
import { audit } from '../../shared/ledger/audit.js';
import { LEASE_LIFE_MS } from '../../shared/ledger/credit-leases.js';
import { endLease, FRONT_LEASE_MS, renewLease } from '../../shared/ledger/leases.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { type Decision, settle } from '../../shared/ledger/settle.js';
import { systemClock } from '../../shared/process/clock.js';
import type { Collections } from '../../shared/store/collections.js';
import { FaultyWire } from '../helpers/faulty-wire.js';
import { dayWithTimeLeft } from '../helpers/moments.js';
import { itAtNight, sized } from '../helpers/scale.js';
import { eventually, ownDatabase } from '../helpers/stack.js';

const COST = 1_000;
/** Far more than makes a balance ample. */
const AMPLE = 1_000_000 * COST;
/** So many calls are enough for a lease at first, and soon spent. */
const PAID_FOR = sized(3_000, 2_000);

describe('the credits that fronts lease', () => {
  let store: Collections;
  let close: () => Promise<void>;
  const running: Debits[] = [];
  before(async () => {
    ({ store, close } = await ownDatabase());
  });
  afterEach(() => Promise.all(running.splice(0).map(({ leases }) => leases?.stop(500))));
  after(() => close());

  /** A front, which pays and records through a wire that may break. */
  function newFront(wire = new FaultyWire(), clock = systemClock) {
    const id = nanoid();
    const through = wire.through(store);
    const own = new OwnHolds(id, through, clock, () => {});
    const leasing = { store: through, onError: () => {}, unpaid: () => {} };
    const debits = new Debits(through.wallets, clock, own, undefined, undefined, leasing);
    debits.leases?.start();
    running.push(debits);
    return { id, debits, wire, through };
  }
  type Front = ReturnType<typeof newFront>;

  async function newAccount(amount: number): Promise<string> {
    const account = `account-${nanoid()}`;
    await purchase(store, { account, amount, bought: new Date() });
    return account;
  }

  const chargeOf = (account: string, budget?: Budget) => ({
    ...{ account, key: 'k', endpoint: 'vat', requestId: nanoid(), cost: COST },
    ...(budget && { budget }),
  });
  const take = ({ debits }: Front, account: string, budget?: Budget) => debits.take(chargeOf(account, budget));
  const budgetOf = (perDay: number): Budget => ({ key: { id: 'k', name: 'k' }, perDay, perMonth: 2 * perDay });
  const walletOf = (account: string) => store.wallets.findOne({ _id: account });

  /** Calls until a call is paid from a lease, and returns that one. */
  async function leased(front: Front, account: string, budget?: Budget): Promise<{ debit: Debit; calls: Debit[] }> {
    const calls: Debit[] = [];
    const isHad = async () => (await walletOf(account))?.leased?.some((lease) => lease.front === front.id) ?? false;
    for (;;) {
      calls.push(...(await Promise.all(Array.from({ length: 20 }, () => take(front, account, budget)))));
      const debit = calls.find(({ draws }) => draws);
      if (debit) return { debit, calls };
      // More calls bring none sooner, and there are not many to waste.
      await eventually(isHad, (had) => had, 500);
    }
  }

  async function settleAll(account: string, calls: readonly Debit[], at = store): Promise<void> {
    const decisions = await Promise.all(
      calls.map(async ({ hold, draws }): Promise<Decision[]> => {
        const held = draws ? await draws.inWallet(hold) : hold;
        return held ? [{ account, hold: held, state: 'spent', status: 200, at: new Date() }] : [];
      }),
    );
    await settle(at, decisions.flat(), new Date());
  }

  it('pay calls without the store, are a twentieth of the balance at most, and count as the account’s', async () => {
    const [front, account] = [newFront(), await newAccount(AMPLE)];
    const { calls } = await leased(front, account);
    const [lease, ...others] = (await walletOf(account))?.leased ?? [];
    ok(lease && others.length <= 1);
    equal(lease.front, front.id);
    ok(lease.left <= AMPLE / 20, `${lease.left}`);
    const writes = front.wire.writes;
    const paying = take(front, account);
    equal(front.wire.writes, writes, 'nothing is asked of the store');
    calls.push(await paying);
    equal(calls.at(-1)?.remaining, AMPLE - calls.length * COST);
    equal(front.debits.lastKnown(account), AMPLE - calls.length * COST);
    await settleAll(account, calls);
    equal((await walletOf(account))?.spent, calls.length * COST);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('have 64 calls at once cost a tenth of a command of the store each at most, debit and settlement together', async () => {
    const [front, account] = [newFront(), await newAccount(AMPLE)];
    const perCall = async (): Promise<number> => {
      const before = front.wire.writes;
      for (let round = 0; round < 10; round++) {
        const calls = await Promise.all(Array.from({ length: 64 }, () => take(front, account)));
        await settleAll(account, calls, front.through);
      }
      return (front.wire.writes - before) / 640;
    };
    // What is leased goes by the pace, which takes two seconds to show; and by as many as a slow machine needs.
    const cost = await eventually(perCall, (commands) => commands <= 0.1);
    ok(cost <= 0.1, `${cost}`);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('go back when nobody draws from them, and when their front stops', async () => {
    const [idle, stopped, account] = [newFront(), newFront(), await newAccount(AMPLE)];
    const [first, second] = [await leased(idle, account), await leased(stopped, account)];
    await stopped.debits.leases?.stop(5_000);
    const of = async (front: Front) => (await walletOf(account))?.leased?.filter((lease) => lease.front === front.id);
    deepEqual(await of(stopped), []);
    deepEqual(
      await eventually(
        () => of(idle),
        (found) => found?.length === 0,
      ),
      [],
    );
    await settleAll(account, [...first.calls, ...second.calls]);
    const calls = first.calls.length + second.calls.length;
    deepEqual(
      [(await walletOf(account))?.lots[0]?.left, (await walletOf(account))?.spent],
      [AMPLE - calls * COST, calls * COST],
    );
  });

  // It is looked for every five seconds.
  itAtNight('go back when the answer to the update got lost that took them', async () => {
    const [front, account] = [newFront(), await newAccount(AMPLE)];
    await Promise.all(Array.from({ length: 20 }, () => take(front, account)));
    front.wire.plan({ at: 1, isDone: true, isDeadly: false });
    const leases = async () => (await walletOf(account))?.leased ?? [];
    equal((await eventually(leases, (had) => had.length > 0)).length, 1);
    equal(front.debits.leases?.pay(chargeOf(account)), undefined, 'nothing is paid from what is not known');
    deepEqual(await eventually(leases, (had) => had.length === 0), []);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('go back when their front is gone, and not before', async () => {
    const [front, account] = [newFront(), await newAccount(AMPLE)];
    await leased(front, account);
    front.wire.plan({ at: 1, isDone: false, isDeadly: true });
    await renewLease(store, front.id, FRONT_LEASE_MS);
    const later = new Date(Date.now() + 4 * LEASE_LIFE_MS);
    await reconcile(store, later);
    const left = async () => (await walletOf(account))?.leased?.length ?? 0;
    ok((await left()) > 0);
    await endLease(store, front.id);
    await reconcile(store, later, null);
    ok((await left()) > 0, 'while it cannot be said who is gone');
    await reconcile(store, later);
    equal(await left(), 0);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('pay no call whose answer is promised', async () => {
    const [front, account] = [newFront(), await newAccount(AMPLE)];
    await leased(front, account);
    equal((await front.debits.take({ ...chargeOf(account), later: {} })).draws, undefined);
  });

  it('pay the calls of a key with a budget from a lease of its own, which counts to the budget until it goes back', async () => {
    await dayWithTimeLeft();
    const [front, account, budget] = [newFront(), await newAccount(AMPLE), budgetOf(AMPLE / 2)];
    const { calls } = await leased(front, account, budget);
    const wallet = await walletOf(account);
    const lease = wallet?.leased?.[0];
    deepEqual(lease?.budgeted, { key: 'k', day: wallet?.budgets?.[0]?.day });
    ok(lease && lease.left <= budget.perDay / 20, `${lease?.left}`);
    const lent = wallet?.leased?.reduce((sum, { left }) => sum + left, 0) ?? 0;
    equal(budgetsOf(wallet)?.[0]?.today, (wallet?.budgets?.[0]?.today ?? 0) - lent);
    equal(front.debits.leases?.pay(chargeOf(account)), undefined, 'it is of that key alone');
    await settleAll(account, calls);
    const atRest = await eventually(
      () => walletOf(account),
      (found) => found?.leased?.length === 0,
    );
    const spent = calls.length * COST;
    deepEqual([atRest?.budgets?.[0]?.today, atRest?.budgets?.[0]?.thisMonth, atRest?.spent], [spent, spent, spent]);
  });

  it('goes back to its month alone, when a lease that counts to a budget outlasts its day', async () => {
    const [account, budget] = [await newAccount(AMPLE), budgetOf(AMPLE / 2)];
    let now = new Date(`${new Date().getUTCFullYear()}-03-04T23:59:00Z`);
    const { debits } = newFront(new FaultyWire(), { now: () => now });
    const calls: Debit[] = [];
    const callSome = async () => {
      const some = await Promise.all(Array.from({ length: 20 }, () => debits.take(chargeOf(account, budget))));
      calls.push(...some);
      return some.some(({ draws }) => draws);
    };
    await eventually(callSome, (isLeased) => isLeased);
    now = new Date(now.getTime() + 61_000);
    ok(!(await callSome()), 'it pays nothing on the next day');
    await debits.leases?.stop(5_000);
    await settleAll(account, calls);
    const { budgets: [noted] = [], leased: lent } = (await walletOf(account)) ?? {};
    deepEqual(lent, []);
    deepEqual([noted?.day.slice(5), noted?.today, noted?.thisMonth], ['03-05', 20 * COST, calls.length * COST]);
  });

  it('pay nothing more while what they paid is not recorded, and those answers wait', async () => {
    const wire = new FaultyWire();
    const [front, account] = [newFront(wire), await newAccount(AMPLE)];
    const some = async () => {
      await leased(front, account);
      return front.debits.leases?.pay(chargeOf(account));
    };
    const { draws } = (await eventually(some, (found) => found !== undefined)) ?? {};
    ok(draws);
    const stall = wire.stall();
    await eventually(
      async () => performance.now() - draws.began,
      (ms) => ms >= ANSWERED_UNRECORDED_MS,
    );
    let isSure: boolean | undefined;
    void mayAnswer(draws).then((sure) => (isSure = sure));
    equal(front.debits.leases?.pay(chargeOf(account)), undefined);
    await new Promise(setImmediate);
    ok(!isSure);
    stall.end();
    await draws.recorded;
    equal(await mayAnswer(draws), true);
  });

  for (const [what, credits, budget] of [
    ['there are credits for', PAID_FOR * COST, undefined],
    ['the budget of their key does for', AMPLE, budgetOf(PAID_FOR * COST)],
  ] as const)
    it(`are not refused to other fronts: of too many calls at four fronts exactly those are paid that ${what}`, async function () {
      this.timeout(120_000);
      if (budget) await dayWithTimeLeft();
      const account = await newAccount(credits);
      const [holder, ...others] = [newFront(), newFront(), newFront(), newFront()] as const;
      // It has a lease, and does not call any more while the others use up the rest.
      const { calls } = await leased(holder, account, budget);
      await settleAll(account, calls);
      const callUntilRefused = async (front: Front): Promise<void> => {
        const answers = await Promise.allSettled(Array.from({ length: 20 }, () => take(front, account, budget)));
        const paid = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
        calls.push(...paid);
        await settleAll(account, paid);
        if (paid.length > 0) await callUntilRefused(front);
      };
      await Promise.all(others.map(callUntilRefused));
      await callUntilRefused(holder);
      equal(calls.length, PAID_FOR);
      const wallet = await walletOf(account);
      deepEqual([wallet?.spent, wallet?.lots[0]?.left, wallet?.open], [PAID_FOR * COST, credits - PAID_FOR * COST, []]);
      if (budget) equal(wallet?.budgets?.[0]?.today, PAID_FOR * COST);
      deepEqual((await audit(store, account)).findings, []);
    });
});
