import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Actor, Role } from './roles.js';

/** What is kept of a password: scrypt (RFC 7914) of it, and with what. */
export interface KeptPassword {
  /** In base64, as is the salt. */
  hash: string;
  salt: string;
  /** Cost, block size and parallelisation: N, r and p. */
  cost: number;
  block: number;
  parallel: number;
}

/** Somebody who runs the platform. */
export interface Operator {
  /** The name. */
  _id: string;
  password: KeptPassword;
  password_set: Date;
  role: Role;
  active: boolean;
  created: Date;
  /** Version of the last change of role or activity that was applied. */
  rights_version?: number;
}

/** A change of an operator's role or activity: only the fields that are to change. */
export interface RightsChange {
  operator: string;
  set: Partial<Pick<Operator, 'role' | 'active'>>;
}

/** The only document of its collection: orders the changes of operators' roles and activity. */
export interface RightsGuard {
  _id: string;
  /** Number of the last change. */
  version: number;
  /** The last change, until it is applied. */
  pending?: RightsChange;
}

/** An operator's token for the admin API and the command line. Only its hash is kept. */
export interface OperatorToken {
  /** SHA-256 of the token, in hex. */
  _id: string;
  /** What it is called, `tok_…`. */
  id: string;
  operator: string;
  name: string;
  /** Its first characters, to recognise it by. */
  prefix: string;
  /** The most that it may; it may no more than its operator does. */
  role: Role;
  /** When it stops working; null is never. */
  expires: Date | null;
  created: Date;
  /** To the minute. */
  last_used?: Date;
}

/** An operator who has logged in to the console. */
export interface OperatorSession {
  /** An HMAC of the id that the browser has: whoever reads the store has no session. */
  _id: string;
  /** What it is called, `ses_…`. */
  id: string;
  operator: string;
  opened: Date;
  expires: Date;
  /** The address that it was opened from. */
  from: string;
  /** The browser, as it names itself. */
  agent: string;
  /** Stands in every form of it, so that no other site can send one. */
  form_token: string;
  /** What the next page shows once, sealed with the id that the browser has. */
  once?: string;
}

/** One change that an operator has made. Nothing of it is ever changed or removed. */
export interface TrailEntry {
  /** Its place: entries are numbered from 1 without a gap. */
  _id: number;
  /** Tells it apart from all others before it has a place. */
  nonce: string;
  at: Date;
  actor: string;
  role: Role;
  from: string | null;
  via: Actor['via'];
  /** The command of the operation, e.g. `keys revoke`. */
  operation: string;
  subject: { type: string; id: string };
  /** The account that it concerns, if it is one's. */
  account: string | null;
  /** What was asked, without secrets. */
  input: Record<string, unknown>;
  /** The subject before and after; null when it was not there. */
  before: unknown;
  after: unknown;
  requestId: string;
  /**
   * `refused` for a wrong password; `failed` when it broke on our side, `unknown` when its process ended before it could say: it may
   * be done in part.
   */
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  /** Hash of the entry before it; empty for the first. */
  previous: string;
  /** SHA-256 of everything else here. */
  hash: string;
}

/** What is about to be done: written before it is, gone when it is in the trail. */
export interface TrailIntent extends Omit<TrailEntry, '_id' | 'nonce' | 'after' | 'outcome' | 'previous' | 'hash'> {
  /** The nonce of the entry. */
  _id: string;
}

export const operatorIndexes = {
  operators: [{ key: { role: 1 } }],
  operatorTokens: [{ key: { operator: 1, id: 1 } }, { key: { id: 1 }, unique: true }],
  operatorSessions: [
    { key: { operator: 1, id: 1 } },
    { key: { id: 1 }, unique: true },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  auditTrail: [
    { key: { nonce: 1 }, unique: true },
    { key: { at: 1 } },
    { key: { actor: 1, _id: 1 } },
    { key: { operation: 1, _id: 1 } },
    { key: { account: 1, _id: 1 } },
    { key: { 'subject.id': 1, _id: 1 } },
  ],
  trailIntents: [{ key: { at: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface OperatorCollections {
  operators: Collection<Operator>;
  rightsGuard: Collection<RightsGuard>;
  operatorTokens: Collection<OperatorToken>;
  operatorSessions: Collection<OperatorSession>;
  auditTrail: Collection<TrailEntry>;
  trailIntents: Collection<TrailIntent>;
}

export const operatorCollections = (db: Db): OperatorCollections => ({
  operators: db.collection('operators'),
  rightsGuard: db.collection('rightsGuard'),
  operatorTokens: db.collection('operatorTokens'),
  operatorSessions: db.collection('operatorSessions'),
  auditTrail: db.collection('auditTrail'),
  trailIntents: db.collection('trailIntents'),
});
