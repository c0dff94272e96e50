import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { nanoid } from 'nanoid';
import { holdCredits } from '../../api/ledger/hold.js';
import type { Collections } from '../../features/collections.js';
import { expireLots } from '../../scheduler/expire-credits.js';
import { ApiError } from '../../shared/contract/api-error.js';
import { audit } from '../../shared/ledger/audit.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { refund } from '../../shared/ledger/refund.js';
import { reverse, sumReversals } from '../../shared/ledger/reverse.js';
import { settle } from '../../shared/ledger/settle.js';
import { batchingStore } from '../helpers/batching-store.js';
import { LedgerModel } from '../helpers/ledger-model.js';
import { seed, seeded } from '../helpers/randomised.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ownDatabase } from '../helpers/stack.js';

const HISTORIES = nightlyOrDaily(10_000, 500);
const AT_ONCE = 200;
const AUDIT_EVERY = 50;
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-06-01T00:00:00Z');

/** Requests share few ids, so that ids are often used twice. */
const request = fc.integer({ min: 0, max: 3 });
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      amount: fc.integer({ min: 1, max: 9 }),
      daysAgo: fc.integer({ min: 0, max: 370 }),
      stated: fc.option(fc.integer({ min: -20, max: 200 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      together: fc.array(fc.record({ request, cost: fc.integer({ min: 0, max: 12 }) }), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('settle' as const),
      request,
      state: fc.constantFrom('spent' as const, 'void' as const),
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refund' as const), request, twice: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('reverse' as const),
      lot: fc.nat(9),
      share: fc.integer({ min: 1, max: 4 }),
      again: fc.boolean(),
      twice: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: -48, max: 3_000 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.array(step, { minLength: 1, maxLength: 10 });

interface Stores {
  store: Collections;
  /** The same store, for callers that read the results of their updates. */
  plain: Collections;
}

interface Reversing {
  store: Collections;
  account: string;
  model: LedgerModel;
}

/** Reverses quarters of a purchase, or returns quarters of what was reversed. */
async function reverseSome(
  { store, account, model }: Reversing,
  { lot: chosen, share, again, twice }: Extract<Step, { do: 'reverse' }>,
  now: Date,
): Promise<void> {
  const bought = model.payments;
  const lot = bought[chosen % bought.length] ?? '';
  const possible = model.reversible(lot);
  const amount = Math.ceil(((again ? possible.again : possible.more) * share) / 4) * (again ? -1 : 1);
  if (amount === 0) return;
  const { decisions, amount: before } = await sumReversals(store, lot);
  deepEqual(before, possible.again);
  const order = { account, lot, amount, after: decisions, reason: 'test' };
  deepEqual(await reverse(store, order, now), true);
  if (twice) deepEqual(await reverse(store, order, now), false);
  model.reverse(lot, amount, now);
}

/** Applies the history of an account to the store and the model, and compares them. */
async function replay({ store, plain }: Stores, steps: readonly Step[], index: number): Promise<void> {
  const account = `history-${nanoid()}`;
  let now = new Date(START);
  const model = new LedgerModel();
  const holds = new Map<string, Hold>();
  const createId = (number: number) => `${account}-${number}`;
  await purchase(plain, { account, amount: 5, bought: now, id: `${account}-first` });
  model.purchase(`${account}-first`, 5, now);

  for (const [at, todo] of steps.entries()) {
    if (todo.do === 'buy') {
      const bought = new Date(now.getTime() - todo.daysAgo * 24 * HOUR_MS);
      const stated = todo.stated === null ? undefined : new Date(now.getTime() + todo.stated * 24 * HOUR_MS);
      const id = `${account}-buy-${at}`;
      await purchase(plain, { account, amount: todo.amount, bought, id, ...(stated ? { statedExpiry: stated } : {}) });
      model.purchase(id, todo.amount, bought, stated);
    } else if (todo.do === 'hold') {
      const requests = todo.together.map(({ request: number, cost }) => ({
        ...{ account, key: 'k', endpoint: 'e', requestId: createId(number), cost },
      }));
      const { outcomes } = await holdCredits(store.wallets, account, requests, now);
      const granted = outcomes.map((outcome) => !(outcome instanceof ApiError));
      const expected = requests.map(({ requestId, cost }) => model.hold(requestId, cost, now));
      deepEqual(granted, expected, `step ${at} of ${JSON.stringify(steps)}`);
      for (const outcome of outcomes) if (!(outcome instanceof ApiError)) holds.set(outcome.id, outcome);
    } else if (todo.do === 'settle') {
      const id = createId(todo.request);
      const hold = holds.get(id);
      if (!hold) continue;
      const decision = { account, hold, state: todo.state, status: 200, at: now };
      await settle(store, [decision], now);
      if (todo.twice) await settle(store, [decision], now);
      model.settle(id, todo.state, now);
    } else if (todo.do === 'refund') {
      const refunding = { ...plain, usage: store.usage };
      await refund(refunding, createId(todo.request), 'test', now);
      if (todo.twice) await refund(refunding, createId(todo.request), 'test', now);
      model.refund(createId(todo.request), now);
    } else if (todo.do === 'reverse') {
      await reverseSome({ store, account, model }, todo, now);
    } else if (todo.do === 'expire') {
      await expireLots(store, now, account);
      model.expire(now);
    } else {
      now = new Date(now.getTime() + todo.hours * HOUR_MS);
    }
  }

  const wallet = await store.wallets.findOne({ _id: account });
  const { bought, spent, refunded, expired, reversed } = model;
  const actual = {
    lots: wallet?.lots.map(({ id, left }) => ({ id, left })),
    open: wallet?.open.map(({ id, cost, parts }) => ({ id, cost, parts })),
    ...{ bought: wallet?.bought, spent: wallet?.spent, refunded: wallet?.refunded, expired: wallet?.expired },
    reversed: wallet?.reversed ?? 0,
    owed: new Map(wallet?.reversals?.map(({ lot, owed }) => [lot, owed])),
    settled: new Map(wallet?.reversals?.flatMap(({ lot, settled }) => (settled?.length ? [[lot, settled]] : []))),
  };
  deepEqual(
    actual,
    {
      lots: model.lots.map(({ id, left }) => ({ id, left })),
      ...{ open: model.open, bought, spent, refunded, expired, reversed, owed: model.owed },
      settled: new Map([...model.settled].filter(([, settled]) => settled.length > 0)),
    },
    JSON.stringify(steps),
  );
  if (index % AUDIT_EVERY === 0) deepEqual((await audit(plain, account)).findings, []);
}

describe('the ledger', () => {
  it(seeded(`agrees with the model after ${HISTORIES} histories`), async function () {
    this.timeout(900_000);
    const { store: plain, close } = await ownDatabase();
    const store = batchingStore(plain);
    const histories = fc.sample(history, { numRuns: HISTORIES, seed });
    let next = 0;
    const runHistories = async () => {
      while (next < histories.length) {
        const index = next++;
        await replay({ store, plain }, histories[index] ?? [], index);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runHistories));
    await close();
  });
});
