import { errors } from '../../shared/contract/errors.js';
import { insertNew } from '../../shared/store/insert-new.js';
import type { MemberCollections } from '../members/index.js';
import type { Coupon, CurrentPlan, Order, Payer, PaymentCollections, Subscription } from './collections.js';
import { type BillingStore, converge, findNextRequest } from './converge.js';
import { redeemCoupon, releaseCoupon } from './coupons.js';
import { createOrder, findOrCreatePayer } from './orders.js';
import type { Payments } from './payments.js';
import type { Plan } from './plans.js';
import { type PlanPayment, ProviderError, type ReturnTo } from './provider.js';

/** Collections that an update of a plan reads and writes. */
export type PlanStore = BillingStore & Pick<MemberCollections, 'accounts'> & Pick<PaymentCollections, 'subscriptions'>;

/** Attempts while the plan changes concurrently; then the update is left to the next run. */
const ATTEMPTS = 8;
/** Time after the end of a period at which the renewal is read, unless a hint arrives. In ms. */
const AFTER_PERIOD_MS = 5 * 60_000;
/** Age at which a page that is not known to be open is forgotten, in ms. */
const FORGET_PAGE_MS = 26 * 3_600_000;
/** Time for which credits without roll-over outlive their period, so that requests continue while the renewal is paid. In ms. */
const GRACE_MS = 24 * 3_600_000;

/** True while a subscription runs, paid or not. */
export const isRunning = (current: CurrentPlan | undefined): current is CurrentPlan =>
  current !== undefined && current.state !== 'ended';

/** Prefix of the ids of orders for the months of a plan, and of their credit grants. */
export const PLAN_CREDITS = 'pln_';

/** Returns the id of the order of an invoice: one order and one lot, however often the invoice is read. */
export const planOrderId = (invoice: string): string => `${PLAN_CREDITS}${invoice}`;

/**
 * Makes the plan and the saved method of a customer due for an update, also if this process dies.
 *
 * @returns the account; undefined for a customer of another application
 */
export async function storeCustomerHint(
  { payers, subscriptions }: Pick<PlanStore, 'payers' | 'subscriptions'>,
  customer: string,
  now: Date,
): Promise<string | undefined> {
  const payer = await payers.findOne({ customer }, { projection: { _id: 1 } });
  if (!payer) return undefined;
  await makeDue({ subscriptions }, payer._id, now);
  return payer._id;
}

/** Makes the plan of an account due for an update. */
export async function makeDue(
  { subscriptions }: Pick<PlanStore, 'subscriptions'>,
  account: string,
  now: Date,
): Promise<void> {
  const update = { $set: { due: now, asked: 0 }, $inc: { revision: 1 }, $setOnInsert: { changes: 0 } };
  await subscriptions.updateOne({ _id: account }, update, { upsert: true });
}

/**
 * Brings the plan and the saved method of an account to their status at the provider. Each paid invoice becomes an order of its own, which
 * converges like every other. The plan of a closed account is ended. Harmless to repeat and to run concurrently.
 *
 * @throws ProviderError when the provider cannot be reached
 */
export async function convergePlan(
  store: PlanStore,
  payments: Payments,
  account: string,
  now: Date,
): Promise<Subscription | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // Both are read before the requests, so that the status is newer than they are.
    const subscription = await store.subscriptions.findOne({ _id: account });
    const payer = await store.payers.findOne({ _id: account });
    if (!subscription) return undefined;
    if (!payer) {
      await store.subscriptions.updateOne({ _id: account }, { $unset: { due: true } });
      return subscription;
    }
    const { current, payments: paid } = await readPlan(store, payments, payer);
    await creditPayments(store, payments, payer, paid, now);
    await updateMethod(store, payments, { payer, current }, now);
    const state = await readPage(payments, subscription, now);
    const page = state === 'open' ? subscription.page : undefined;
    if (state === 'expired') await releaseCoupon(store, createPageOrder(account, subscription.page?.change));
    const due = findDue(subscription, { current, page }, now);
    const written = await store.subscriptions.findOneAndUpdate(
      { _id: account, revision: subscription.revision },
      {
        $set: { asked: subscription.asked + 1, ...(current && { current }), ...(due && { due }) },
        $unset: { ...(!page && { page: true as const }), ...(!due && { due: true as const }) },
        $inc: { revision: 1 },
      },
      { returnDocument: 'after' },
    );
    if (written) return written;
  }
  return (await store.subscriptions.findOne({ _id: account })) ?? undefined;
}

/** Reads the plan of an account, which is ended if the account is closed, and is not renewed if it is about to be deleted. */
async function readPlan(store: PlanStore, { provider }: Payments, { _id: account, customer }: Payer) {
  const found = await provider.readPlan(account, customer);
  const { current } = found;
  if (!isRunning(current)) return found;
  const owner = await store.accounts.findOne({ _id: account }, { projection: { closed: 1, deletion: 1 } });
  if (owner?.closed) await provider.endPlan(current.id);
  else if (owner?.deletion && !current.cancels) await provider.setPlanEnd(current.id, true);
  else return found;
  return provider.readPlan(account, customer);
}

/** Inserts the orders of invoices that have none, and updates those that are not paid yet. */
async function creditPayments(
  store: PlanStore,
  payments: Payments,
  payer: Payer,
  paid: readonly PlanPayment[],
  now: Date,
): Promise<void> {
  if (paid.length === 0) return;
  const ids = paid.map(({ invoice }) => planOrderId(invoice));
  const done = await store.orders
    .find({ _id: { $in: ids }, state: { $ne: 'open' } }, { projection: { _id: 1 } })
    .toArray();
  const known = new Set(done.map(({ _id }) => _id));
  const fresh = paid.filter(({ invoice }) => !known.has(planOrderId(invoice)));
  await insertNew(
    store.orders,
    fresh.map((payment) => toOrder(payer, payment)),
  );
  for (const { invoice } of fresh) await converge(store, payments, planOrderId(invoice), now);
}

function toOrder({ _id: account, customer }: Payer, payment: PlanPayment): Order {
  const { invoice, intent, plan, credits, amount: price, currency, tax, paid: created, ends } = payment;
  const order = createOrder({
    ...{ _id: planOrderId(invoice), account, kind: 'plan', pack: plan.id, credits, price, currency },
    ...{ saves: false, customer, created },
    ...(tax && { tax }),
  });
  return {
    ...order,
    invoice,
    ...(intent !== undefined && { intent }),
    ...(!plan.rollover && { expires: new Date(ends.getTime() + GRACE_MS) }),
  };
}

/** Adopts the method that a customer has chosen at the provider or pays the plan with, and forgets one that was removed there. */
async function updateMethod(
  store: PlanStore,
  { provider }: Payments,
  { payer, current }: { payer: Payer; current: CurrentPlan | undefined },
  now: Date,
): Promise<void> {
  const { _id, customer, method, default_method: earlier } = payer;
  const ofPlan = isRunning(current) ? current.method : undefined;
  const ids = [method?.id, ofPlan].filter((id) => id !== undefined);
  const { default: chosen, saved } = await provider.readMethods(customer, ids);
  const isChosenNow = chosen !== undefined && chosen.id !== earlier;
  const next = isChosenNow ? chosen : (saved ?? chosen);
  // Before the method is forgotten, which is what tells that the top-up has to be switched off.
  if (!next && method) await switchTopUpOff(store, _id, now);
  const asRead = { _id, 'method.id': method?.id ?? { $exists: false } };
  if (isChosenNow || next?.id !== method?.id)
    await store.payers.updateOne(asRead, {
      ...(next && { $set: { method: next, ...(chosen && { default_method: chosen.id }) } }),
      ...(!next && { $unset: { method: true as const } }),
    });
}

/** Reason for which an automatic top-up is off after its payment method was removed. */
export const METHOD_REMOVED = 'payment_method_removed';

async function switchTopUpOff({ payers }: Pick<PlanStore, 'payers'>, account: string, now: Date): Promise<void> {
  await payers.updateOne(
    { _id: account, 'top_up.on': true },
    { $set: { 'top_up.on': false, 'top_up.off': { at: now, why: METHOD_REMOVED } } },
  );
}

/** Reads the page of a new subscription. @returns undefined if there is none */
async function readPage({ provider }: Payments, { page }: Subscription, now: Date) {
  if (!page) return undefined;
  if (page.session !== undefined) return provider.readPage(page.session, false);
  return now.getTime() - page.at.getTime() > FORGET_PAGE_MS ? 'expired' : 'open';
}

/** Id under which a coupon is redeemed for a new subscription. */
const createPageOrder = (account: string, change = 0): string => `plan:${account}:${change}`;

/** Returns the time of the next request to the provider: while a page is open, or when the period ends. */
function findDue(
  { asked }: Subscription,
  { current, page }: { current: CurrentPlan | undefined; page: Subscription['page'] },
  now: Date,
): Date | undefined {
  const soon = findNextRequest(asked, now);
  if (page) return soon;
  if (!isRunning(current)) return undefined;
  const renewal = new Date(current.ends.getTime() + AFTER_PERIOD_MS);
  return current.state === 'active' && renewal > now ? renewal : soon;
}

/** Request for a plan. */
interface PlanOrder {
  account: string;
  plan: Plan;
  /** Finds the coupon for a new subscription, if one is used. */
  findCoupon?: () => Promise<Coupon>;
  returnTo: ReturnTo;
}

/**
 * Subscribes an account to a plan, or changes its plan: to a more expensive one now, to a cheaper one from the next period on. The current plan
 * itself withdraws a cancellation or a change that is to come.
 *
 * @returns the page on which a new subscription is paid
 * @throws ApiError 409 when a renewal is not paid, the payment was declined, or the plan is being changed
 * @throws ProviderError when the provider cannot be reached
 */
export async function subscribe(
  store: PlanStore,
  payments: Payments,
  { account, plan, findCoupon, returnTo }: PlanOrder,
  now: Date,
): Promise<{ url: string | undefined; current: CurrentPlan | undefined }> {
  const payer = await findOrCreatePayer(store, payments.provider, account);
  await makeDue(store, account, now);
  const { current } = (await convergePlan(store, payments, account, now)) ?? {};
  if (!isRunning(current)) {
    const coupon = await findCoupon?.();
    const request = { payer, plan, returnTo, ...(coupon && { coupon }) };
    return { url: await openPage(store, payments, request, now), current };
  }
  if (findCoupon) throw errors.couponNotApplicable({ why: 'it is for new plans' });
  if (current.state === 'past_due') throw errors.planUnpaid();
  await changePlan(store, payments, { account, current, plan }, now);
  return { url: undefined, current: (await convergePlan(store, payments, account, now))?.current };
}

/** Counts a change of a plan, of which only one at a time is made. @throws ApiError 409 */
async function countChange(
  { subscriptions }: PlanStore,
  { _id, changes, page: earlier }: Subscription,
  now: Date,
  page?: Subscription['page'],
): Promise<number> {
  // A page that was opened meanwhile has to be closed first.
  const asRead = page && { 'page.session': earlier?.session ?? { $exists: false } };
  const { modifiedCount } = await subscriptions.updateOne(
    { _id, changes, ...asRead },
    { $set: { due: now, asked: 0, ...(page && { page }) }, $inc: { changes: 1, revision: 1 } },
  );
  if (modifiedCount === 0) throw errors.planChanging();
  return changes + 1;
}

/** Opens the page on which a subscription is paid, after that of an earlier request was closed. */
async function openPage(
  store: PlanStore,
  payments: Payments,
  { payer, plan, coupon, returnTo }: { payer: Payer; plan: Plan; coupon?: Coupon; returnTo: ReturnTo },
  now: Date,
): Promise<string> {
  const { _id: account, customer } = payer;
  const subscription = await store.subscriptions.findOne({ _id: account });
  if (!subscription) throw errors.planChanging();
  const { session } = subscription.page ?? {};
  if (session !== undefined && (await payments.provider.readPage(session, true)) === 'complete')
    throw errors.planChanging();
  if (subscription.page) await releaseCoupon(store, createPageOrder(account, subscription.page.change));
  const change = subscription.changes + 1;
  await countChange(store, subscription, now, { plan: plan.id, change, at: now });
  const key = createPageOrder(account, change);
  if (coupon) await redeemCoupon(store, coupon, account, key, now);
  const request = { account, customer, plan, key, ...(coupon && { coupon }) };
  const page = await payments.provider.openPlanPage(request, returnTo).catch(async (error: unknown) => {
    await releaseCoupon(store, key);
    throw error;
  });
  const { matchedCount } = await store.subscriptions.updateOne(
    { _id: account, 'page.change': change },
    { $set: { 'page.session': page.session, 'page.closes': page.closes }, $inc: { revision: 1 } },
  );
  if (matchedCount > 0) return page.url;
  // Another page has replaced it: only one is paid.
  await payments.provider.readPage(page.session, true);
  throw errors.planChanging();
}

async function changePlan(
  store: PlanStore,
  { provider }: Payments,
  { account, current, plan }: { account: string; current: CurrentPlan; plan: Plan },
  now: Date,
): Promise<void> {
  const subscription = await store.subscriptions.findOne({ _id: account });
  if (!subscription) throw errors.planChanging();
  const isCurrent = plan.id === current.plan.id;
  if (isCurrent && !current.next && !current.cancels) return;
  const change = await countChange(store, subscription, now);
  const key = createPageOrder(account, change);
  const isNow = !isCurrent && plan.price > current.plan.price;
  try {
    await provider.changePlan({ current, plan: isCurrent ? current.plan : plan, isNow, key });
  } catch (error) {
    if (error instanceof ProviderError && error.declined !== undefined)
      throw errors.planPaymentDeclined({ why: error.declined.replaceAll('_', ' ') }, error);
    throw error;
  }
}

/** Cancels the plan of an account: it ends with its period, or at once if the period is not paid. */
export async function cancelPlan(
  store: PlanStore,
  payments: Payments,
  account: string,
  now: Date,
): Promise<CurrentPlan | undefined> {
  const { current } = (await convergePlan(store, payments, account, now)) ?? {};
  if (!isRunning(current)) return current;
  if (current.state === 'past_due') await payments.provider.endPlan(current.id);
  else if (!current.cancels) await payments.provider.setPlanEnd(current.id, true);
  return (await convergePlan(store, payments, account, now))?.current;
}

/**
 * Deletes the saved method of an account at the provider, and switches its automatic top-up off first.
 *
 * @throws ApiError 409 when a plan is renewed with it
 */
export async function removeMethod(store: PlanStore, payments: Payments, account: string, now: Date): Promise<void> {
  const { current } = (await convergePlan(store, payments, account, now)) ?? {};
  if (isRunning(current) && !current.cancels) throw errors.methodInUse();
  const payer = await store.payers.findOne({ _id: account });
  if (!payer?.method) return;
  const { id } = payer.method;
  await switchTopUpOff(store, account, now);
  await payments.provider.detachMethod(id);
  await store.payers.updateOne({ _id: account, 'method.id': id }, { $unset: { method: true, default_method: true } });
}

/** Postpones the next request about a plan that failed, unless a hint has arrived since. */
export async function postponePlan(
  { subscriptions }: Pick<PlanStore, 'subscriptions'>,
  { _id, revision, asked }: Pick<Subscription, '_id' | 'revision' | 'asked'>,
  now: Date,
): Promise<void> {
  await subscriptions.updateOne({ _id, revision }, { $set: { due: findNextRequest(asked, now) }, $inc: { asked: 1 } });
}
