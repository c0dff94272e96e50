import type { Collection, Db, IndexDescription } from 'mongodb';

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

/** To whom a receipt is made out. */
export interface Buyer {
  /** The account's. */
  name: string;
  /** Name and postal address, line by line. */
  address?: string;
  vat_number?: string;
}

/** Somebody who signs in to the portal: an address that has been proved, and whose account it opens. */
export interface Member {
  /** The address, as `readAddress` writes it. */
  _id: string;
  account: string;
  created: Date;
  signed_in: Date;
  /** There once the account is open and has its starting credits. */
  welcomed?: true;
}

/** Says that an address may sign up, or into an account that is there. */
export interface Invitation {
  /** The address, as `readAddress` writes it. */
  _id: string;
  /** The account that it leads into; a new one without it. */
  account?: string;
  created: Date;
  expires: Date;
  /** A digest of the secret of the link in the mail; there until that is used. */
  link?: string;
  /** The secret itself, until the mail is posted. */
  unmailed?: string;
  mailed?: Date;
}

/**
 * What has to be kept of an account that its owner has deleted, apart from all else: to whom its receipts were made out. The
 * purchases themselves stay in the books, by the id of the account. Its own fields are those at the end.
 */
export interface ClosedAccount extends Buyer {
  /** The account. */
  _id: string;
  closed: Date;
  /** To whom the receipts of its orders were made out, where that was noted when they were paid. */
  receipts?: { buyer: Buyer; orders: string[] }[];
}

/** Indexes of the accounts that the scheduler has something to do for. */
const accountsInTransition: IndexDescription[] = [
  { key: { deleting: 1 }, sparse: true },
  { key: { 'deletion.due': 1 }, sparse: true },
  { key: { clearing: 1 }, sparse: true },
  { key: { 'notices.id': 1 }, sparse: true },
];

/** The indexes that accounts and members need. */
export const memberIndexes = {
  accounts: [
    { key: { name: 1, _id: 1 } },
    { key: { created: 1, _id: 1 } },
    ...(['balance', 'spent', 'errors', 'last'] as const).map((field) => ({
      key: { [`figures.${field}`]: 1, _id: 1 } as const,
    })),
    ...accountsInTransition,
  ],
  closedAccounts: [],
  members: [{ key: { account: 1 } }],
  invitations: [
    { key: { expires: 1 }, expireAfterSeconds: 0 },
    { key: { account: 1 }, sparse: true },
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
