import type { Collection, Db, IndexDescription } from 'mongodb';

/** Purpose for which the platform itself uses a key of an account. */
export type KeyPurpose = 'studio' | 'image-links' | 'batches';

/** An app that a member has connected to the account. */
export interface Connection {
  /** Client id of the app. */
  client: string;
  /** Name of the app, as it calls itself. */
  app: string;
  /** Place where the app receives its codes: a host, or `this device`. */
  host: string;
  /** Email address of the member who has connected it. */
  by: string;
}

/** An API key. Only its hash is stored. */
export interface Key {
  /** SHA-256 of the key, in hex. */
  _id: string;
  /** Public id, for reports and operators. */
  id: string;
  account: string;
  name: string;
  /** Set for a test key: its calls return examples, and cost nothing. */
  mode?: 'test';
  /** Set for a key that the platform itself uses, whose secret nobody knows. */
  purpose?: KeyPurpose;
  /** Set for the key of a connected app, which has access tokens instead of a secret. */
  connection?: Connection;
  /** First 12 characters of the key, to recognise it by. */
  prefix: string;
  /** Ids of the groups and endpoints that it may call, and service scopes; `*` is all except those that must be given by name. */
  scopes: string[];
  /** Allowed IP addresses and networks (CIDR); all if there are none. */
  ip_ranges?: string[];
  /** Maximum spending in a day, and in a month (UTC), in micro-credits; 0 is no limit. */
  budget_per_day?: number;
  budget_per_month?: number;
  active: boolean;
  /** Expiry; null is never. */
  expires: Date | null;
  /** Id of the key that has replaced it. */
  replaced_by?: string;
  /** Calls per second by group id, where they differ from the group's own. */
  limits: Record<string, number>;
  /** Limits that operators had set, once a member has changed them: members may go back up to these. */
  granted?: Record<string, number>;
  /** Latest expiry that members may set; null is any. Without it, the latest is its expiry, which an operator may have set. */
  granted_until?: Date | null;
  created: Date;
}

export const keyIndexes = {
  keys: [
    { key: { account: 1, created: 1, id: 1 } },
    { key: { account: 1, active: 1, created: 1, id: 1 } },
    { key: { id: 1 }, unique: true },
    { key: { prefix: 1 } },
  ],
} satisfies Record<string, IndexDescription[]>;

export interface KeyCollections {
  keys: Collection<Key>;
}

export const keyCollections = (db: Db): KeyCollections => ({ keys: db.collection('keys') });
