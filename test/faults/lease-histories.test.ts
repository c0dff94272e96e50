import { deepEqual, equal, ok } from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import type { Filter, FindOptions } from 'mongodb';
import { nanoid } from 'nanoid';
import { type Debit, Debits } from '../../api/calls/debit.js';
import { OwnHolds } from '../../api/calls/own-holds.js';
import { expireLots } from '../../scheduler/expire-credits.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { dayOf } from '../../shared/keys/budget.js';
import { ABANDONED_AFTER_MS } from '../../shared/ledger/abandoned.js';
import { audit } from '../../shared/ledger/audit.js';
import type { Hold, Wallet } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { refund } from '../../shared/ledger/refund.js';
import { reverse, reversedOf } from '../../shared/ledger/reverse.js';
import { settle } from '../../shared/ledger/settle.js';
import type { Collections } from '../../shared/store/collections.js';
import { FaultyWire } from '../helpers/faulty-wire.js';
import { seed, seeded } from '../helpers/randomised.js';
import { sized } from '../helpers/scale.js';
import { eventually, ownDatabase } from '../helpers/stack.js';

const HISTORIES = sized(10_000, 10);
const AT_ONCE = sized(48, 10);
/** So many live in one database: what millions of calls leave would slow down the rest. */
const TOGETHER = 1_000;
const COST = 10;
const FIRST_LOT = 20_000;
const SECOND_LOT = 60_000;
/** Of one of the two keys that call. A second budget is near: nothing more is leased when some hundred calls were made. */
const BUDGETS = [40_000, 15_000] as const;
const HOUR_MS = 3_600_000;
const EXPIRES_AFTER_MS = 1.5 * HOUR_MS;
/** Nobody waits any more for what was under way before. */
const MUCH_LATER_MS = ABANDONED_AFTER_MS + 60_000;
const FRONTS = 2;

const key = fc.constantFrom('plain', 'budgeted');
/** Enough to get a lease for. */
const MANY_CALLS = 24;
const front = fc.integer({ min: 0, max: FRONTS - 1 });
const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('call' as const),
      front,
      key,
      calls: fc.integer({ min: 1, max: 12 }),
      fails: fc.integer({ min: 0, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rest' as const), ms: fc.integer({ min: 0, max: 60 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('trouble' as const),
      front,
      at: fc.integer({ min: 1, max: 6 }),
      isDone: fc.boolean(),
      isDeadly: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reconcile' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reverse' as const), share: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
);
const history = fc.record({
  budget: fc.constantFrom(...BUDGETS),
  steps: fc.array(step, { minLength: 2, maxLength: 12 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** A call that was answered. */
interface Answered {
  id: string;
  state: 'spent' | 'void';
  front: TestFront;
}

/** What a front does with calls, at the end of a wire that breaks. */
class TestFront {
  readonly wire = new FaultyWire();
  readonly id = nanoid();
  readonly #own: OwnHolds;
  readonly debits: Debits;
  readonly unpaid = new Set<string>();
  readonly #store: Collections;
  readonly settling = new Set<Promise<void>>();

  constructor(
    store: Collections,
    private readonly account: string,
    private readonly now: () => Date,
    private readonly budget: number,
  ) {
    this.#store = this.wire.through(store);
    this.#own = new OwnHolds(this.id, this.#store, { now }, () => {});
    const unpaid = (_: string, { id }: Hold) => this.unpaid.add(id);
    const leasing = { store: this.#store, onError: () => {}, unpaid };
    this.debits = new Debits(this.#store.wallets, { now }, this.#own, undefined, undefined, leasing);
  }

  /** Pays for calls and answers them, and settles them together once it can. */
  async calls(key: string, states: readonly Answered['state'][]): Promise<Answered[]> {
    const { account } = this;
    const budget = { key: { id: key, name: key }, perDay: this.budget, perMonth: this.budget };
    const taken = await Promise.all(
      states.map(async (state) => {
        const charge = {
          ...{ account, key, endpoint: 'e', requestId: nanoid(), cost: COST },
          ...(key === 'budgeted' && { budget }),
        };
        const debit = await this.#unlessDead(this.debits.take(charge).catch(() => undefined));
        return debit ? [{ debit, state }] : [];
      }),
    );
    const answered = taken.flat().map(({ debit, state }) => ({ id: debit.hold.id, state, front: this }));
    const settling = this.#settle(taken.flat());
    this.settling.add(settling);
    void settling.finally(() => this.settling.delete(settling));
    return answered;
  }

  async #settle(taken: readonly { debit: Debit; state: Answered['state'] }[]): Promise<void> {
    const { account } = this;
    const decisions = await Promise.all(
      taken.map(async ({ debit: { hold, draws }, state }) => {
        const held = draws ? await this.#unlessDead(draws.inWallet(hold)) : hold;
        return held ? [{ account, hold: held, state, status: 200, at: this.now() }] : [];
      }),
    );
    const settled = async () => {
      await settle(this.#store, decisions.flat(), this.now());
      return true;
    };
    while (!this.wire.isDead && !(await this.#unlessDead(settled().catch(() => false))));
  }

  #unlessDead<T>(promise: Promise<T>): Promise<T | undefined> {
    return Promise.race([promise, this.wire.died]);
  }

  /** Ends as a front does that is told to. */
  async stop(): Promise<void> {
    if (!this.wire.isDead) await this.#unlessDead(this.debits.leases?.stop(20_000) ?? Promise.resolve());
    await Promise.all(this.settling);
  }
}

/** A store whose reconciler comes upon the wallet of one account only: the times of other histories are not its own. */
function onlyOf(store: Collections, account: string): Collections {
  const find = (filter: Filter<Wallet>, options?: FindOptions) =>
    store.wallets.find({ $and: [{ _id: account }, filter] }, options);
  const wallets = new Proxy(store.wallets, {
    get(target, name) {
      const member: unknown = name === 'find' ? find : Reflect.get(target, name, target);
      return typeof member === 'function' && name !== 'find' ? member.bind(target) : member;
    },
  });
  return { ...store, wallets };
}

interface Told {
  unpaid: number;
  deaths: number;
  /** Leases for the key with a budget. */
  budgeted: number;
}

async function live(store: Collections, { budget, steps }: History, told: Told): Promise<void> {
  const account = `leased-${nanoid()}`;
  let passedMs = 0;
  const began = new Date();
  const now = () => new Date(Date.now() + passedMs);
  const newFront = () => new TestFront(store, account, now, budget);
  const ids = ['first', 'second'].map((name) => `${account}-${name}`);
  const [first = '', second = ''] = ids;
  const soon = new Date(Date.now() + EXPIRES_AFTER_MS);
  await purchase(store, {
    account,
    amount: FIRST_LOT,
    bought: new Date(Date.now() - HOUR_MS),
    id: first,
    statedExpiry: soon,
  });
  await purchase(store, { account, amount: SECOND_LOT, bought: new Date(), id: second });
  const all: TestFront[] = [];
  const fronts = Array.from({ length: FRONTS }, newFront);
  const answered: Answered[] = [];
  let isDoubted = false;
  const callSome = async (number: number, key: string, calls: number, fails: number) => {
    const current = fronts[number];
    if (!current) return;
    const states = Array.from({ length: calls }, (_, index) => (index < fails ? 'void' : 'spent'));
    answered.push(...(await current.calls(key, states)));
  };
  // Both fronts come to have a lease for either key.
  for (const [number, one] of fronts.entries()) {
    for (const key of ['budgeted', 'plain']) {
      const has = async () => {
        await callSome(number, key, MANY_CALLS, 0);
        const wallet = await store.wallets.findOne({ _id: account });
        const own = wallet?.leased?.filter((lease) => lease.front === one.id) ?? [];
        return own.some(({ budgeted }) => budgeted?.key === (key === 'budgeted' ? key : undefined));
      };
      const isLeased = await eventually(has, (had) => had);
      // On a machine that is slow enough a budget may come near first.
      if (key === 'plain') ok(isLeased, 'a front that is called has a lease');
      else if (isLeased) told.budgeted += 1;
    }
  }

  for (const todo of steps) {
    if (todo.do === 'call') await callSome(todo.front, todo.key, todo.calls, todo.fails);
    else if (todo.do === 'rest') await pause(todo.ms);
    else if (todo.do === 'trouble') fronts[todo.front]?.wire.plan(todo);
    else if (todo.do === 'reconcile') {
      // No front says here that it lives: what the living have goes back, too.
      isDoubted = true;
      await reconcile(onlyOf(store, account), new Date(now().getTime() + MUCH_LATER_MS));
    } else if (todo.do === 'refund') {
      const spent = await store.usage.findOne({ account, state: 'spent' });
      if (spent) await refund(store, spent._id, 'test', now());
    } else if (todo.do === 'reverse') {
      const { decisions, amount } = await reversedOf(store, first);
      const more = Math.ceil(((FIRST_LOT - amount) * todo.share) / 4);
      if (more > 0)
        await reverse(store, { account, lot: first, amount: more, after: decisions, reason: 'test' }, now());
    } else {
      passedMs += HOUR_MS;
      await expireLots(store, now(), account);
    }
    for (const [number, one] of fronts.entries()) {
      if (!one.wire.isDead) continue;
      all.push(one);
      fronts[number] = newFront();
    }
  }
  all.push(...fronts);
  for (const one of all) await one.stop();
  const later = new Date(now().getTime() + MUCH_LATER_MS);
  await reconcile(onlyOf(store, account), later);
  await reconcile(onlyOf(store, account), later);

  const what = JSON.stringify({ budget, steps });
  const wallet = await store.wallets.findOne({ _id: account });
  deepEqual([wallet?.open, wallet?.leased], [[], []], what);
  const { findings } = await audit(store, account);
  // For the audit, which goes by the store's clock, a lot that has expired here lives.
  const exact = later < soon ? findings : findings.filter(({ problem }) => !problem.includes(`payment ${first} `));
  deepEqual(exact, [], what);
  const usages = await store.usage.find({ account }).toArray();
  const spentBy = usages.filter(({ key: by, state }) => by === 'budgeted' && state === 'spent');
  const budgeted = wallet?.budgets?.find((one) => one.key === 'budgeted');
  const spent = spentBy.reduce((sum, { cost }) => sum + cost, 0);
  // Where a month ended, the budget began anew.
  if (dayOf(now()).slice(0, 7) === dayOf(began).slice(0, 7)) equal(budgeted?.thisMonth, spent, what);
  ok((budgeted?.thisMonth ?? 0) <= budget, what);
  const decided = new Map(usages.map(({ _id, state }) => [_id, state]));
  for (const { id, state, front: by } of answered) {
    const found = decided.get(id);
    // Nobody but a front that died, or whose lease somebody else gave back, leaves a call without a decision.
    if (found === undefined) ok(by.wire.isDead || by.unpaid.has(id), `${id} of ${what}`);
    else if (!by.wire.isDead && !isDoubted) equal(found, state, what);
    if (found === undefined) told.unpaid += 1;
  }
  told.deaths += all.filter(({ wire }) => wire.isDead).length;
}

/** Lives histories side by side, in a database of their own. */
async function liveTogether(histories: readonly History[], told: Told): Promise<void> {
  const { store, close } = await ownDatabase();
  const left = histories.values();
  const lane = async () => {
    for (const one of left) await live(store, one, told);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await close();
}

describe('calls that are paid from leases', () => {
  it(
    seeded(`are in the books as they were answered, in ${HISTORIES} histories of fronts that die at any write`),
    async function () {
      this.timeout(7_200_000);
      const histories = fc.sample(history, { numRuns: HISTORIES, seed });
      const told: Told = { unpaid: 0, deaths: 0, budgeted: 0 };
      while (histories.length > 0) await liveTogether(histories.splice(0, TOGETHER), told);
      // Of few histories none may come to a death.
      ok(
        told.budgeted > sized(HISTORIES, 0),
        `only ${told.budgeted} times was there a lease for the key with a budget`,
      );
      ok(sized(told.deaths > HISTORIES / 10, true), `only ${told.deaths} died`);
    },
  );
});
