import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Part } from './documents.js';

/** Calls that were charged, of one day (UTC), one key and one status. */
export interface UsageRow {
  /** The beginning of the day. */
  at: Date;
  key: string;
  status: number;
  calls: number;
  /** In micro-credits. */
  cost: number;
}

/** What an account spent with one endpoint in a month that was closed: it stands for its usage documents, which are gone. */
export interface UsageMonth {
  /** Account, month, endpoint, closing. */
  _id: string;
  account: string;
  /** The beginning of the month (UTC). */
  at: Date;
  endpoint: string;
  /** The attempt to close the month by which it was written: it counts when that is in the account's closings. */
  closing: string;
  rows: UsageRow[];
  /** What was taken from each lot. */
  parts: Part[];
}

/** Which months of an account are closed. The update that adds a month is the one commit point of closing it. */
export interface UsageClosings {
  /** The account. */
  _id: string;
  /** All usage before this instant is in the closed months, and counts in them alone. */
  through: Date;
  closings: string[];
}

export const usageIndexes = {
  usageMonths: [{ key: { account: 1, at: 1 } }],
  usageClosings: [],
} satisfies Record<string, IndexDescription[]>;

export interface UsageCollections {
  usageMonths: Collection<UsageMonth>;
  usageClosings: Collection<UsageClosings>;
}

export const usageCollections = (db: Db): UsageCollections => ({
  usageMonths: db.collection('usageMonths'),
  usageClosings: db.collection('usageClosings'),
});
