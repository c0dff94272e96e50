import { toCredits } from '../../shared/contract/amounts.js';
import { ORDERS_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { list, nullable, number, object, text } from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { purchase } from '../../shared/ledger/purchase.js';
import type { Clock } from '../../shared/process/clock.js';
import { type AlertStore, checkBalance } from '../alerts/index.js';
import { type MemberCollections, requireOpenAccount } from '../members/index.js';
import type { SubjectKind } from '../operators/index.js';
import { accountRoute, type Caller, type RateLimiter } from '../web/index.js';
import type { Coupon, PaymentCollections } from './collections.js';
import { findCoupon, normalizeCode, redeemCoupon } from './coupons.js';

type Store = AlertStore &
  Pick<LedgerCollections, 'payments' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<PaymentCollections, 'coupons' | 'orders' | 'redemptions'>;

interface Dependencies {
  readonly clock: Clock;
  readonly rateLimiter: Pick<RateLimiter, 'countWithin'>;
  readonly store: Store;
}

/** Number of codes that an account may try in an hour, so that nobody guesses them. */
const MOST_TRIES = 20;
const TRIES_SECONDS = 3_600;

export const couponCode = text({ minLength: 1, maxLength: 40, description: 'Code of a coupon' });

/** Counts an attempt to use a code. @throws ApiError 429 */
export async function countCouponTry(limiter: Pick<RateLimiter, 'countWithin'>, account: string): Promise<void> {
  const { allowed, resetMs } = await limiter.countWithin(`coupon:${account}`, MOST_TRIES, TRIES_SECONDS);
  if (!allowed) throw errors.tooManyCouponCodes({ minutes: Math.max(1, Math.ceil(resetMs / 60_000)) });
}

/** Id of the payment of a coupon's credits. */
const createCreditsId = (code: string, account: string): string => `coupon:${code}:${account}`;

/** Beginning of the ids of payments that coupons made. */
export const COUPON_CREDITS = 'coupon:';

export const couponSubject: SubjectKind = {
  type: 'coupon',
  async read({ redemptions }: Pick<PaymentCollections, 'redemptions'>, id) {
    const found = await redemptions.findOne({ _id: id });
    return found && { account: found.account, state: { code: found.code } };
  },
};

export const redeemCredits = accountRoute(
  route({
    name: 'redeemCoupon',
    title: 'Redeem a coupon',
    method: 'POST',
    path: '/v1/account/coupons',
    scope: 'billing',
    summary: 'Redeems a coupon that adds credits, once per account. Use coupons for a discount when you order',
    ratePerSecond: ORDERS_PER_SECOND,
    request: object({ code: couponCode }),
    response: object({
      code: text(),
      credits: number({ description: 'Credits that were added' }),
      groups: nullable(list(text(), { description: 'Ids of the groups that the credits pay for; null for all' })),
    }),
    errors: [
      errors.couponInvalid,
      errors.couponNotApplicable,
      errors.couponRedeemed,
      errors.tooManyCouponCodes,
      errors.accountIsClosed,
    ],
    example: { request: { code: 'WELCOME' } },
  }),
  async ({ code }, { store, clock, rateLimiter, key: { account } }: Dependencies & Caller) => {
    await countCouponTry(rateLimiter, account);
    await requireOpenAccount(store, account);
    const now = clock.now();
    const coupon = await findCoupon(store, code, { account, use: 'credits' }, now);
    await grantCredits(store, coupon, account, now);
    await checkBalance(store, account, now);
    return { code: coupon._id, credits: toCredits(coupon.credits ?? 0), groups: coupon.groups ?? null };
  },
  { action: 'coupon.redeem', subject: couponSubject, id: ({ code }, account) => `${normalizeCode(code)}:${account}` },
);

/** Adds the credits of a coupon, once. If an earlier attempt was interrupted, they are added now. */
async function grantCredits(store: Store, coupon: Coupon, account: string, now: Date): Promise<void> {
  const { _id: code, credits: amount = 0, groups, valid_days: days } = coupon;
  const id = createCreditsId(code, account);
  const earlier = await store.redemptions.findOne({ _id: `${code}:${account}` });
  if (!earlier || (await store.payments.findOne({ _id: id }))) await redeemCoupon(store, coupon, account, id, now);
  await purchase(store, {
    ...{ id, account, amount, bought: now },
    ...(groups && { groups }),
    ...(days !== undefined && { statedExpiry: new Date(now.getTime() + days * 86_400_000) }),
  });
}
