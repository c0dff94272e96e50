import type { Collection, Db, IndexDescription } from 'mongodb';

/** A notification of an account that a threshold was crossed; one document per crossing. */
export interface Alert {
  /** The account and the id of the crossing, so that it is stored once, whichever process finds it. */
  _id: string;
  account: string;
  /** Name of the event. */
  event: string;
  /** The data of that event. */
  data: object;
  at: Date;
  /** Set until it has been published to webhooks. */
  untold?: true;
  /** Set until the scheduler has enqueued its email. */
  unmailed?: true;
  expires: Date;
}

/** State of a threshold. */
export interface Crossing {
  /** True while it is crossed. */
  is: boolean;
  /** Number of crossings and of changes of the threshold, which is part of the ids of its alerts. */
  crossings: number;
}

/** Total spending of an account at a time, in micro-credits. */
export interface Sample {
  at: Date;
  spent: number;
}

/** Thresholds of an account that the scheduler checks, as no single request reveals that they are crossed. */
export interface Watch {
  /** The account. */
  _id: string;
  /** Time of the next check; none without thresholds. */
  next?: Date;
  /** Minimum number of days that the balance must last at the pace of the last week; 0 for no threshold. */
  pace?: Crossing & { days: number; samples: Sample[] };
  /** Maximum percentage of failed requests in an hour; 0 for no threshold. */
  errors?: Crossing & { percent: number };
}

/** Indexes of alerts. */
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
