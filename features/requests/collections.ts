import type { Collection, Db, IndexDescription } from 'mongodb';
import { REQUESTS_LISTED_DAYS } from '../../shared/contract/bounds.js';
import type { CallFacts } from '../../shared/ledger/documents.js';
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

/** A request without a usage entry: it was refused, sent with a test key, or given the response to an earlier one. */
export interface LoggedRequest {
  /** The request id. */
  _id: string;
  /** Null if it is not known. */
  account: string | null;
  /** Id of the key. */
  key: string | null;
  /** Set if it had no valid key. Its account and key are then those of the key with the same visible prefix. */
  unauthenticated?: {
    /** IP address of the client, or the network of an IPv6 address. */
    network: string;
    /** Visible prefix of the key; null if none was sent, or something that does not look like a key. */
    prefix: string | null;
  };
  /** Id of the endpoint, or pattern of the route; `other` for those that have no room in a group of their own. */
  endpoint: string;
  state: 'refused' | 'test' | 'replayed';
  status: number;
  call: CallFacts;
  /** Time of the response. */
  at: Date;
  /** Number of requests that it stands for: itself, and later ones like it that are not stored. */
  requests: number;
  /** Time of the last of them. */
  last: Date;
}

/** Bodies of a request and its response, of an account that has them stored. */
export interface StoredBodies {
  /** The request id. */
  _id: string;
  account: string;
  /** Encrypted `Bodies`. */
  sealed: string;
  at: Date;
  expires: Date;
}

const DAY_SECONDS = 24 * 3_600;

export const requestIndexes = {
  firstAnswers: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
  requestLog: [
    // The same fields as in the index of usage entries, as both are filtered alike.
    { key: { account: 1, at: 1, _id: 1, endpoint: 1, status: 1, 'call.ms': 1 } },
    {
      key: { at: 1, _id: 1 },
      partialFilterExpression: { 'unauthenticated.network': { $gt: '' } },
    },
    { key: { at: 1 }, expireAfterSeconds: REQUESTS_LISTED_DAYS * DAY_SECONDS },
  ],
  requestBodies: [{ key: { account: 1 } }, { key: { expires: 1 }, expireAfterSeconds: 0 }],
} satisfies Record<string, IndexDescription[]>;

export interface RequestCollections {
  firstAnswers: Collection<FirstAnswer>;
  requestLog: Collection<LoggedRequest>;
  requestBodies: Collection<StoredBodies>;
}

export const requestCollections = (db: Db): RequestCollections => ({
  firstAnswers: db.collection('firstAnswers'),
  requestLog: db.collection('requestLog'),
  requestBodies: db.collection('requestBodies'),
});
