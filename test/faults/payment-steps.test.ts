import { deepEqual, equal, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { converge, storeHint } from '../../features/billing/converge.js';
import { topUp } from '../../features/billing/top-up-credits.js';
import { enableTopUp, FailPoint, ignoreKilled, openShop, PACK, type Shop } from '../helpers/payment-shop.js';
import { cards, payPage } from '../helpers/payments.js';
import { seed, seeded } from '../helpers/randomised.js';
import { nightlyOrDaily } from '../helpers/scale.js';

/** More steps than any story has. */
const MOST_STEPS = 200;
/** By day the odd steps have their turn, or the even ones. */
const EVERY = nightlyOrDaily(1, 2);

/** Lives a story once for each of its steps whose turn it is, killed before it; then everything is settled and compared. */
async function killedBetweenAnySteps(
  shop: Shop,
  story: (account: string, through: FailPoint) => Promise<unknown>,
  begin: (account: string) => Promise<unknown> = async () => {},
): Promise<{ steps: number; accounts: string[] }> {
  const accounts: string[] = [];
  for (let step = 1 + (seed % EVERY); step <= MOST_STEPS; step += EVERY) {
    const account = `account-${nanoid()}`;
    accounts.push(account);
    await begin(account);
    let wasKilled = false;
    await story(account, new FailPoint(step)).catch((error: unknown) => {
      ignoreKilled(error);
      wasKilled = true;
    });
    if (!wasKilled) {
      await shop.settle();
      for (const one of accounts) deepEqual(await shop.problems(one), [], `${one} of ${step}`);
      return { steps: step - 1, accounts };
    }
  }
  throw new Error('the story has no end');
}

describe(seeded('payments, killed between any two steps'), () => {
  let shop: Shop;
  before(async function () {
    this.timeout(60_000);
    shop = await openShop();
  });
  after(() => shop.close());

  it('become one lot each, or none where no payment was possible', async function () {
    this.timeout(300_000);
    const { steps, accounts } = await killedBetweenAnySteps(shop, async (account, through) => {
      const { order, url } = await shop.place(account, false, through);
      await payPage(url);
      await storeHint(through.store(shop.store), { _id: order._id }, new Date());
      await converge(through.store(shop.store), through.payments(shop.payments), order._id, new Date());
    });
    ok(steps > 10, `${steps} steps`);
    const paid = await shop.store.orders.countDocuments({ account: { $in: accounts }, state: 'paid' });
    // No payment is possible before the first few steps.
    ok(accounts.length - paid <= Math.ceil(7 / EVERY), `${paid} of ${accounts.length} were paid`);
  });

  it('are reversed once when they are refunded or disputed, and restored once', async function () {
    this.timeout(300_000);
    const orders = new Map<string, string>();
    const paid = async (account: string) => {
      const { order, url } = await shop.place(account);
      await payPage(url);
      const { intent = '' } = (await converge(shop.store, shop.payments, order._id, new Date())) ?? {};
      orders.set(account, order._id);
      await shop.payments.provider.refund(intent, 300, order._id);
      const { dispute } = await shop.steer({ dispute: { payment_intent: intent } });
      await converge(shop.store, shop.payments, order._id, new Date());
      await shop.steer({ closeDispute: { id: dispute, status: 'won' } });
    };
    const story = (account: string, through: FailPoint) =>
      converge(through.store(shop.store), through.payments(shop.payments), orders.get(account) ?? '', new Date());
    const { accounts } = await killedBetweenAnySteps(shop, story, paid);
    const wallets = await shop.store.wallets.find({ _id: { $in: accounts } }).toArray();
    deepEqual([...new Set(wallets.map(({ lots }) => lots[0]?.left))], [0.7 * PACK.credits]);
  });

  /** Runs the scheduler's tasks for an account whose balance has crossed its top-up threshold. */
  async function toppedUp(account: string, through: FailPoint): Promise<void> {
    const payer = await shop.store.payers.findOne({ _id: account });
    ok(payer);
    await topUp(through.store(shop.store), through.payments(shop.payments), payer, new Date());
  }

  it('top up once for each crossing', async function () {
    this.timeout(300_000);
    const begin = (account: string) => enableTopUp(shop, account, PACK.credits + 1);
    const { steps, accounts } = await killedBetweenAnySteps(shop, toppedUp, begin);
    ok(steps > 10, `${steps} steps`);
    for (const account of accounts) equal((await shop.money(account)).payments, 2);
  });

  it('switch a declined top-up off once, with one notification', async function () {
    this.timeout(300_000);
    const begin = (account: string) => enableTopUp(shop, account, PACK.credits + 1, cards.authenticatesAlways);
    const { accounts } = await killedBetweenAnySteps(shop, toppedUp, begin);
    for (const account of accounts) {
      equal(await shop.store.alerts.countDocuments({ account, event: 'top_up.failed' }), 1);
      const payer = await shop.store.payers.findOne({ _id: account });
      deepEqual([payer?.top_up?.on, payer?.top_up?.buying], [false, undefined]);
    }
  });

  it('are charged once although the response to a charge is lost and the provider has forgotten its key', async () => {
    const account = `account-${nanoid()}`;
    await enableTopUp(shop, account, PACK.credits + 1);
    const payer = await shop.store.payers.findOne({ _id: account });
    ok(payer);
    // The answer to the charge, and to all that is asked again for it.
    for (const [times, after] of [
      [3, false],
      [6, true],
    ] as const) {
      await shop.steer({ fail: { times, after } });
      await topUp(shop.store, shop.payments, payer, new Date()).catch(() => {});
      await shop.steer({ fail: { times: 0, after: false }, forgetReplies: true });
    }
    await shop.settle();
    equal((await shop.money(account)).payments, 2);
    deepEqual(await shop.problems(account), []);
  });
});
