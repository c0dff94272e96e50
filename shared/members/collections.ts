import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Buyer } from '../payments/collections.js';

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

/** The indexes that members need. */
export const memberIndexes = {
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
  members: Collection<Member>;
  invitations: Collection<Invitation>;
  closedAccounts: Collection<ClosedAccount>;
}

export const memberCollections = (db: Db): MemberCollections => ({
  members: db.collection('members'),
  invitations: db.collection('invitations'),
  closedAccounts: db.collection('closedAccounts'),
});
