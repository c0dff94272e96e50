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

export const requestIndexes = {
  firstAnswers: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
} satisfies Record<string, IndexDescription[]>;

interface RequestCollections {
  firstAnswers: Collection<FirstAnswer>;
}

export const requestCollections = (db: Db): RequestCollections => ({ firstAnswers: db.collection('firstAnswers') });
