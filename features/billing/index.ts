/**
 * Billing: packs of credits, orders that are paid at the payment provider, receipts, refunds and automatic top-ups. An order is brought
 * to the provider's status by `converge`, whatever the occasion.
 */

export {
  type Order,
  type orderStates,
  type PaymentCollections,
  paymentCollections,
  paymentIndexes,
  type Seller,
} from './collections.js';
export { createCoupon, deactivateCoupon, listCoupons } from './coupon-operations.js';
export { COUPON_CREDITS, couponSubject, redeemCredits } from './coupon-routes.js';
export { HintFollower } from './hint-follower.js';
export { adoptOrder, dismissPayment, listOrders, listUnknownPayments, refundOrder, showOrder } from './operations.js';
export { openPayments, type Payments } from './payments.js';
export {
  endPlan,
  openBillingPortal,
  planSubject,
  readPlan,
  refreshPlan,
  removePaymentMethod,
  setPlan,
  showPlan,
  toPlanRow,
} from './plan-routes.js';
export { mountProviderMessages } from './provider-messages.js';
export { archiveBuyers, completeReceipt, toBuyer } from './receipts.js';
export { reconcilePayments } from './reconcile-payments.js';
export { buyCredits, cancelOwnOrder, listOwnOrders, ownOrderSubject, paymentRoutes, showOwnOrder } from './routes.js';
export { METHOD_REMOVED, makeDue as makePlanDue, PLAN_CREDITS } from './subscriptions.js';
export { isTaxable, type OrderTax, type Taxation, taxRules, taxSale } from './tax.js';
export { topUpCredits } from './top-up-credits.js';
export { endTopUp, setTopUp, showTopUp, topUpSubject } from './top-up-routes.js';
export { recheckVatNumbers, withVatCheck } from './vat-checks.js';
export { nameBrand, type orderRow, toOrderRow, toPackRow } from './views.js';
