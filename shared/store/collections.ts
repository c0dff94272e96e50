import type { Collection, Db, IndexDescription } from 'mongodb';
import type { PoolName } from '../contract/pools.js';
import { type ExperienceCollections, experienceCollections, experienceIndexes } from '../experience/collections.js';
import type { KeptReply } from '../queue/job.js';
import type { SavedFile } from '../storage/files.js';
import type { KeptBytes } from '../storage/quota.js';
import { type WebhookCollections, webhookCollections, webhookIndexes } from '../webhooks/collections.js';

/** A customer. */
export interface Account {
  _id: string;
  name: string;
  created: Date;
}

/** An API key. Only its hash is kept. */
export interface Key {
  /** SHA-256 of the key, in hex. */
  _id: string;
  /** What the key is called in reports and by operators. */
  id: string;
  account: string;
  name: string;
  /** The key's first 12 characters, to recognise it by. */
  prefix: string;
  /** Ids of the groups and endpoints that it may call; `*` is all. */
  scopes: string[];
  /** Addresses and networks (CIDR) that it may be used from; anywhere when there are none. */
  ip_ranges?: string[];
  /** Micro-credits that it may spend in a day, and in a month (UTC); 0 is no limit. */
  budget_per_day?: number;
  budget_per_month?: number;
  /** What it has spent in the day and the month of its latest call, in micro-credits, while it had a budget. */
  spent?: { day: string; today: number; month: string; thisMonth: number };
  active: boolean;
  /** When it stops working; null is never. */
  expires: Date | null;
  /** Calls per second by group id, where they differ from the group's own. */
  limits: Record<string, number>;
  created: Date;
}

/** A purchase that still has credits, inside its wallet. Amounts are micro-credits. */
export interface Lot {
  id: string;
  bought: Date;
  expires: Date;
  left: number;
}

/** What a hold or a refund took from, or gives to, one lot. */
export interface Part {
  lot: string;
  amount: number;
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
  /** Set on the intent to give back a settled call: the request id of that call. Such a hold costs nothing. */
  refunds?: string;
}

/**
 * The credits of one account, in micro-credits. At every instant
 * bought = Σ lots.left + Σ open.cost + spent + expired.
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
  /** Events that the account wants to hear of; may be more than it wants now. */
  tells?: string[];
  /** The balance below which the account wants to be told. */
  low?: LowBalance;
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

/** Says that a process lives, by the store's time. */
export interface Lease {
  /** The front, or who looks after the holds of dead ones. */
  _id: string;
  /** Since when it has been renewed without a break. */
  since: Date;
  until: Date;
}

/** What has been done once and for all to what older versions kept. */
export interface Upgrade {
  _id: string;
  at: Date;
}

/** The first answer to an Idempotency-Key. */
export interface FirstAnswer {
  /** SHA-256 of account and key. */
  _id: string;
  /** SHA-256 of what was asked. */
  request: string;
  /** Until when the first request may still be running. */
  runningUntil: Date;
  expires: Date;
  reply: KeptReply | null;
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

/** Answered calls, counted. */
export interface CountedCalls {
  calls: number;
  /** Answered with 5xx: failed by us. */
  failed: number;
  /** How many calls took up to each edge of the fronts' scale (and longer than the one before), and longer than all. */
  latency: number[];
}

/**
 * What one front answered in one minute or one day (UTC). A front writes its own documents only, always whole, so
 * that a write may be repeated; readers add them up. That keeps figures of all fronts beyond their restarts, and
 * unlike the usage documents it also counts calls that failed before they were charged.
 */
export interface TrafficSpan extends CountedCalls {
  /** `minute|day`, its beginning, the front. */
  _id: string;
  span: 'minute' | 'day';
  /** Its beginning. */
  at: Date;
  expires: Date;
  /** Calls whose credits were taken, and given back as they failed. */
  givenBack: number;
  /** The calls of each pool, of a day; not there yet in what older versions wrote. */
  pools?: Partial<Record<PoolName, CountedCalls>>;
}

/** Everything kept in the store, and the indexes that its queries need. */
const indexes = {
  accounts: [],
  keys: [{ key: { account: 1 } }, { key: { id: 1 }, unique: true }],
  wallets: [{ key: { 'open.at': 1 } }, { key: { 'lots.expires': 1 } }, { key: { 'low.untold': 1 }, sparse: true }],
  usage: [{ key: { account: 1, at: 1, _id: 1 } }, { key: { state: 1, at: 1 } }],
  refunds: [{ key: { account: 1 } }],
  leases: [{ key: { until: 1 }, expireAfterSeconds: 24 * 3_600 }],
  firstAnswers: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  payments: [{ key: { account: 1 } }, { key: { applied: 1 } }],
  traffic: [{ key: { span: 1, at: 1 } }, { key: { expires: 1 }, expireAfterSeconds: 0 }],
  keptBytes: [],
  files: [{ key: { account: 1 } }],
  upgrades: [],
  ...experienceIndexes,
  ...webhookIndexes,
} satisfies Record<string, IndexDescription[]>;

export interface Collections extends ExperienceCollections, WebhookCollections {
  accounts: Collection<Account>;
  keys: Collection<Key>;
  wallets: Collection<Wallet>;
  usage: Collection<Usage>;
  refunds: Collection<Refund>;
  leases: Collection<Lease>;
  firstAnswers: Collection<FirstAnswer>;
  payments: Collection<Payment>;
  traffic: Collection<TrafficSpan>;
  keptBytes: Collection<KeptBytes>;
  files: Collection<SavedFile>;
  upgrades: Collection<Upgrade>;
}

export const collections = (db: Db): Collections => ({
  accounts: db.collection('accounts'),
  keys: db.collection('keys'),
  wallets: db.collection('wallets'),
  usage: db.collection('usage'),
  refunds: db.collection('refunds'),
  leases: db.collection('leases'),
  firstAnswers: db.collection('firstAnswers'),
  payments: db.collection('payments'),
  ...experienceCollections(db),
  ...webhookCollections(db),
  traffic: db.collection('traffic'),
  keptBytes: db.collection('keptBytes'),
  files: db.collection('files'),
  upgrades: db.collection('upgrades'),
});

/** Creates what is missing of the indexes; harmless to repeat. */
export async function createIndexes(db: Db): Promise<void> {
  for (const [name, wanted] of Object.entries<IndexDescription[]>(indexes)) {
    if (wanted.length > 0) await db.collection(name).createIndexes(wanted);
  }
}
