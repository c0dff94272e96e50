import { MOST_OPEN_ORDERS } from '../../../shared/contract/bounds.js';
import type { ErrorName, Explanation } from './explanation.js';

/** Errors of orders, refunds and automatic top-ups. */
export const ofPayments = {
  paymentsOff: {
    cause: 'The operator of this platform sells no credits here.',
    remedy: 'Ask the operator for credits, or to set `PAYMENT_PACKS` and the key of a payment provider.',
  },
  packUnknown: {
    cause: 'There is no pack with this id, or no more.',
    remedy: 'Take the id from `GET /v1/account/packs`.',
    example: { pack: 'huge', packs: 'small, medium, large' },
  },
  paymentUnavailable: {
    cause: 'The payment provider did not answer, or refused what it was asked.',
    remedy:
      'Try again after the time in `Retry-After`. Nothing was charged: an order whose page was not opened comes to nothing.',
  },
  savedMethodMissing: {
    cause: 'Automatic top-ups are charged to a payment method that was kept, and none was.',
    remedy: 'Buy a pack with `save_method`, pay it, and set the top-up then.',
  },
  providerSignatureInvalid: {
    cause:
      'What was sent to the address of the payment provider’s messages is not signed with its secret, or was signed minutes ago.',
    remedy:
      'Only the payment provider sends there. Operators: see that `STRIPE_WEBHOOK_SECRET` is the endpoint’s, and that the clock is right.',
  },
  orderUnknown: {
    cause: 'There is no order with this id, or it is another account’s.',
    remedy: 'Take the id from `GET /v1/account/orders`; operators from `GET /v1/admin/orders`.',
    example: { order: 'ord_nothing' },
  },
  tooManyOpenOrders: {
    cause: 'The account has as many orders that are not paid yet as it may have.',
    remedy:
      'Pay one of them, cancel one with `POST /v1/account/orders/{order}/cancel` or on the Billing page, or wait until one expires, a day after it was placed.',
    example: { limit: MOST_OPEN_ORDERS },
  },
  orderNotOpen: {
    cause:
      'The order is paid, its payment is being processed, it has failed, or it is an automatic top-up, which is charged at once.',
    remedy:
      'Read its `state` with `GET /v1/account/orders/{order}`. For a payment that you want back, ask the operator for a refund.',
  },
  orderNotPaid: {
    cause: 'The order is open, has failed or has expired: no money came that could go back.',
    remedy: 'Look at its `state` in `GET /v1/admin/orders`.',
  },
  orderRefundTooLarge: {
    cause: 'More is to be paid back than is left of the payment after earlier refunds and disputes.',
    remedy: 'Leave `amount` out to pay back what is left.',
    example: { left: 400 },
  },
  orderRefundDiffers: {
    cause:
      'One refund was asked for twice with different amounts, under one `refund_id` or at the same time without any.',
    remedy: 'Give every refund a `refund_id` of its own, and repeat one with the same amount.',
    example: { refund: 'ticket-1234', amount: 250 },
  },
} satisfies Partial<Record<ErrorName, Explanation>>;
