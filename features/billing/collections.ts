import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Buyer } from '../members/index.js';
import type { Seller } from './seller.js';

export const orderStates = ['open', 'paid', 'failed', 'expired'] as const;

/**
 * Something that an account wants to buy, kept for good. It is written before the provider is asked for anything, and what is
 * asked for carries its id. Money is in the smallest unit of the currency.
 */
export interface Order {
  /** Also the id of the payment, and of the lot, that it becomes. */
  _id: string;
  account: string;
  /** Paid for on the provider's page, or with the saved method. */
  kind: 'checkout' | 'top_up';
  pack: string;
  /** In micro-credits. */
  credits: number;
  price: number;
  currency: string;
  /** Whether the method is to be kept for automatic top-ups. */
  saves: boolean;
  state: (typeof orderStates)[number];
  /** Its place among the account's open orders, which are limited. Top-ups have none. */
  slot?: number;
  /** The payer, as the provider knows it. */
  customer: string;
  /** The saved method that a top-up is charged to. */
  method?: string;
  /** The provider's page, and the payment, once they are known. */
  session?: string;
  intent?: string;
  /** When the page closes, once that is known. */
  closes?: Date;
  paid?: Date;
  /** Seller and buyer on its receipt, stored when it is paid. */
  receipt?: Receipt;
  /** What went back to the payer, and what the payer's bank has taken back. */
  refunded: number;
  disputed: number;
  /** The refunds that operators asked for, each written before the provider is asked. */
  refunds?: AskedRefund[];
  /** Why it failed: the provider's word for it. */
  why?: string;
  created: Date;
  /** Counts the changes, and the hints that there may be one: what follows from an older one is not written. */
  revision: number;
  /** How often the provider has been asked since the last hint. */
  asked: number;
  /** When to ask the provider next; there while something is expected. */
  due?: Date;
}

/** What a receipt says of the two sides. */
export interface Receipt {
  seller: Seller;
  /** Nobody when the account is deleted: it is kept apart then. */
  buyer?: Buyer;
}

/** So much that is to go back to the payer, once. */
export interface AskedRefund {
  /** Chosen by who asks, or counted. */
  id: string;
  amount: number;
  at: Date;
}

/** A payment method that the provider keeps for a payer. */
export interface SavedMethod {
  id: string;
  /** What it is recognised by, e.g. visa and 4242. */
  brand: string;
  last4: string;
}

/** When an account's credits are to be topped up, and with what. */
export interface TopUp {
  /** In micro-credits. */
  below: number;
  pack: string;
  most_per_day: number;
  on: boolean;
  /** How often something was bought: two who find the same balance too low cannot both buy. */
  crossings: number;
  /** When and why it was switched off by the platform. */
  off?: { at: Date; why: string };
  /** What is being bought: written before the order is, and there until that has ended. One crossing is one order. */
  buying?: Pick<Order, '_id' | 'pack' | 'credits' | 'price' | 'currency' | 'created'>;
}

/** An account as one who pays. */
export interface Payer {
  /** The account. */
  _id: string;
  customer: string;
  method?: SavedMethod;
  top_up?: TopUp;
}

/** How far the provider's list of events has been read. */
export interface EventCursor {
  /** The provider. */
  _id: string;
  /** When the latest that were read happened. */
  at: Date;
  /** Events near its end that were read: the list may grow there for a while. */
  read: string[];
}

/** The indexes that payments need. */
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
    { key: { intent: 1 }, sparse: true },
  ],
  payers: [
    { key: { 'top_up.on': 1 }, sparse: true },
    { key: { 'top_up.buying.created': 1 }, sparse: true },
  ],
  eventCursors: [],
} satisfies Record<string, IndexDescription[]>;

export interface PaymentCollections {
  orders: Collection<Order>;
  payers: Collection<Payer>;
  eventCursors: Collection<EventCursor>;
}

export const paymentCollections = (db: Db): PaymentCollections => ({
  orders: db.collection('orders'),
  payers: db.collection('payers'),
  eventCursors: db.collection('eventCursors'),
});
