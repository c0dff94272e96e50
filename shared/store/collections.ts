import type { Collection, Db, IndexDescription } from 'mongodb';
import { type AlertCollections, alertCollections, alertIndexes } from '../alerts/collections.js';
import type { PoolName } from '../contract/pools.js';
import { type ExperienceCollections, experienceCollections, experienceIndexes } from '../experience/collections.js';
import type { Lease, Payment, Refund, Reversal, Usage, UsageHour, Wallet } from '../ledger/documents.js';
import { type MemberCollections, memberCollections, memberIndexes } from '../members/collections.js';
import { type OperatorCollections, operatorCollections, operatorIndexes } from '../operators/collections.js';
import { type PaymentCollections, paymentCollections, paymentIndexes } from '../payments/collections.js';
import type { PlatformSample } from '../platform/samples.js';
import type { KeptReply } from '../queue/job.js';
import type { SavedFile } from '../storage/files.js';
import type { KeptBytes } from '../storage/quota.js';
import { type WebhookCollections, webhookCollections, webhookIndexes } from '../webhooks/collections.js';
import type { Reservations } from './reservations.js';

/** A customer. */
export interface Account {
  _id: string;
  name: string;
  created: Date;
  /** What stands on its receipts. */
  billing?: BillingDetails;
  /** There when its members want no mail about what it is warned of. */
  no_alert_mail?: true;
  /** What operators note about it for each other. */
  note?: string;
  /** Email address of the member who owns it; see `ensureOwner`. */
  owner?: string;
  /** There while every call is refused. */
  suspended?: { at: Date; reason: string };
  /** Deletion that its owner has scheduled, until it is cancelled or begins. */
  deletion?: ScheduledDeletion;
  /** Last attempt at the deletion, from its beginning until it is complete. */
  deleting?: Date;
  /** There for good once it is closed. */
  closed?: { at: Date; reason: string };
  /** Since when the closed account is cleared, again and again until nothing can be in flight. */
  clearing?: Date;
  /** Emails that are still to be posted. */
  notices?: Notice[];
  /** Sort values of the list of accounts; absent until the scheduler has written them first. */
  figures?: AccountFigures;
}

/** Values that accounts are sorted by, some minutes old. Amounts are micro-credits; usage is that of the last 30 days. */
export interface AccountFigures {
  balance: number;
  spent: number;
  errors: number;
  calls: number;
  /** Time of the last call; 1970 when there was none. */
  last: Date;
}

export const noFigures: AccountFigures = { balance: 0, spent: 0, errors: 0, calls: 0, last: new Date(0) };

export interface ScheduledDeletion {
  requested: Date;
  /** When it begins. */
  due: Date;
}

/** An email about the account, until the scheduler has posted it. */
export interface Notice {
  id: string;
  at: Date;
  to: 'owner' | 'members';
  subject: string;
  paragraphs: string[];
}

/** To whom receipts are made out. */
export interface BillingDetails {
  /** Name and postal address, line by line. */
  address?: string;
  vat_number?: string;
}

/** An API key. Only its hash is kept. */
export interface Key {
  /** SHA-256 of the key, in hex. */
  _id: string;
  /** What the key is called in reports and by operators. */
  id: string;
  account: string;
  name: string;
  /** Set for a key that is for trying things out: its calls are answered with examples, and cost nothing. */
  mode?: 'test';
  /** The key's first 12 characters, to recognise it by. */
  prefix: string;
  /** Ids of the groups and endpoints that it may call, and service scopes; `*` is all but those to be given by name. */
  scopes: string[];
  /** Addresses and networks (CIDR) that it may be used from; anywhere when there are none. */
  ip_ranges?: string[];
  /** Micro-credits that it may spend in a day, and in a month (UTC); 0 is no limit. */
  budget_per_day?: number;
  budget_per_month?: number;
  active: boolean;
  /** When it stops working; null is never. */
  expires: Date | null;
  /** Id of the key that was issued in its place. */
  replaced_by?: string;
  /** Calls per second by group id, where they differ from the group's own. */
  limits: Record<string, number>;
  /** Limits that operators had set, once a member has changed them: members may go back up to these. */
  granted?: Record<string, number>;
  /** Latest expiry that members may set; null is any. Without it, the latest is its expiry, which an operator may have set. */
  granted_until?: Date | null;
  created: Date;
}

/** The first answer to an Idempotency-Key. */
export interface FirstAnswer {
  /** SHA-256 of account and key. */
  _id: string;
  /** SHA-256 of what was asked. */
  request: string;
  /** Id of the request that holds the claim, or has given the reply. */
  requestId: string;
  /** Until when the first request may still be running. */
  runningUntil: Date;
  expires: Date;
  reply: KeptReply | null;
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
  /** Calls that were answered 503 before any credits were taken, by their pools, of a minute. */
  busy?: Partial<Record<PoolName, number>>;
  /** Calls by pool; only in documents of a day. */
  pools?: Partial<Record<PoolName, CountedCalls>>;
}

/** An index of the calls that were answered with an error. */
const ofErrors = { partialFilterExpression: { status: { $gte: 400 } } } as const;

/** Indexes of the accounts that the scheduler has something to do for. */
const accountsInTransition: IndexDescription[] = [
  { key: { deleting: 1 }, sparse: true },
  { key: { 'deletion.due': 1 }, sparse: true },
  { key: { clearing: 1 }, sparse: true },
  { key: { 'notices.id': 1 }, sparse: true },
];

/** Everything kept in the store, and the indexes that its queries need. */
const indexes = {
  accounts: [
    { key: { name: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    ...(['balance', 'spent', 'errors', 'last'] as const).map((field) => ({
      key: { [`figures.${field}`]: 1, _id: 1 } as const,
    })),
    ...accountsInTransition,
  ],
  keys: [
    { key: { account: 1, created: 1, id: 1 } },
    { key: { account: 1, active: 1, created: 1, id: 1 } },
    { key: { id: 1 }, unique: true },
    { key: { prefix: 1 } },
  ],
  wallets: [{ key: { 'open.at': 1 } }, { key: { 'lots.expires': 1 } }, { key: { 'low.untold': 1 }, sparse: true }],
  usage: [
    // What stands behind the id is for lists of calls: one that does not fit is passed over without its document being read.
    { key: { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } },
    { key: { state: 1, at: 1, _id: 1, endpoint: 1, 'call.ms': 1 } },
    // Of calls that went well these hold nothing, and cost nothing.
    { key: { 'call.type': 1, at: 1, _id: 1 }, ...ofErrors },
    { key: { status: 1, at: 1, _id: 1 }, ...ofErrors },
  ],
  usageHourly: [{ key: { account: 1, hour: 1 } }, { key: { hour: 1, account: 1 } }],
  refunds: [{ key: { account: 1 } }, { key: { at: 1 } }],
  reversals: [{ key: { account: 1 } }, { key: { lot: 1, number: 1 } }, { key: { applied: 1 } }],
  leases: [{ key: { until: 1 }, expireAfterSeconds: 24 * 3_600 }],
  firstAnswers: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  payments: [{ key: { account: 1, bought: 1, _id: 1 } }, { key: { applied: 1 } }, { key: { at: 1 } }],
  traffic: [{ key: { span: 1, at: 1 } }, { key: { expires: 1 }, expireAfterSeconds: 0 }],
  platformSamples: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  keptBytes: [],
  reservations: [],
  files: [{ key: { account: 1 } }],
  ...experienceIndexes,
  ...webhookIndexes,
  ...operatorIndexes,
  ...paymentIndexes,
  ...alertIndexes,
  ...memberIndexes,
} satisfies Record<string, IndexDescription[]>;

export interface Collections
  extends ExperienceCollections,
    WebhookCollections,
    OperatorCollections,
    PaymentCollections,
    AlertCollections,
    MemberCollections {
  /** Database, for the collections that features declare. */
  db: Db;
  accounts: Collection<Account>;
  keys: Collection<Key>;
  wallets: Collection<Wallet>;
  usage: Collection<Usage>;
  usageHourly: Collection<UsageHour>;
  refunds: Collection<Refund>;
  reversals: Collection<Reversal>;
  leases: Collection<Lease>;
  firstAnswers: Collection<FirstAnswer>;
  payments: Collection<Payment>;
  traffic: Collection<TrafficSpan>;
  platformSamples: Collection<PlatformSample>;
  keptBytes: Collection<KeptBytes>;
  reservations: Collection<Reservations>;
  files: Collection<SavedFile>;
}

export const collections = (db: Db): Collections => ({
  db,
  accounts: db.collection('accounts'),
  keys: db.collection('keys'),
  wallets: db.collection('wallets'),
  usage: db.collection('usage'),
  usageHourly: db.collection('usageHourly'),
  refunds: db.collection('refunds'),
  reversals: db.collection('reversals'),
  leases: db.collection('leases'),
  firstAnswers: db.collection('firstAnswers'),
  payments: db.collection('payments'),
  ...experienceCollections(db),
  ...webhookCollections(db),
  ...operatorCollections(db),
  ...paymentCollections(db),
  ...alertCollections(db),
  ...memberCollections(db),
  traffic: db.collection('traffic'),
  platformSamples: db.collection('platformSamples'),
  keptBytes: db.collection('keptBytes'),
  reservations: db.collection('reservations'),
  files: db.collection('files'),
});

/** Creates the indexes that are missing; harmless to repeat. */
export async function createIndexes(db: Db): Promise<void> {
  for (const [name, wanted] of Object.entries<IndexDescription[]>(indexes)) {
    if (wanted.length > 0) await db.collection(name).createIndexes(wanted);
  }
}
