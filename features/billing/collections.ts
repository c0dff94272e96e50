import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Buyer } from '../members/index.js';
import type { OrderTax } from './tax.js';

export const orderStates = ['open', 'paid', 'failed', 'expired'] as const;

/**
 * An order of an account, stored for good. It is written before any request to the provider, and all of its requests carry its id.
 * Money is in the smallest unit of the currency.
 */
export interface Order {
  /** Also the id of its payment and its lot. */
  _id: string;
  account: string;
  /** Paid on the provider's page, with the saved method, or for a period of a plan. */
  kind: 'checkout' | 'top_up' | 'plan';
  /** Id of the pack or plan. */
  pack: string;
  /** In micro-credits. */
  credits: number;
  /** Amount that is charged, with the tax and less the discount. */
  price: number;
  currency: string;
  /** Absent if no tax is computed, and until Stripe Tax has computed it. */
  tax?: OrderTax;
  /** Coupon that was used for it, and the discount from the price of the pack. */
  coupon?: string;
  discount?: number;
  /** True if the payment method is saved for automatic top-ups. */
  saves: boolean;
  state: (typeof orderStates)[number];
  /** Slot among the account's open orders, which are limited. Top-ups have none. */
  slot?: number;
  /** The provider's id of the payer. */
  customer: string;
  /** Saved method that a top-up is charged to. */
  method?: string;
  /** The provider's ids of the page and the payment, once they are known. */
  session?: string;
  intent?: string;
  /** The provider's id of the invoice, for a period of a plan. */
  invoice?: string;
  /** Expiry of its credits, if it is earlier than that of a pack. */
  expires?: Date;
  /** Time at which the page closes, once that is known. */
  closes?: Date;
  paid?: Date;
  /** Card or other method that it was paid with. */
  paid_with?: PaidWith;
  /** Seller and buyer on its receipt, stored when it is paid. */
  receipt?: Receipt;
  /** Set once it is paid: `due` until its invoice and credit notes add up to what was paid and not returned. Absent from older orders. */
  documents?: 'due' | 'issued';
  /** Amounts that were refunded to the payer, and disputed by the payer's bank. */
  refunded: number;
  disputed: number;
  /** Refunds that operators have requested, each written before the request to the provider. */
  refunds?: RequestedRefund[];
  /** Reason for its failure, in the provider's words. */
  why?: string;
  created: Date;
  /** Number of changes, and of hints that there may be one. Conclusions from an older revision are not written. */
  revision: number;
  /** Number of requests to the provider since the last hint. */
  asked: number;
  /** Time of the next request to the provider, while a change is expected. */
  due?: Date;
}

/** The seller, for receipts. Texts are empty where a setting is. */
export interface Seller {
  name: string;
  /** With line breaks. */
  address: string;
  vat_number: string;
  /** Identifies the company whose invoices are numbered together. Absent from older receipts. */
  id?: string;
}

/** Seller and buyer on a receipt. */
export interface Receipt {
  seller: Seller;
  /** Absent when the account is deleted: it is then stored with the closed account. */
  buyer?: Buyer;
}

/** A requested refund. */
export interface RequestedRefund {
  /** Chosen by the operator, or counted. */
  id: string;
  amount: number;
  at: Date;
}

/** A payment method, as shown to recognise it, e.g. visa and 4242. */
export interface PaidWith {
  brand: string;
  last4: string;
}

/** A payment method that the provider has saved for a payer. */
export interface SavedMethod extends PaidWith {
  id: string;
}

/** Automatic top-up of an account. */
export interface TopUp {
  /** In micro-credits. */
  below: number;
  pack: string;
  most_per_day: number;
  on: boolean;
  /** Number of purchases, which lets only one of two concurrent runs buy. */
  crossings: number;
  /** Time and reason when the platform switched it off. */
  off?: { at: Date; why: string };
  /** Purchase in progress, written before its order and removed when that has ended. One crossing is one order. */
  buying?: Pick<Order, '_id' | 'pack' | 'credits' | 'price' | 'currency' | 'tax' | 'created'>;
}

/** The payment data of an account. */
export interface Payer {
  /** The account. */
  _id: string;
  customer: string;
  method?: SavedMethod;
  /** Default method of the customer at the provider when it was last read. */
  default_method?: string;
  top_up?: TopUp;
}

/** The plan of an account, as last read from the provider. */
export interface CurrentPlan {
  /** The provider's id of the subscription. */
  id: string;
  /** `past_due` if its renewal is not paid. */
  state: 'active' | 'past_due' | 'ended';
  /** Plan of the paid period. */
  plan: SoldPlan;
  /** Beginning and end of the period. */
  starts: Date;
  ends: Date;
  /** Plan from the next period on, if it is another. */
  next?: SoldPlan;
  /** True if it ends with the period. */
  cancels: boolean;
  /** The provider's id of the method that it is charged to. */
  method?: string;
  /** URL of the page on which an unpaid renewal is paid. */
  pay?: string;
}

/** A plan as it was sold, which the settings of today may not have. */
export interface SoldPlan {
  id: string;
  /** In micro-credits. */
  credits: number;
  price: number;
  currency: string;
  rollover: boolean;
  /** The provider's id of its price. */
  price_id: string;
}

/** The subscription of an account to a plan, one at a time. */
export interface Subscription {
  /** The account. */
  _id: string;
  /** Number of changes that were requested from the provider, which makes each of them happen once. */
  changes: number;
  /** Payment page of a new subscription, while it is open. */
  page?: { plan: string; change: number; at: Date; session?: string; closes?: Date; coupon?: string };
  current?: CurrentPlan;
  /** As in an order. */
  revision: number;
  asked: number;
  due?: Date;
}

/** Position up to which the provider's list of events has been read. */
interface EventCursor {
  /** The provider. */
  _id: string;
  /** Time of the latest event that was read. */
  at: Date;
  /** Ids of the events read near its end, where the list may still grow. */
  read: string[];
}

/** A received payment whose order is not in the store. Money is in the smallest unit of the currency. */
export interface UnknownPayment {
  /** The provider's id of the payment. */
  _id: string;
  order: string;
  /** Null if the payment does not name it. */
  account: string | null;
  pack: string | null;
  amount: number;
  currency: string;
  paid: Date;
  /** Time at which it was recorded. */
  seen: Date;
  /** Set once an operator has dismissed it: it is no longer listed. */
  dismissed?: { at: Date; by: string; reason: string };
}

/** A code for a discount on orders, or for credits. */
export interface Coupon {
  /** The code, in capitals. */
  _id: string;
  /** Discount in percent, or as an amount in a currency. */
  percent?: number;
  amount?: number;
  currency?: string;
  /** Credits that it adds, in micro-credits, the groups that they pay for, and the days for which they are valid. */
  credits?: number;
  groups?: string[];
  valid_days?: number;
  /** Kind of purchase that the discount is for; both by default. */
  only?: 'pack' | 'plan';
  /** Number of months of a plan that the discount is for. */
  months: number;
  /** True if only accounts that have not paid an order yet can use it. */
  first_order: boolean;
  ends?: Date;
  /** Maximum number of redemptions. */
  most?: number;
  used: number;
  active: boolean;
  created: Date;
  by: string;
}

/** Use of a coupon by an account, once. It is deleted if its order is not paid. */
interface Redemption {
  /** The code and the account. */
  _id: string;
  code: string;
  account: string;
  /** Id of the order, the payment of the credits, or the change of the plan. */
  order: string;
  at: Date;
}

/** Indexes of payments. */
export const paymentIndexes = {
  orders: [
    { key: { account: 1, created: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    { key: { state: 1, created: 1, _id: 1 } },
    // An order that is no longer open leaves the index, which frees its slot.
    {
      key: { account: 1, slot: 1 },
      unique: true,
      partialFilterExpression: { state: 'open', slot: { $exists: true } },
    },
    { key: { due: 1 }, sparse: true },
    { key: { documents: 1 }, partialFilterExpression: { documents: 'due' } },
    { key: { intent: 1 }, sparse: true },
    { key: { session: 1 }, sparse: true },
  ],
  payers: [
    { key: { customer: 1 } },
    { key: { 'top_up.on': 1 }, sparse: true },
    { key: { 'top_up.buying.created': 1 }, sparse: true },
  ],
  subscriptions: [{ key: { due: 1 }, sparse: true }],
  coupons: [{ key: { created: 1, _id: 1 } }],
  redemptions: [{ key: { order: 1 } }, { key: { account: 1 } }],
  eventCursors: [],
  unknownPayments: [],
} satisfies Record<string, IndexDescription[]>;

export interface PaymentCollections {
  orders: Collection<Order>;
  payers: Collection<Payer>;
  subscriptions: Collection<Subscription>;
  coupons: Collection<Coupon>;
  redemptions: Collection<Redemption>;
  eventCursors: Collection<EventCursor>;
  unknownPayments: Collection<UnknownPayment>;
}

export const paymentCollections = (db: Db): PaymentCollections => ({
  orders: db.collection('orders'),
  payers: db.collection('payers'),
  subscriptions: db.collection('subscriptions'),
  coupons: db.collection('coupons'),
  redemptions: db.collection('redemptions'),
  eventCursors: db.collection('eventCursors'),
  unknownPayments: db.collection('unknownPayments'),
});
