import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { nanoid } from 'nanoid';
import { settle } from '../../shared/ledger/settle.js';
import { failFast } from '../../shared/process/item-runner.js';
import { FailPoint, ignoreKilled, openShop, PACK, type Shop } from '../../test/helpers/payment-shop.js';
import { cards, payPage } from '../../test/helpers/payments.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { placeHold } from '../../test/helpers/take-hold.js';
import { converge } from './converge.js';
import { reconcileOrders } from './reconcile-payments.js';
import { topUp } from './top-up-credits.js';

const HISTORIES = nightlyOrDaily(1_000, 15);
const AT_ONCE = 6;

const share = fc.integer({ min: 1, max: 999 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      card: fc.constantFrom(cards.pays, cards.pays, cards.declines, cards.disputes, undefined),
      saves: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), which: fc.nat(9), share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('refundFails' as const), which: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('dispute' as const), which: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      which: fc.nat(9),
      status: fc.constantFrom('won' as const, 'lost' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('spend' as const), share, void: fc.boolean(), late: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('topUp' as const), dies: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('message' as const),
      which: fc.nat(9),
      times: fc.integer({ min: 1, max: 3 }),
      dies: fc.integer({ min: 1, max: 60 }),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const history = fc.array(step, { minLength: 4, maxLength: 16 });

/** Replays the history of an account. Messages are late, repeated or lost, and the process that handles one may be killed. */
async function replay(shop: Shop, account: string, steps: readonly Step[]): Promise<void> {
  const { store, payments, stripe, steer } = shop;
  const open: (() => Promise<void>)[] = [];
  const orders = () => store.orders.find({ account }).sort({ created: 1, _id: 1 }).toArray();
  const customer = async () => (await store.payers.findOne({ _id: account }))?.customer ?? 'cus_nobody';
  const intents = async () =>
    (await stripe.paymentIntents.list({ customer: await customer() }).catch(() => ({ data: [] }))).data.filter(
      ({ status }) => status === 'succeeded',
    );
  const pick = <T>(all: readonly T[], which: number): T | undefined => all[which % Math.max(1, all.length)];
  for (const todo of steps) {
    if (todo.do === 'buy') {
      const { url } = await shop.place(account, todo.saves);
      if (todo.card !== undefined) await payPage(url, todo.card);
    } else if (todo.do === 'refund') {
      const intent = pick(await intents(), todo.which);
      // The provider refuses refunds beyond what is left.
      if (intent) await payments.provider.refund(intent.id, todo.share, nanoid()).catch(() => {});
    } else if (todo.do === 'refundFails') {
      const intent = pick(await intents(), todo.which);
      const refunds = intent ? (await stripe.refunds.list({ payment_intent: intent.id })).data : [];
      const paid = refunds.find(({ status }) => status === 'succeeded');
      if (paid) await steer({ failRefund: paid.id });
    } else if (todo.do === 'dispute') {
      const intent = pick(await intents(), todo.which);
      if (intent) await steer({ dispute: { payment_intent: intent.id } }).catch(() => {});
    } else if (todo.do === 'close') {
      const intent = pick(await intents(), todo.which);
      const disputes = intent ? (await stripe.disputes.list({ payment_intent: intent.id })).data : [];
      const waiting = disputes.find(({ status }) => status === 'needs_response');
      if (waiting) await steer({ closeDispute: { id: waiting.id, status: todo.status } });
    } else if (todo.do === 'spend') {
      const request = { account, key: 'k', endpoint: 'e', requestId: nanoid(), cost: todo.share * 1_000_000 };
      const hold = await placeHold(store, request).catch(() => undefined);
      if (!hold) continue;
      const decision = {
        account,
        hold,
        state: todo.void ? ('void' as const) : ('spent' as const),
        status: 200,
      };
      const decide = () => settle(store, [{ ...decision, at: new Date() }], new Date());
      if (todo.late) open.push(decide);
      else await decide();
    } else if (todo.do === 'topUp') {
      const payer = await store.payers.findOne({ _id: account });
      if (!payer?.method) continue;
      const topUpSettings = { below: 400_000_000, pack: PACK.id, most_per_day: 3, on: true, crossings: 0 };
      if (!payer.top_up) await store.payers.updateOne({ _id: account }, { $set: { top_up: topUpSettings } });
      const now = await store.payers.findOne({ _id: account });
      const through = new FailPoint(todo.dies);
      if (now) await topUp(through.store(store), through.payments(payments), now, new Date()).catch(ignoreKilled);
    } else {
      const order = pick(await orders(), todo.which);
      if (!order) continue;
      const updates = Array.from({ length: todo.times }, async (_, time) => {
        const through = new FailPoint(time === 0 ? todo.dies : Number.POSITIVE_INFINITY);
        await converge(through.store(store), through.payments(payments), order._id, new Date());
      });
      await Promise.all(updates.map((one) => one.catch(ignoreKilled)));
    }
  }
  for (const decide of open) await decide();
}

describe('payments', () => {
  it(seeded(`match the ledger and the provider after ${HISTORIES} histories`), async function () {
    this.timeout(1_800_000);
    const shop = await openShop();
    const histories = fc.sample(history, { numRuns: HISTORIES, seed });
    const accounts = histories.map((_, index) => `history-${index}-${nanoid(6)}`);
    let next = 0;
    const runHistories = async () => {
      while (next < histories.length) {
        const index = next++;
        await replay(shop, accounts[index] ?? '', histories[index] ?? []);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, runHistories));
    await shop.settle();
    let [kept, made] = [0, 0];
    for (const [index, account] of accounts.entries()) {
      deepEqual(await shop.problems(account), [], `${account}: ${JSON.stringify(histories[index])}`);
      const money = await shop.money(account);
      kept += money.kept;
      made += money.payments;
    }
    ok(made > nightlyOrDaily(HISTORIES / 4, 0), `${made} payments, ${kept} cents`);
    await shop.close();
  });

  it('are found in the list of events without any message, one event at a time', async () => {
    const shop = await openShop();
    const account = `account-${nanoid()}`;
    const { order, url } = await shop.place(account);
    await payPage(url);
    const reconcile = () => reconcileOrders(shop.store, shop.payments, new Date(), failFast, console, 1);
    deepEqual((await reconcile()).orders, 1);
    const { intent = '', due } = (await shop.store.orders.findOne({ _id: order._id })) ?? {};
    equal(due, undefined);
    await shop.steer({ dispute: { payment_intent: intent } });
    // All events are within the minutes that each run reads again.
    let events = 0;
    for (let read = (await reconcile()).events; read > 0; read = (await reconcile()).events) events += read;
    ok(events > 2, `${events} events`);
    const found = await shop.store.orders.findOne({ _id: order._id });
    deepEqual([found?.state, found?.disputed], ['paid', PACK.price]);
    deepEqual(await shop.problems(account), []);
    await shop.close();
  });
});
