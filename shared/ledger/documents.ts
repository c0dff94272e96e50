// Documents of the ledger. All amounts are micro-credits. Field names are those of stored data, also where the code has other words for
// them: `tells` are the subscriptions of an account, `untold` marks an unsent notification.

/** A purchase that still has credits, inside its wallet. */
export interface Lot {
  id: string;
  bought: Date;
  expires: Date;
  left: number;
  /** Expired amount. The lot is removed a day after it is empty. */
  expired?: number;
  /** Ids of the groups whose requests it pays for; by default it pays for all. */
  groups?: string[];
}

/** Amount that a hold or a refund takes from, or returns to, one lot. */
export interface Part {
  lot: string;
  amount: number;
}

/** Spending of a key with a budget, in the day (UTC) of its latest call and in that day's month. */
export interface KeySpending {
  /** Id of the key. */
  key: string;
  /** As `2026-01-05`. */
  day: string;
  today: number;
  thisMonth: number;
}

/** Credits held for a call that is not settled yet. */
export interface Hold {
  /** The request id. */
  id: string;
  /** Distinguishes two holds of one request id. */
  nonce: string;
  /** Id of the API key. */
  key: string;
  endpoint: string;
  /** Front that took the hold, and settles it while it is alive. Intents of refunds have none. */
  front?: string;
  /** Set for an asynchronous call, with the callback URL if there is one. */
  later?: { callback?: string };
  /** Set for a batch, whose `at` is the latest time of its end: only its document decides the settlement. */
  batch?: true;
  at: Date;
  cost: number;
  parts: Part[];
  /** Day (UTC) in which it counts against the budget of its key, if there is one. */
  budgeted?: string;
  /** Set for the intent to refund a settled call: its request id. Such a hold costs nothing. */
  refunds?: string;
}

/** Credits of one account. At every instant bought = Σ lots.left + Σ open.cost + spent + expired + reversed. */
export interface Wallet {
  _id: string;
  /** Oldest purchase first. */
  lots: Lot[];
  open: Hold[];
  bought: number;
  spent: number;
  /** Refunded after a settlement; informative, already subtracted from `spent`. */
  refunded: number;
  expired: number;
  /** Reversed, since a payment was refunded or disputed; absent is 0. */
  reversed?: number;
  /** Lots with reversals. */
  reversals?: ReversedLot[];
  /** Events that the account subscribes to; may include some that it no longer does. */
  tells?: string[];
  /** Low-balance threshold of the account. */
  low?: LowBalance;
  /** Spending of the keys that had a budget when they called, without those that have not called since the month of the latest call. */
  budgets?: KeySpending[];
}

/** Sum of the reversals of a lot in its wallet. */
export interface ReversedLot {
  lot: string;
  /** Number of reversals that are applied: those before this number. */
  applied: number;
  /** Amount that could not be taken yet, since it was spent or held. */
  owed: number;
  /** Payments of what was owed by lots that were bought later, the latest first. */
  settled?: Part[];
}

/** Low-balance threshold of an account, and the state of its alert. */
export interface LowBalance {
  below: number;
  /** True while the balance is below it. */
  is: boolean;
  /** Number of times that the balance has fallen below it. */
  crossings: number;
  /** Set until the account is notified of the last time. */
  untold?: true;
}

/** Details of a call, stored for 30 days. */
export interface CallFacts {
  /** Error type of the response. */
  type?: string;
  /** Time to the response. */
  ms: number;
  /** Time in the queue and on the way to and from a worker. */
  queuedMs?: number;
  /** IP address of the client. */
  address?: string;
  /** Beginning of its User-Agent. */
  agent?: string;
}

/** Settlement of a call. The unique insert of this document is the commit point. */
export interface Usage {
  /** The request id. */
  _id: string;
  nonce: string;
  account: string;
  /** Id of the API key. */
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

/** Refund of a settled call. The unique insert of this document is the commit point. */
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
 * Reversal of credits of a payment that was refunded or disputed, or their restoration after a dispute was won. The unique insert of this
 * document is the commit point.
 */
export interface Reversal {
  /** The lot and the number, so that of two reversals with the same number one is recorded. */
  _id: string;
  account: string;
  lot: string;
  /** Number among the reversals of the lot, from 0. */
  number: number;
  /** Negative for a restoration. */
  amount: number;
  reason: string;
  /** True once it is in the wallet. */
  applied: boolean;
  at: Date;
}

/** Shows that a process is alive, by the store's clock. */
export interface Lease {
  /** Id of a front, or the name of the reconciler. */
  _id: string;
  /** Start of the time for which it has been renewed without a break. */
  since: Date;
  until: Date;
}

/** A purchase of credits, stored for good. */
export interface Payment {
  /** Id of its lot. */
  _id: string;
  account: string;
  amount: number;
  bought: Date;
  expires: Date;
  /** Groups that its lot is bound to. */
  groups?: string[];
  /** True once the lot is in the wallet. */
  applied: boolean;
  at: Date;
}

/** A finding of the ledger audit that an operator has explained. */
export interface AcknowledgedFinding {
  /** Id of the finding. */
  _id: string;
  account: string;
  problem: string;
  reason: string;
  /** Name of the operator. */
  by: string;
  at: Date;
}
