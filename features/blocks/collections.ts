import type { Collection, Db, IndexDescription } from 'mongodb';

/** A network that is refused until its block expires. */
export interface Block {
  /** The network in CIDR notation, e.g. `203.0.113.7/32`. */
  _id: string;
  reason: string;
  /** Operator who added it. */
  by: string;
  created: Date;
  expires: Date;
}

export const blockIndexes = {
  blockedNetworks: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
} satisfies Record<string, IndexDescription[]>;

export interface BlockCollections {
  blockedNetworks: Collection<Block>;
}

export const blockCollections = (db: Db): BlockCollections => ({ blockedNetworks: db.collection('blockedNetworks') });
