import type { Collection, Db, IndexDescription } from 'mongodb';
import type { AssignableRole } from './roles.js';

/** A customer. */
export interface Account {
  _id: string;
  name: string;
  created: Date;
  /** Billing details on its receipts. */
  billing?: BillingDetails & {
    /** Absent if there is no register to ask. */
    vat_check?: VatCheck;
  };
  /** Set if its members want no emails about alerts. */
  no_alert_mail?: true;
  /** Time since which the bodies of its requests are stored; absent if they are not. */
  bodies_since?: Date;
  /** Note of operators for each other. */
  note?: string;
  /** Email address of the member who owns it; see `ensureOwner`. */
  owner?: string;
  /** Members who are being removed. They have no access, and ownership cannot be handed over to them. */
  removing?: string[];
  /** Set while every call is refused. */
  suspended?: { at: Date; reason: string };
  /** Deletion that its owner has scheduled, until it is cancelled or begins. */
  deletion?: ScheduledDeletion;
  /** Last attempt at the deletion, from its beginning until it is complete. */
  deleting?: Date;
  /** Set forever once it is closed. */
  closed?: { at: Date; reason: string };
  /** Time of the closing, until the account has been cleared and nothing can be in flight any longer. */
  clearing?: Date;
  /** Emails that have not been sent yet. */
  notices?: Notice[];
  /** Sort values of the list of accounts; absent until the scheduler has written them first. */
  figures?: AccountFigures;
}

/** Values that accounts are sorted by, some minutes old. Amounts are micro-credits; usage is that of the last 30 days. */
interface AccountFigures {
  balance: number;
  spent: number;
  errors: number;
  calls: number;
  /** Time of the last call; 1970 when there was none. */
  last: Date;
}

export const noFigures: AccountFigures = { balance: 0, spent: 0, errors: 0, calls: 0, last: new Date(0) };

interface ScheduledDeletion {
  requested: Date;
  /** When it begins. */
  due: Date;
}

/** An email about the account, until the scheduler has enqueued it. */
export interface Notice {
  id: string;
  at: Date;
  to: 'owner' | 'members';
  subject: string;
  paragraphs: string[];
}

/** Billing details of an account, for new orders. */
interface BillingDetails {
  /** Name and postal address, line by line. */
  address?: string;
  /** ISO code. */
  country?: string;
  /** In the format of the country. */
  vat_number?: string;
}

/** Last check of a VAT number at the register of its country. */
interface VatCheck {
  status: 'valid' | 'invalid' | 'unknown';
  at: Date;
  /** Name of the holder, if the register discloses it. */
  name?: string;
  /** Proof of the check. */
  consultation_number?: string;
  /** Time since which the register has not responded. */
  since?: Date;
  /** Time of the next check. */
  due?: Date;
}

/** Buyer that a receipt is billed to. */
export interface Buyer extends BillingDetails {
  /** Name of the account. */
  name: string;
}

/** A member, who signs in to the portal with a verified address. */
export interface Member {
  /** Email address, as returned by `readAddress`. */
  _id: string;
  account: string;
  /** Role unless the member owns the account; `admin` by default. */
  role?: AssignableRole;
  created: Date;
  signed_in: Date;
  /** User of the sign-in provider who signed in last with the address. */
  identity?: { issuer: string; subject: string };
  /** Set once the account is open and has its starting credits. */
  welcomed?: true;
}

/** Permission for an address to sign up, or to join an existing account. */
export interface Invitation {
  /** Email address, as returned by `readAddress`, of one by an operator; see `createMemberInvitationId` for others. */
  _id: string;
  /** Email address of one by a member. */
  email?: string;
  /** Member who has sent it. */
  by?: string;
  /** Account to join; a new one if it is missing. */
  account?: string;
  /** Role in that account; `admin` by default. */
  role?: AssignableRole;
  created: Date;
  expires: Date;
  /** Hash of the secret in the emailed link, until the link is used. */
  link?: string;
  /** The secret itself, until the email is sent. */
  unmailed?: string;
  mailed?: Date;
}

/**
 * Data that the law requires to be retained of a deleted account: the buyers that its receipts are billed to. The purchases stay in the
 * ledger, by the id of the account. The inherited fields are those at the time of the deletion.
 */
interface ClosedAccount extends Buyer {
  /** The account. */
  _id: string;
  closed: Date;
  /** Buyers that receipts are billed to, of the orders that stored them when they were paid. */
  receipts?: { buyer: Buyer; orders: string[] }[];
}

/** Indexes of the accounts that the scheduler has something to do for. */
const accountsInTransition: IndexDescription[] = [
  { key: { deleting: 1 }, sparse: true },
  { key: { 'deletion.due': 1 }, sparse: true },
  { key: { clearing: 1 }, sparse: true },
  { key: { 'notices.id': 1 }, sparse: true },
];

export const memberIndexes = {
  accounts: [
    { key: { name: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    ...(['balance', 'spent', 'errors', 'last'] as const).map((field) => ({
      key: { [`figures.${field}`]: 1, _id: 1 } as const,
    })),
    { key: { 'billing.vat_check.due': 1 }, sparse: true },
    ...accountsInTransition,
  ],
  closedAccounts: [],
  members: [{ key: { account: 1, created: 1, _id: 1 } }],
  invitations: [
    { key: { expires: 1 }, expireAfterSeconds: 0 },
    { key: { account: 1 }, sparse: true },
    { key: { email: 1 }, sparse: true },
    { key: { link: 1 }, sparse: true },
    { key: { unmailed: 1 }, sparse: true },
  ],
} satisfies Record<string, IndexDescription[]>;

export interface MemberCollections {
  accounts: Collection<Account>;
  members: Collection<Member>;
  invitations: Collection<Invitation>;
  closedAccounts: Collection<ClosedAccount>;
}

export const memberCollections = (db: Db): MemberCollections => ({
  accounts: db.collection('accounts'),
  members: db.collection('members'),
  invitations: db.collection('invitations'),
  closedAccounts: db.collection('closedAccounts'),
});
