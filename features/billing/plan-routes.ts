import { toCredits } from '../../shared/contract/amounts.js';
import { ORDERS_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  named,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
  webAddress,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { Clock } from '../../shared/process/clock.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { requireOpenAccount } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import { accountRoute, type Caller, type RateLimiter } from '../web/index.js';
import type { CurrentPlan, PaymentCollections } from './collections.js';
import { countCouponTry, couponCode } from './coupon-routes.js';
import { findCoupon } from './coupons.js';
import { findOrCreatePayer } from './orders.js';
import { type Payments, requirePayments, requirePlan } from './payments.js';
import type { Plan } from './plans.js';
import { throwPaymentUnavailable } from './provider-errors.js';
import { cancelPlan, convergePlan, isRunning, type PlanStore, removeMethod, subscribe } from './subscriptions.js';
import { isTaxable } from './tax.js';
import { topUpSubject } from './top-up-routes.js';

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly payments: Payments | undefined;
  readonly rateLimiter: Pick<RateLimiter, 'countWithin'>;
  readonly store: PlanStore;
}

const RETURN_PATH = '/account/billing';

const planRow = named(
  'Plan',
  object({
    plan: text({ description: 'Id of the plan' }),
    credits: number({ description: 'Credits for each paid month' }),
    price: integer({ description: 'Price of a month in the smallest unit of the currency' }),
    currency: text({ description: 'ISO 4217 code in lower case' }),
    rollover: flag({
      description: 'True if unspent credits stay valid for 12 months; false if they expire a day after the month',
    }),
  }),
);

export const toPlanRow = ({ id, credits, price, currency, rollover }: Omit<Plan, 'price_id'>) => ({
  ...{ plan: id, credits: toCredits(credits), price, currency, rollover },
});

const subscriptionView = named(
  'Subscription',
  object({
    current: nullable(
      object(
        {
          ...planRow.properties,
          state: oneOf(['active', 'past_due'], { description: 'past_due while a renewal is not paid' }),
          period_start: instant(),
          period_end: instant({ description: 'End of the period, at which the plan renews unless it was cancelled' }),
          cancelled: flag({ description: 'True if the plan ends with the period' }),
          next: nullable(planRow),
          pay_url: nullable(text({ description: 'URL of the page on which an unpaid renewal is paid' })),
        },
        { description: 'The plan of the account; null if it has none' },
      ),
    ),
    plans: list(planRow, { description: 'Plans that you can choose' }),
  }),
);

function toSubscriptionView(current: CurrentPlan | undefined, { plans }: Pick<Payments, 'plans'>) {
  const rows = plans.map(toPlanRow);
  if (!isRunning(current)) return { current: null, plans: rows };
  const { plan, state, starts, ends, cancels, next, pay } = current;
  return {
    plans: rows,
    current: {
      ...toPlanRow(plan),
      state: state === 'past_due' ? ('past_due' as const) : ('active' as const),
      ...{ period_start: starts.toISOString(), period_end: ends.toISOString(), cancelled: cancels },
      next: next && !cancels ? toPlanRow(next) : null,
      pay_url: pay ?? null,
    },
  };
}

/** Reads the plan of an account; null if it has none. */
export async function readPlan({ subscriptions }: Pick<PaymentCollections, 'subscriptions'>, account: string) {
  const found = await subscriptions.findOne({ _id: account });
  return toSubscriptionView(found?.current, { plans: [] }).current;
}

/** The plan of an account. */
export const planSubject: SubjectKind = {
  type: 'plan',
  async read(store: Pick<PaymentCollections, 'subscriptions'>, id) {
    return { account: id, state: (await readPlan(store, id)) ?? { plan: null } };
  },
};

const returnUrl = optional(webAddress('URL to which the payer returns; the Billing page of the portal by default'));

export const showPlan = accountRoute(
  route({
    name: 'plan',
    title: 'Get the plan',
    method: 'GET',
    path: '/v1/account/plan',
    scope: ['billing', 'account:read'],
    summary: 'Returns the monthly plan of the account, and the plans that you can choose',
    request: object({}),
    response: subscriptionView,
    errors: [errors.paymentsOff],
    example: { request: {} },
  }),
  async (_, { store, payments, key: { account } }: Dependencies & Caller) => {
    const { current } = (await store.subscriptions.findOne({ _id: account })) ?? {};
    return toSubscriptionView(current, requirePayments(payments));
  },
);

export const setPlan = accountRoute(
  route({
    name: 'setPlan',
    title: 'Subscribe, or change the plan',
    method: 'PUT',
    path: '/v1/account/plan',
    scope: 'billing',
    summary:
      'Subscribes to a plan on the page at `url`. If the account has a plan, changes it: to a more expensive one now, charged less the unused ' +
      'share of the current month; to a cheaper one from the next month on. The current plan withdraws a change or cancellation',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({
      plan: text({ maxLength: 40, description: 'Id of a plan' }),
      coupon: optional({
        ...couponCode,
        description: 'Code of a coupon for a discount on the first months of a new plan',
      }),
      return_url: returnUrl,
    }),
    response: object({
      ...subscriptionView.properties,
      url: nullable(text({ description: 'URL of the payment page; null if the plan was changed' })),
    }),
    errors: [
      errors.paymentsOff,
      errors.planUnknown,
      errors.couponInvalid,
      errors.couponNotApplicable,
      errors.couponRedeemed,
      errors.tooManyCouponCodes,
      errors.billingCountryMissing,
      errors.accountIsClosed,
      errors.planUnpaid,
      errors.planChanging,
      errors.planPaymentDeclined,
      errors.paymentUnavailable,
    ],
    example: { request: { plan: 'pro' } },
  }),
  async (
    { plan, coupon: code, return_url },
    { store, payments, clock, config, rateLimiter, key: { account } }: Dependencies & Caller,
  ) => {
    const shop = requirePayments(payments);
    const wanted = requirePlan(shop, plan);
    const { billing } = await requireOpenAccount(store, account);
    if (!isTaxable(shop.taxation, billing)) throw errors.billingCountryMissing();
    const back = new URL(return_url ?? `${baseUrl(config)}${RETURN_PATH}`);
    const cancelled = back.href;
    back.searchParams.set('subscribed', '1');
    if (code !== undefined) await countCouponTry(rateLimiter, account);
    const use = { account, use: 'plan' as const, currency: wanted.currency };
    const request = {
      ...{ account, plan: wanted, returnTo: { paid: back.href, cancelled } },
      ...(code !== undefined && { findCoupon: () => findCoupon(store, code, use, clock.now()) }),
    };
    const { url = null, current } = await subscribe(store, shop, request, clock.now()).catch(throwPaymentUnavailable);
    return { ...toSubscriptionView(current, shop), url };
  },
  { action: 'plan.change', subject: planSubject, id: (_, account) => account },
);

export const endPlan = accountRoute(
  route({
    name: 'endPlan',
    title: 'Cancel the plan',
    method: 'DELETE',
    path: '/v1/account/plan',
    scope: 'billing',
    summary: 'Cancels the plan: it ends with the current month, or now if its renewal is not paid',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({}),
    response: subscriptionView,
    errors: [errors.paymentsOff, errors.paymentUnavailable],
    example: { request: {} },
  }),
  async (_, { store, payments, clock, key: { account } }: Dependencies & Caller) => {
    const shop = requirePayments(payments);
    const current = await cancelPlan(store, shop, account, clock.now()).catch(throwPaymentUnavailable);
    return toSubscriptionView(current, shop);
  },
  { action: 'plan.cancel', subject: planSubject, id: (_, account) => account },
);

export const removePaymentMethod = accountRoute(
  route({
    name: 'removePaymentMethod',
    title: 'Remove the payment method',
    method: 'DELETE',
    path: '/v1/account/payment-method',
    scope: 'billing',
    summary: 'Deletes the saved payment method, also at the payment provider, and switches off the automatic top-up',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({}),
    response: object({ removed: flag() }),
    errors: [errors.paymentsOff, errors.methodInUse, errors.paymentUnavailable],
    example: { request: {} },
  }),
  async (_, { store, payments, clock, key: { account } }: Dependencies & Caller) => {
    await removeMethod(store, requirePayments(payments), account, clock.now()).catch(throwPaymentUnavailable);
    return { removed: true };
  },
  { action: 'payment_method.remove', subject: topUpSubject, id: (_, account) => account },
);

export const openBillingPortal = accountRoute(
  route({
    name: 'billingPortal',
    title: 'Open the billing portal',
    method: 'POST',
    path: '/v1/account/billing-portal',
    scope: 'billing',
    summary:
      'Returns the URL of a page of the payment provider, valid for minutes, on which you change payment methods and see invoices',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({ return_url: returnUrl }),
    response: object({ url: text() }),
    errors: [errors.paymentsOff, errors.accountIsClosed, errors.paymentUnavailable],
    example: { request: {} },
  }),
  async ({ return_url }, { store, payments, config, key: { account } }: Dependencies & Caller) => {
    const { provider } = requirePayments(payments);
    await requireOpenAccount(store, account);
    const open = async () => {
      const { customer } = await findOrCreatePayer(store, provider, account);
      return provider.openPortal(customer, return_url ?? `${baseUrl(config)}${RETURN_PATH}`);
    };
    return { url: await open().catch(throwPaymentUnavailable) };
  },
  'nothing',
);

/** Updates the plan of an account without waiting for the provider's message, as after the return from its page. */
export async function refreshPlan(
  { store, payments, clock }: Pick<Dependencies, 'clock' | 'payments' | 'store'>,
  account: string,
): Promise<void> {
  if (payments) await convergePlan(store, payments, account, clock.now());
}

/** Routes of the account API for plans and payment methods. */
export const planRoutes = [showPlan, setPlan, endPlan, removePaymentMethod, openBillingPortal] as const;
