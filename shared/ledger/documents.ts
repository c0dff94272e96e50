// What the ledger keeps: wallets with what is held of them, what was charged, given back, bought, and taken back again.

/** A purchase that still has credits, inside its wallet. Amounts are micro-credits. */
export interface Lot {
  id: string;
  bought: Date;
  expires: Date;
  left: number;
  /** What has been booked as expired of it; it goes a day after that. */
  expired?: number;
}

/** What a hold or a refund took from, or gives to, one lot. */
export interface Part {
  lot: string;
  amount: number;
}

/** What a key with a budget has spent in the day (UTC) of its latest call, and in that day's month. In micro-credits. */
export interface KeySpending {
  /** Id of the key. */
  key: string;
  /** As `2026-01-05`. */
  day: string;
  today: number;
  thisMonth: number;
}

/** Credits taken for a call that is not decided yet. */
export interface Hold {
  /** The request id. */
  id: string;
  /** Tells two holds of one request id apart. */
  nonce: string;
  /** Id of the key that called. */
  key: string;
  endpoint: string;
  /** The front that took it, and decides it for as long as it lives. Holds of a refund have none. */
  front?: string;
  /** Set for a call whose caller comes back for the reply, with the address that it is to be sent to, if there is one. */
  later?: { callback?: string };
  at: Date;
  cost: number;
  parts: Part[];
  /** The day (UTC) to which it counts in the budget of its key, if that has one. */
  budgeted?: string;
  /** Set on the intent to give back a settled call: the request id of that call. Such a hold costs nothing. */
  refunds?: string;
}

/**
 * The credits of one account, in micro-credits. At every instant
 * bought = Σ lots.left + Σ open.cost + spent + expired + reversed.
 */
export interface Wallet {
  _id: string;
  /** Oldest purchase first. */
  lots: Lot[];
  open: Hold[];
  bought: number;
  spent: number;
  /** Given back after a settlement; informative, already subtracted from `spent`. */
  refunded: number;
  expired: number;
  /** Taken back, as their money went back to the payer; absent is 0. */
  reversed?: number;
  /** The lots of which something was taken back. */
  reversals?: ReversedLot[];
  /** Events that the account wants to hear of; may be more than it wants now. */
  tells?: string[];
  /** The balance below which the account wants to be told. */
  low?: LowBalance;
  /** Of the keys that had a budget when they called; those that have not called since the month of the latest call are left out. */
  budgets?: KeySpending[];
}

/** What the decisions to take back credits of a lot have come to in its wallet. */
export interface ReversedLot {
  lot: string;
  /** How many of them are in the wallet: those before this number. */
  applied: number;
  /** What could not be taken back yet, as it was spent or held; in micro-credits. */
  owed: number;
  /** What lots that were bought later have paid of what was owed, the latest first. */
  settled?: Part[];
}

/** Whether a balance is below what its account wants it to be. */
export interface LowBalance {
  /** In micro-credits. */
  below: number;
  is: boolean;
  /** How often it has fallen below. */
  crossings: number;
  /** There while the account has yet to be told of the last time. */
  untold?: true;
}

/** What is told of a call beside its credits, for 30 days. */
export interface CallFacts {
  /** The type of the error that it was answered with. */
  type?: string;
  /** From its arrival to its answer. */
  ms: number;
  /** How much of that the call was on its way to and from a worker, waiting for one included. */
  queuedMs?: number;
}

/** The decision about a call's credits. The unique insert of this document is the one commit point. */
export interface Usage {
  /** The request id. */
  _id: string;
  nonce: string;
  account: string;
  /** Id of the key that called. */
  key: string;
  endpoint: string;
  state: 'spent' | 'void';
  cost: number;
  parts: Part[];
  status: number;
  call?: CallFacts;
  at: Date;
}

/** Number of requests by latency class, see `latencyClass`. Classes without requests are left out. */
export type Histogram = Record<string, number>;

/**
 * Sum of the usage entries of one hour (UTC) that agree in account, key, endpoint, status and error type. It is written when the hour is
 * complete, never changes, and stays when the entries are deleted.
 */
export interface UsageHour {
  /** The fields that the entries agree in. */
  _id: string;
  account: string;
  /** Beginning of the hour. */
  hour: Date;
  /** Id of the key. */
  key: string;
  endpoint: string;
  status: number;
  /** Error type; absent for requests without an error and where it is not known. */
  type?: string;
  requests: number;
  /** Number of requests whose hold was released. */
  released: number;
  /** Credits charged, in micro-credits. */
  spent: number;
  /** Credits released, in micro-credits. */
  givenBack: number;
  /** The lots that the charged credits came from. */
  parts: Part[];
  latency: Histogram;
  /** Time in the queue and on the way to and from a worker. */
  waits: Histogram;
  /** Time of the last request. */
  last: Date;
}

/** A settled call whose credits were given back. The unique insert of this document is the one commit point. */
export interface Refund {
  /** The request id of the call. */
  _id: string;
  nonce: string;
  account: string;
  cost: number;
  parts: Part[];
  reason: string;
  at: Date;
}

/**
 * A decision to take back credits of a payment, as its money went back to the payer; or to give them back again, as the
 * money came back after all. The unique insert of this document is the one commit point.
 */
export interface Reversal {
  /** The lot and the number: two who decide from the same knowledge cannot both do so. */
  _id: string;
  account: string;
  lot: string;
  /** Which decision about the lot it is, from 0. */
  number: number;
  /** In micro-credits; less than zero for what is given back again. */
  amount: number;
  reason: string;
  /** Whether it is in the wallet. */
  applied: boolean;
  at: Date;
}

/** Says that a process lives, by the store's time. */
export interface Lease {
  /** The front, or who looks after the holds of dead ones. */
  _id: string;
  /** Since when it has been renewed without a break. */
  since: Date;
  until: Date;
}

/** A purchase of credits, kept for good. */
export interface Payment {
  /** Id of the lot that it became. */
  _id: string;
  account: string;
  amount: number;
  bought: Date;
  expires: Date;
  /** Whether the lot is in the wallet. */
  applied: boolean;
  at: Date;
}
