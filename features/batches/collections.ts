import type { Binary, Collection, Db, IndexDescription } from 'mongodb';
import { type Separator, type UploadCollections, uploadCollections, uploadIndexes } from './csv/index.js';

/** States that accounts see. A batch is `creating` until its items are stored, and `abandoned` if its creation has failed. */
export const batchStates = ['queued', 'running', 'finished', 'canceled'] as const;
type BatchState = (typeof batchStates)[number] | 'creating' | 'abandoned';

/** Reasons for which a batch is cancelled. */
export const cancelReasons = ['request', 'expired', 'key', 'account'] as const;
export type CancelReason = (typeof cancelReasons)[number];

/** A list of requests to one endpoint that run as one job, under one hold. Amounts are micro-credits. */
export interface Batch {
  /** `bat_…`; also the id of its hold and of its usage entry. */
  _id: string;
  account: string;
  /** Id of the key that is charged. */
  key: string;
  /** Set for a batch of a test key. */
  test?: true;
  /** Id of the endpoint. */
  endpoint: string;
  name: string;
  state: BatchState;
  /** Set before the first of its items is marked as never run. */
  canceled_because?: CancelReason;
  /** Set until it has ended. */
  open?: true;
  /** Set from its end until its hold is settled and its event is published. */
  unsettled?: Date;
  /** Number of items. */
  items: number;
  /** Price of all items. */
  held: number;
  /** Items that have a result, and what they cost: progress while it runs, exact once it has ended. */
  succeeded: number;
  failed: number;
  charged: number;
  /** Bytes of its items and results. */
  bytes: number;
  /** Columns of its input, for results as CSV. */
  header: string[];
  /** Separator of its input, for results as CSV. */
  separator?: Separator;
  /** Fields and their columns, if they were mapped. */
  mapped?: [field: string, column: string][];
  name_pattern?: string;
  /** URL that is notified of its end. */
  webhook?: string;
  /** Digest of the `Idempotency-Key` that it was created with. */
  idempotency?: string;
  created: Date;
  started?: Date;
  finished?: Date;
  /** Latest time of its end. */
  due: Date;
  /** Time of its deletion; set when it is settled. */
  expires?: Date;
}

/** A part of the items of a batch. */
export interface BatchItems {
  /** The batch and the number of the first item, or `defaults`. */
  _id: string;
  account: string;
  batch: string;
  /** Index of the first item; -1 for the default values of all items. */
  from: number;
  /** JSON of the items. */
  json: string;
  expires: Date;
}

/** Result of one item. The unique insert of this document decides, however often the item runs; it never changes. */
export interface BatchResult {
  /** The batch and the index. */
  _id: string;
  account: string;
  batch: string;
  index: number;
  /** Status of the response; 0 if the batch ended before. */
  status: number;
  charged: number;
  /** JSON of the response body, compressed if it is large. */
  body: string | Binary;
  expires: Date;
}

const expiring = { key: { expires: 1 }, expireAfterSeconds: 0 } as const;

export const batchIndexes = {
  ...uploadIndexes,
  batches: [
    { key: { account: 1, created: 1, _id: 1 } },
    { key: { open: 1 }, sparse: true },
    { key: { unsettled: 1 }, sparse: true },
    expiring,
  ],
  batchItems: [{ key: { account: 1, batch: 1, from: 1 } }, expiring],
  batchResults: [{ key: { account: 1, batch: 1, index: 1 } }, expiring],
} satisfies Record<string, IndexDescription[]>;

export interface BatchCollections extends UploadCollections {
  batches: Collection<Batch>;
  batchItems: Collection<BatchItems>;
  batchResults: Collection<BatchResult>;
}

export const batchCollections = (db: Db): BatchCollections => ({
  ...uploadCollections(db),
  batches: db.collection('batches'),
  batchItems: db.collection('batchItems'),
  batchResults: db.collection('batchResults'),
});

/** Number of digits of an index in the id of a result. */
const DIGITS = 5;

export const resultId = (batch: string, index: number): string => `${batch}/${String(index).padStart(DIGITS, '0')}`;
