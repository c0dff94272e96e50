import type { Collection, Db, IndexDescription } from 'mongodb';
import type { PersistedReply } from '../../shared/queue/job.js';

/** The first response to an Idempotency-Key, or the claim of the request that is to give it. */
export interface FirstAnswer {
  /** SHA-256 of account and key. */
  _id: string;
  /** SHA-256 of path and body. */
  request: string;
  /** Id of the request that holds the claim, or has given the reply. */
  requestId: string;
  /** Latest end of the first request. */
  runningUntil: Date;
  expires: Date;
  reply: PersistedReply | null;
}

/** Requests of one front that failed or were refused alike, counted within a span. */
export interface FailedRequests {
  _id: string;
  /** Null if the key was not authenticated. */
  account: string | null;
  /** Visible prefix of the key; null if none was sent. */
  prefix: string | null;
  status: number;
  type: string;
  /** Endpoint, or pattern of the route. */
  endpoint: string;
  /** Network of the latest client. */
  network: string;
  requests: number;
  first: Date;
  last: Date;
  expires: Date;
}

export const requestIndexes = {
  firstAnswers: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  failedRequests: [{ key: { last: 1 } }, { key: { expires: 1 }, expireAfterSeconds: 0 }],
} satisfies Record<string, IndexDescription[]>;

export interface RequestCollections {
  firstAnswers: Collection<FirstAnswer>;
  failedRequests: Collection<FailedRequests>;
}

export const requestCollections = (db: Db): RequestCollections => ({
  firstAnswers: db.collection('firstAnswers'),
  failedRequests: db.collection('failedRequests'),
});
