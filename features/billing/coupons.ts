import { errors } from '../../shared/contract/errors.js';
import { isDuplicate } from '../../shared/store/insert-new.js';
import type { Coupon, PaymentCollections } from './collections.js';

type Store = Pick<PaymentCollections, 'coupons' | 'orders' | 'redemptions'>;

/** Returns a code as it is stored: without regard to case and surrounding spaces. */
export const normalizeCode = (code: string): string => code.trim().toUpperCase();

/** Use of a code. */
interface CouponUse {
  readonly account: string;
  readonly use: 'pack' | 'plan' | 'credits';
  /** Currency of what is bought. */
  readonly currency?: string;
}

/**
 * Finds the coupon of a code that an account may use. Codes that are unknown, over or used up have the same error.
 *
 * @throws ApiError 422
 */
export async function findCoupon(
  { coupons, orders }: Store,
  code: string,
  { account, use, currency }: CouponUse,
  now: Date,
): Promise<Coupon> {
  const coupon = await coupons.findOne({ _id: normalizeCode(code) });
  if (!coupon?.active || (coupon.ends && coupon.ends <= now)) throw errors.couponInvalid();
  const isForCredits = coupon.credits !== undefined;
  if (isForCredits !== (use === 'credits'))
    throw errors.couponNotApplicable({
      why: isForCredits ? 'it adds credits, redeem it by itself' : 'it is a discount, enter it when you order',
    });
  if (coupon.only && coupon.only !== use) throw errors.couponNotApplicable({ why: `it is for a ${coupon.only}` });
  if (coupon.currency !== undefined && coupon.currency !== currency)
    throw errors.couponNotApplicable({ why: `it is for prices in ${coupon.currency.toUpperCase()}` });
  if (coupon.first_order && (await orders.findOne({ account, state: 'paid' }, { projection: { _id: 1 } })))
    throw errors.couponNotApplicable({ why: 'it is for first orders' });
  return coupon;
}

/** Returns the price less the discount of a coupon, never below zero. */
export const discountPrice = (price: number, { percent = 0, amount = 0 }: Coupon): number =>
  Math.max(0, Math.round((price * (100 - percent)) / 100) - amount);

/**
 * Redeems a coupon for an order: once per account, and not more often in total than it may be. A crash in between leaves at most one use
 * uncounted for, never one too many.
 *
 * @throws ApiError 409 if the account has redeemed it before, 422 if it is used up
 */
export async function redeemCoupon(store: Store, coupon: Coupon, account: string, order: string, now: Date) {
  const { coupons, redemptions } = store;
  const [code, _id] = [coupon._id, `${coupon._id}:${account}`];
  if (await redemptions.findOne({ _id })) throw errors.couponRedeemed();
  const isLeft = { $or: [{ most: { $exists: false } }, { $expr: { $lt: ['$used', '$most'] } }] };
  const { modifiedCount } = await coupons.updateOne({ _id: code, active: true, ...isLeft }, { $inc: { used: 1 } });
  if (modifiedCount === 0) throw errors.couponInvalid();
  try {
    await redemptions.insertOne({ _id, code, account, order, at: now });
  } catch (error) {
    await coupons.updateOne({ _id: code }, { $inc: { used: -1 } });
    throw isDuplicate(error) ? errors.couponRedeemed() : error;
  }
}

/** Returns the use of a coupon for an order that was not paid. Safe to repeat. */
export async function releaseCoupon(
  { coupons, redemptions }: Pick<Store, 'coupons' | 'redemptions'>,
  order: string,
): Promise<void> {
  const released = await redemptions.findOneAndDelete({ order });
  if (released) await coupons.updateOne({ _id: released.code }, { $inc: { used: -1 } });
}
