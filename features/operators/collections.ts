import type { Collection, Db, IndexDescription } from 'mongodb';
import type { Actor, Role } from './roles.js';

/** scrypt hash (RFC 7914) of a password, with its parameters. */
export interface PasswordHash {
  /** In base64, as is the salt. */
  hash: string;
  salt: string;
  /** Cost, block size and parallelisation: N, r and p. */
  cost: number;
  block: number;
  parallel: number;
}

/** Authenticator app of an operator (TOTP, RFC 6238), which is required after the password. */
export interface SecondFactor {
  /** Secret that the app shares, encrypted with WEBHOOK_SECRETS. */
  secret: string;
  since: Date;
  /** Time step of the last accepted code: a code is accepted once. */
  last_step: number;
  /** SHA-256 of each recovery code that was not used, in hex. */
  recovery: string[];
}

/** A person who runs the platform. */
export interface Operator {
  /** The name. */
  _id: string;
  /** Missing for an operator who signs in by single sign-on only. */
  password?: PasswordHash;
  password_set?: Date;
  /** User of the sign-in provider, for an operator who signs in there. */
  identity?: { issuer: string; subject: string };
  second_factor?: SecondFactor;
  role: Role;
  active: boolean;
  created: Date;
  /** Version of the last change of role or activity that was applied. */
  rights_version?: number;
}

/** A change of an operator's role or activity: only the changed fields. */
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

/** An operator's token for the admin API and the command line. Only its hash is stored. */
export interface OperatorToken {
  /** SHA-256 of the token, in hex. */
  _id: string;
  /** Public id, `tok_…`. */
  id: string;
  operator: string;
  name: string;
  /** The first characters, to recognise it by. */
  prefix: string;
  /** Maximum role; the operator's own role limits it further. */
  role: Role;
  /** Null for a token that never expires. */
  expires: Date | null;
  created: Date;
  /** To the minute. */
  last_used?: Date;
}

/** A session of an operator in the console. */
export interface OperatorSession {
  /** HMAC of the id in the browser's cookie: reading the store does not give a session. */
  _id: string;
  /** Public id, `ses_…`. */
  id: string;
  operator: string;
  opened: Date;
  expires: Date;
  /** Maximum role, by the sign-in provider; missing if the session was opened otherwise. */
  role?: Role;
  /** IP address that it was opened from. */
  from: string;
  /** User-Agent of the browser. */
  agent: string;
  /** CSRF token of all forms. */
  form_token: string;
  /** Secret that the next page shows once, encrypted with the id in the cookie. */
  once?: string;
}

/** A view of the portal of an account by an operator, read-only. It ends with the session that it was opened in. */
export interface AccountView {
  /** SHA-256 of the secret in the browser's cookie. */
  _id: string;
  /** Public id, `view_…`. */
  id: string;
  account: string;
  operator: string;
  /** Public id of the operator's session. */
  session: string;
  reason: string;
  /** Network that it was opened from. */
  network: string;
  opened: Date;
  expires: Date;
}

/** One change by an operator. Append-only. */
export interface TrailEntry {
  /** Entries are numbered from 1 without a gap. */
  _id: number;
  /** Unique id from before the entry has a number. */
  nonce: string;
  at: Date;
  actor: string;
  role: Role;
  from: string | null;
  via: Actor['via'];
  /** Command of the operation, e.g. `keys revoke`. */
  operation: string;
  subject: { type: string; id: string };
  /** Account of the subject, if it has one. */
  account: string | null;
  /** The request, without secrets. */
  input: Record<string, unknown>;
  /** State of the subject before and after; null if it did not exist. */
  before: unknown;
  after: unknown;
  requestId: string;
  /** `failed` after a server fault, `unknown` if the process died: either may be done in part. */
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  /** Hash of the previous entry; empty for the first. */
  previous: string;
  /** SHA-256 of all other fields. */
  hash: string;
}

/** A change that is about to be made: written before it, removed once its entry is in the trail. */
export interface TrailIntent extends Omit<TrailEntry, '_id' | 'nonce' | 'after' | 'outcome' | 'previous' | 'hash'> {
  /** The nonce of the entry. */
  _id: string;
}

export const operatorIndexes = {
  operators: [{ key: { role: 1 } }, { key: { 'identity.subject': 1 }, sparse: true }],
  operatorTokens: [{ key: { operator: 1, id: 1 } }, { key: { id: 1 }, unique: true }],
  operatorSessions: [
    { key: { operator: 1, id: 1 } },
    { key: { id: 1 }, unique: true },
    { key: { expires: 1 }, expireAfterSeconds: 0 },
  ],
  accountViews: [
    { key: { id: 1 }, unique: true },
    { key: { session: 1 } },
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
  accountViews: Collection<AccountView>;
  auditTrail: Collection<TrailEntry>;
  trailIntents: Collection<TrailIntent>;
}

export const operatorCollections = (db: Db): OperatorCollections => ({
  operators: db.collection('operators'),
  rightsGuard: db.collection('rightsGuard'),
  operatorTokens: db.collection('operatorTokens'),
  operatorSessions: db.collection('operatorSessions'),
  accountViews: db.collection('accountViews'),
  auditTrail: db.collection('auditTrail'),
  trailIntents: db.collection('trailIntents'),
});
