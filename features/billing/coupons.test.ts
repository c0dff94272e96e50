import { deepEqual, equal, rejects } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { audit } from '../../shared/ledger/audit.js';
import { controlStripe, payPage, waitForOrder } from '../../test/helpers/payments.js';
import { call, callAsOperator, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { countCouponTry } from './coupon-routes.js';
import { findCoupon, redeemCoupon, releaseCoupon } from './coupons.js';

/** Creates a coupon with a code of its own. */
async function createCoupon(more: object): Promise<string> {
  const code = `TEST-${nanoid(10)}`.toUpperCase();
  const { status, body } = await callAsOperator('POST', '/coupons', { code: code.toLowerCase(), ...more });
  deepEqual([status, body.code], [200, code]);
  return code;
}

const readUsed = async (code: string) => (await (await stack()).store.coupons.findOne({ _id: code }))?.used;

describe('coupons', () => {
  it('are redeemed once per account and not more often than they may be, however many try at once', async () => {
    const { store } = await stack();
    const code = await createCoupon({ percent: 10, most: 3 });
    const now = new Date();
    const accounts = Array.from({ length: 8 }, () => `account-${nanoid()}`);
    const redeem = async (account: string, index: number) => {
      const coupon = await findCoupon(store, code, { account, use: 'pack' }, now);
      await redeemCoupon(store, coupon, account, `${account}-${index}`, now);
      return `${account}-${index}`;
    };
    const twice = accounts.flatMap((account) => [redeem(account, 0), redeem(account, 1)]);
    const done = await Promise.allSettled(twice);
    const orders = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    equal(orders.length, await readUsed(code));
    equal(await store.redemptions.countDocuments({ code }), orders.length);
    equal(new Set(orders.map((order) => order.slice(0, -2))).size, orders.length);
    const [first = ''] = orders;
    await releaseCoupon(store, first);
    await releaseCoupon(store, first);
    equal(await readUsed(code), orders.length - 1);
    for (const account of accounts) await redeem(account, 0).catch(() => {});
    equal(await readUsed(code), 3);
  });

  it('lower the price of an order, are free again when it is cancelled, and pay all of it if they can', async () => {
    const { key, account } = await newAccount({ credits: 0 });
    const code = await createCoupon({ percent: 20, first_order: true });
    const order = (coupon: string) => call('/v1/account/orders', { pack: 'small', coupon }, { key });
    const first = await order(code);
    deepEqual(
      [first.body.order.price, first.body.order.discount, first.body.order.coupon, await readUsed(code)],
      [800, 200, code, 1],
    );
    equal((await order(code)).body.type, 'coupon_redeemed');
    await call(`/v1/account/orders/${first.body.order.order}/cancel`, {}, { key });
    equal(await readUsed(code), 0);
    const second = await order(code.toLowerCase());
    equal(await payPage(second.body.url), 303);
    const paid = await waitForOrder(key, second.body.order.order, ({ state }) => state === 'paid');
    deepEqual([paid.price, paid.credits], [800, 500]);
    const free = await createCoupon({ amount: 5_000, currency: 'eur' });
    const third = await order(free);
    deepEqual([third.body.order.state, third.body.order.price, third.body.order.discount], ['paid', 0, 1_000]);
    equal((await call('/v1/account', {}, { key, method: 'GET' })).body.balance, 1_000);
    const { account: other } = await newAccount();
    const { store } = await stack();
    await rejects(findCoupon(store, code, { account, use: 'pack' }, new Date()), /first orders/);
    await rejects(findCoupon(store, free, { account: other, use: 'pack', currency: 'usd' }, new Date()), /in EUR/);
    await rejects(findCoupon(store, free, { account: other, use: 'credits' }, new Date()), /it is a discount/);
    await callAsOperator('POST', `/coupons/${code}/deactivate`, {});
    await rejects(findCoupon(store, code, { account: other, use: 'pack' }, new Date()), /no longer valid/);
    deepEqual((await audit(store, account)).findings, []);
  });

  it('lower the price of the first months of a plan', async () => {
    const { key, account } = await newAccount({ credits: 0 });
    const { store, platform } = await stack();
    const code = await createCoupon({ percent: 50, only: 'plan' });
    const opened = await call('/v1/account/plan', { plan: 'starter', coupon: code }, { key, method: 'PUT' });
    equal(await payPage(opened.body.url), 303);
    const orders = () => store.orders.find({ account, state: 'paid' }, { sort: { created: 1, price: 1 } }).toArray();
    await eventually(orders, (found) => found.length === 1);
    const plan = await eventually(
      async () => (await store.subscriptions.findOne({ _id: account }))?.current,
      (current) => current !== undefined,
    );
    await controlStripe(platform.stripeUrl, { endPeriod: plan?.id });
    const found = await eventually(orders, (all) => all.length === 2);
    deepEqual(
      found.map(({ price, credits }) => [price, credits]),
      [
        [500, 600_000_000],
        [1_000, 600_000_000],
      ],
    );
    const shown = await call('/v1/account/plan', {}, { key, method: 'GET' });
    deepEqual([shown.body.current.plan, shown.body.current.state], ['starter', 'active']);
  });

  it('add credits for the requests of some groups alone', async () => {
    const { key, account } = await newAccount({ credits: 0, scopes: ['*', 'billing'] });
    const code = await createCoupon({ credits: 5, groups: ['vat'], valid_days: 30 });
    const redeem = () => call('/v1/account/coupons', { code }, { key });
    const first = await redeem();
    deepEqual(first.body, { code, credits: 5, groups: ['vat'] });
    deepEqual([(await redeem()).body.type, await readUsed(code)], ['coupon_redeemed', 1]);
    const vat = await call('/v1/vat', { action: 'calculate', net: 1, country_code: 'DE' }, { key });
    equal(vat.status, 200);
    const other = await call('/v1/currency/rates', { base: 'EUR' }, { key });
    deepEqual([other.status, other.body.type], [402, 'insufficient_credits']);
    const { store } = await stack();
    await eventually(
      () => store.wallets.findOne({ _id: account }),
      (wallet) => wallet?.open.length === 0,
    );
    deepEqual((await audit(store, account)).findings, []);
  });

  it('cannot be guessed', async () => {
    let tries = 0;
    const limiter = {
      countWithin: async (_: string, limit: number) => ({ allowed: ++tries <= limit, resetMs: 1_000 }),
    };
    for (let index = 0; index < 20; index++) await countCouponTry(limiter, 'account');
    await rejects(countCouponTry(limiter, 'account'), /Too many coupon codes/);
  });
});
