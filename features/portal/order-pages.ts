import type { Static } from 'typebox';
import { toCredits } from '../../shared/contract/amounts.js';
import { MOST_ORDERS_LISTED, MOST_TOP_UPS_PER_DAY, ORDERS_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { readFields } from '../../shared/contract/input.js';
import { readSettled, settingsSubject } from '../accounts/index.js';
import {
  buyCredits,
  cancelOwnOrder,
  completeReceipt,
  couponSubject,
  endPlan,
  endTopUp,
  isTaxable,
  listOwnOrders,
  METHOD_REMOVED,
  nameBrand,
  openBillingPortal,
  type orderRow,
  ownOrderSubject,
  type Payments,
  planSubject,
  redeemCredits,
  refreshPlan,
  removePaymentMethod,
  setPlan,
  setTopUp,
  showOwnOrder,
  showPlan,
  showTopUp,
  taxSale,
  toOrderRow,
  toPackRow,
  topUpSubject,
  withVatCheck,
} from '../billing/index.js';
import { requireAccount } from '../members/index.js';
import { format, money, readDone } from '../web/index.js';
import { countryOptions, readBilling } from './billing-details.js';
import { readDocuments } from './invoice-pages.js';
import { createMemberContext, requireJson } from './member-context.js';
import { type Fields, handleForm, type PortalContext, type PortalRouter, type ShowRefused, showPage } from './pages.js';
import type { PortalServices } from './services.js';

const PATH = '/account/billing';

const DONE: Record<string, string> = {
  cancelled: 'Order cancelled. Nothing was charged.',
  country: 'Billing country saved.',
  'top-up-on': 'Automatic top-up is on.',
  'top-up-off': 'Automatic top-up is off.',
  'plan-changed': 'Plan updated.',
  'plan-cancelled': 'Plan cancelled. It ends with the paid month.',
  redeemed: 'Coupon redeemed. Its credits are in your balance.',
  'method-removed': 'Payment method removed.',
};

type ShownOrder = Static<typeof orderRow>;

/** Reads the part of the Billing page that sells credits: packs, orders, and the automatic top-up. */
export async function readShop(services: PortalServices, ctx: PortalContext, payments: Payments, sent?: Fields) {
  allowProviderForm(ctx, payments);
  const context = createMemberContext(services, ctx);
  const { store, clock } = services;
  const { account } = ctx.state.member;
  const { suspended, closed } = ctx.state.account;
  const isOpen = !suspended && !closed;
  const { orders } = requireJson(await listOwnOrders.run({ limit: MOST_ORDERS_LISTED }, context));
  const plan = requireJson(await showPlan.run({}, context));
  const { top_up: set, method } = requireJson(await showTopUp.run({}, context));
  const { billing } = ctx.state.account;
  const hasCountry = isTaxable(payments.taxation, billing);
  const documents = await readDocuments(
    store,
    orders.map(({ order }) => order),
  );
  const lastTopUp = orders.find(({ kind }) => kind === 'top_up');
  const values = { below: '', pack: payments.packs[0]?.id, most_per_day: 1, ...set, ...sent };
  const returnedId = String(ctx.query.order);
  // Taken from the list, so that the page does not contradict itself if the order is paid meanwhile.
  const returned =
    orders.find(({ order }) => order === returnedId) ?? (await findOlderOrder(store, account, returnedId));
  return {
    isOpen,
    /** Fields of a form that was refused. */
    sent: sent ?? {},
    plan,
    methodRemoved: METHOD_REMOVED,
    packs: payments.packs.map((pack) => ({
      ...toPackRow(pack),
      ...(hasCountry && taxSale(payments.taxation, pack, billing, clock.now())),
    })),
    hasCountry,
    isTaxAdded: payments.taxation?.by === 'stripe' && !payments.taxation.isIncluded,
    countries: countryOptions,
    orders: orders.map((order) => ({
      ...order,
      isPayable: isOpen && isPayable(order, clock.now()),
      isCancellable: order.state === 'open' && order.kind === 'checkout',
      removed: computeRemoved(order),
      documents: documents.get(order.order) ?? [],
    })),
    topUp: {
      values,
      set,
      method: method && { ...method, name: nameBrand(method.brand) },
      last: lastTopUp,
      most: MOST_TOP_UPS_PER_DAY,
    },
    said: returned
      ? describeReturn(returned, ctx.query.paid !== undefined, isOpen && isPayable(returned, clock.now()))
      : undefined,
    money,
  };
}

/** Returns the confirmation of the last form. */
export const findOrderConfirmation = ({ query }: Pick<PortalContext, 'query'>): string | undefined =>
  readDone(DONE, query);

/** Returns the credits that were removed because their money went back: the same share of the credits as of the price. */
function computeRemoved({ credits, price, refunded, disputed }: ShownOrder): number {
  const share = Math.min(1, (refunded + disputed) / price);
  return Math.round(credits * share * 1_000_000) / 1_000_000;
}

/** Finds an order of the account, also one that is no longer listed. */
async function findOlderOrder(
  { orders }: PortalServices['store'],
  account: string,
  _id: string,
): Promise<ShownOrder | undefined> {
  const found = await orders.findOne({ _id, account });
  return found ? toOrderRow(found) : undefined;
}

const isPayable = ({ pay_until }: ShownOrder, now: Date): boolean => pay_until !== null && new Date(pay_until) > now;

/** Returns the message for a member who returns from the provider's page. It depends on the order alone, which the return does not change. */
function describeReturn(shown: ShownOrder, hasPaid: boolean, canBePaid: boolean) {
  const { order, state, credits, why } = shown;
  if (state === 'paid')
    return { isDone: true, text: `Payment received. ${format.number(credits)} credits were added to your balance.` };
  if (state === 'failed') return { text: 'The payment failed. You were not charged. Order again to retry.' };
  if (state === 'expired' && why === 'cancelled') return { text: 'This order was cancelled. You were not charged.' };
  if (state === 'expired') return { text: 'The payment page has expired. You were not charged. Order again to retry.' };
  const pay = canBePaid && { pay: order };
  if (!hasPaid) return { text: 'You left before paying. You were not charged.', ...pay };
  return {
    text: 'We have not received your payment yet. If you paid, your credits are added as soon as our payment provider confirms it. If you did not, resume the payment.',
    again: paidUrl(order),
    ...pay,
  };
}

/** URL to which the provider's page returns after a payment. */
const paidUrl = (order: string): string => `${PATH}?order=${order}&paid=1`;

/** Time between two checks whether a payment was confirmed, in seconds, and the number of checks. */
const CHECK_SECONDS = 3;
const MOST_CHECKS = 30;

/**
 * Returns an order that is being paid, and has the browser load the page again: until the provider confirms the payment, for a minute and
 * a half at most.
 */
export async function findProcessing({ store }: PortalServices, ctx: PortalContext): Promise<ShownOrder | undefined> {
  const { order: id, paid, checks } = ctx.query;
  if (typeof id !== 'string' || paid === undefined) return undefined;
  const order = await findOlderOrder(store, ctx.state.member.account, id);
  const done = Math.max(0, Math.trunc(Number(checks ?? 0)) || 0);
  if (order?.state !== 'open' || done >= MOST_CHECKS) return undefined;
  ctx.set('Refresh', `${CHECK_SECONDS}; url=${paidUrl(order.order)}&checks=${done + 1}`);
  return order;
}

/**
 * Updates the plan of a member who returns from the provider's page after subscribing, and returns the message about it: the order of
 * the first month, once that is paid.
 */
export async function findSubscribed(services: PortalServices, ctx: PortalContext): Promise<string | undefined> {
  if (ctx.query.subscribed === undefined) return undefined;
  const { account } = ctx.state.member;
  await refreshPlan(services, account).catch((error: unknown) => services.log.warn({ err: error }, 'plan not updated'));
  const { current } = requireJson(await showPlan.run({}, createMemberContext(services, ctx)));
  return current ? `You have the plan ${current.plan}. Its credits are in your balance.` : undefined;
}

/** Adds the provider's page to the Content-Security-Policy, since the form that orders redirects to it. */
function allowProviderForm(ctx: PortalContext, { provider }: Payments): void {
  const policy = String(ctx.response.get('Content-Security-Policy'));
  ctx.set(
    'Content-Security-Policy',
    policy.replace("form-action 'self'", `form-action 'self' ${provider.pagesOrigin}`),
  );
}

/** Forms to buy credits and to set the automatic top-up, and receipts. @param showBilling shows the page again after a form was refused */
export function orderPages(router: PortalRouter, services: PortalServices, showBilling: ShowRefused): void {
  const { store, rateLimiter } = services;

  const throttle = async (action: string, { state: { member } }: PortalContext) => {
    const { allowed } = await rateLimiter.count(`portal-${action}:${member.account}`, ORDERS_PER_SECOND, 1);
    if (!allowed) throw errors.tooManyRequests();
  };

  handleForm(router, '/billing/orders', {
    permission: 'billing',
    mutates: { action: 'order.create', subject: ownOrderSubject },
    fields: ['pack', 'save_method', 'coupon'],
    async run(ctx, { pack, save_method, coupon }) {
      await throttle('order', ctx);
      const input = readFields(
        buyCredits.contract.request,
        { pack, save_method: save_method !== undefined, ...(coupon && { coupon }) },
        422,
      );
      const { order, url } = requireJson(await buyCredits.run(input, createMemberContext(services, ctx)));
      return { next: url, id: order.order };
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/country', {
    permission: 'billing',
    mutates: { action: 'account.change', subject: settingsSubject, id: ({ state }) => state.member.account },
    fields: ['country'],
    async run(ctx, { country }) {
      const { member, account } = ctx.state;
      const { address = '', vat_number = '' } = account.billing ?? {};
      const given = readBilling({ address, vat_number, country: String(country) });
      const billing = await withVatCheck(services, account, given);
      await store.accounts.updateOne({ _id: member.account }, { $set: { billing } });
      return `${PATH}?done=country`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/orders/:order/pay', {
    permission: 'billing',
    mutates: 'nothing',
    fields: [],
    async run(ctx) {
      await throttle('pay', ctx);
      const { order, url } = requireJson(
        await showOwnOrder.run({ order: String(ctx.params.order) }, createMemberContext(services, ctx)),
      );
      return url ?? paidUrl(order.order);
    },
  });

  handleForm(router, '/billing/orders/:order/cancel', {
    permission: 'billing',
    mutates: { action: 'order.cancel', subject: ownOrderSubject, id: ({ params }) => String(params.order) },
    fields: [],
    async run(ctx) {
      await throttle('cancel', ctx);
      await cancelOwnOrder.run({ order: String(ctx.params.order) }, createMemberContext(services, ctx));
      return `${PATH}?done=cancelled`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/plan', {
    permission: 'billing',
    mutates: { action: 'plan.change', subject: planSubject, id: ({ state }) => state.member.account },
    fields: ['plan', 'coupon'],
    async run(ctx, { plan, coupon }) {
      await throttle('plan', ctx);
      const input = readFields(setPlan.contract.request, { plan, ...(coupon && { coupon }) }, 422);
      const { url } = requireJson(await setPlan.run(input, createMemberContext(services, ctx)));
      return url ?? `${PATH}?done=plan-changed`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/plan/cancel', {
    permission: 'billing',
    mutates: { action: 'plan.cancel', subject: planSubject, id: ({ state }) => state.member.account },
    fields: [],
    async run(ctx) {
      await throttle('plan', ctx);
      await endPlan.run({}, createMemberContext(services, ctx));
      return `${PATH}?done=plan-cancelled`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/coupon', {
    permission: 'billing',
    fields: ['code'],
    mutates: {
      ...{ action: 'coupon.redeem', subject: couponSubject },
      id: ({ state }, { code = '' }) => `${String(code).trim().toUpperCase()}:${state.member.account}`,
    },
    async run(ctx, { code }) {
      await throttle('coupon', ctx);
      const input = readFields(redeemCredits.contract.request, { code }, 422);
      await redeemCredits.run(input, createMemberContext(services, ctx));
      return `${PATH}?done=redeemed`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/method/remove', {
    permission: 'billing',
    mutates: { action: 'payment_method.remove', subject: topUpSubject, id: ({ state }) => state.member.account },
    fields: [],
    async run(ctx) {
      await throttle('method', ctx);
      await removePaymentMethod.run({}, createMemberContext(services, ctx));
      return `${PATH}?done=method-removed`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/portal', {
    permission: 'billing',
    mutates: 'nothing',
    fields: [],
    async run(ctx) {
      await throttle('portal', ctx);
      return requireJson(await openBillingPortal.run({}, createMemberContext(services, ctx))).url;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/top-up', {
    permission: 'billing',
    mutates: { action: 'top_up.change', subject: topUpSubject, id: ({ state }) => state.member.account },
    fields: ['below', 'pack', 'most_per_day'],
    async run(ctx, { below, pack, most_per_day }) {
      const input = readFields(setTopUp.contract.request, { below, pack, most_per_day }, 422);
      await setTopUp.run(input, createMemberContext(services, ctx));
      return `${PATH}?done=top-up-on`;
    },
    refuse: showBilling,
  });

  handleForm(router, '/billing/top-up/end', {
    permission: 'billing',
    mutates: { action: 'top_up.end', subject: topUpSubject, id: ({ state }) => state.member.account },
    fields: [],
    async run(ctx) {
      await endTopUp.run({}, createMemberContext(services, ctx));
      return `${PATH}?done=top-up-off`;
    },
  });

  router.get('/billing/receipts/:order', async (ctx) => {
    const { account } = ctx.state.member;
    const order = await store.orders.findOne({ _id: String(ctx.params.order), account, state: 'paid' });
    if (!order) throw errors.pathUnknown();
    const [invoice] = (await readDocuments(store, [order._id])).get(order._id) ?? [];
    if (invoice) return ctx.redirect(`${PATH}/invoices/${invoice.invoice}`);
    const settled = toCredits((await readSettled(store, account)).get(order._id) ?? 0);
    const title = `Receipt ${order._id}`;
    const sides = completeReceipt(order, await requireAccount(store, account), services.config);
    showPage(ctx, 'receipt', { title, order: toOrderRow(order), settled, account, ...sides, money });
  });
}
