import type { Collection, Db, IndexDescription } from 'mongodb';
import type { MemberRole } from '../members/index.js';
import type { AccountAction } from './actions.js';

/** State of a subject in the log: fields by name, reduced to what JSON represents. */
export type LoggedState = Readonly<Record<string, unknown>>;

/** A change that a member or a key has made in an account. */
export interface LogEntry {
  _id: string;
  account: string;
  at: Date;
  /** Member, by email address, or key, by its public id, or the support of the platform. */
  actor: { kind: 'member' | 'key' | 'support'; id: string; name: string };
  /** Role of the member at that time; null for others. */
  role: MemberRole | null;
  /** IP address of the client. */
  from: string;
  requestId: string;
  action: AccountAction;
  subject: { type: string; id: string };
  /** The fields that have changed; null if the subject did not exist. */
  before: LoggedState | null;
  after: LoggedState | null;
  /** `started` until the change is done, and forever if the process has died meanwhile; `failed` after a server fault. */
  outcome: 'started' | 'done' | 'failed';
}

/** Time for which entries are stored, in days. */
export const LOG_DAYS = 400;

const byTime = { at: -1, _id: -1 } as const;

export const accountLogIndexes = {
  accountLog: [
    { key: { account: 1, ...byTime } },
    { key: { account: 1, 'actor.id': 1, ...byTime } },
    { key: { account: 1, action: 1, ...byTime } },
    { key: { account: 1, 'subject.id': 1, ...byTime } },
    { key: { at: 1 }, expireAfterSeconds: LOG_DAYS * 86_400 },
  ],
} satisfies Record<string, IndexDescription[]>;

export interface AccountLogCollections {
  accountLog: Collection<LogEntry>;
}

export const accountLogCollections = (db: Db): AccountLogCollections => ({ accountLog: db.collection('accountLog') });
