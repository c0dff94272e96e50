import type { Collection, Db, IndexDescription } from 'mongodb';

/** Something that an account is warned of, once: there is one document for each crossing of a threshold. */
export interface Alert {
  /** The account and what names the crossing: whoever notices it again, after a restart or in another process, finds it here. */
  _id: string;
  account: string;
  /** The event that it is. */
  event: string;
  /** The data of that event. */
  data: object;
  at: Date;
  /** There until it has been told in every way. */
  untold?: true;
  /** There until the scheduler has posted the mail about it. */
  unmailed?: true;
  expires: Date;
}

/** Whether what is watched is on the wrong side of its threshold. */
export interface Crossing {
  is: boolean;
  /** Goes up with each crossing, and each change of the threshold: alerts are named by it. */
  crossings: number;
}

/** What an account had spent at an instant, in micro-credits, as its wallet says. */
export interface Sample {
  at: Date;
  spent: number;
}

/** What an account wants watched that no single call shows. */
export interface Watch {
  /** The account. */
  _id: string;
  /** When it is to be looked at; never where there is none. */
  next?: Date;
  /** For how many days the balance must do at the pace of the last week; 0 is not watched. */
  pace?: Crossing & { days: number; samples: Sample[] };
  /** Which share of the calls of an hour may fail, in percent; 0 is not watched. */
  errors?: Crossing & { percent: number };
}

/** The indexes that alerts need. */
export const alertIndexes = {
  alerts: [
    { key: { untold: 1 }, sparse: true },
    { key: { unmailed: 1 }, sparse: true },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  watches: [{ key: { next: 1 }, sparse: true }],
} satisfies Record<string, IndexDescription[]>;

export interface AlertCollections {
  alerts: Collection<Alert>;
  watches: Collection<Watch>;
}

export const alertCollections = (db: Db): AlertCollections => ({
  alerts: db.collection('alerts'),
  watches: db.collection('watches'),
});
