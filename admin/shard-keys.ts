type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;

/**
 * Shard keys of the collections that grow with requests and visits; all others are not sharded. MongoDB enforces unique ids only
 * within a shard: a key has no field that can differ between two inserts of the same id.
 */
export const shardKeys: Readonly<Record<string, ShardKey>> = {
  wallets: { _id: 'hashed' },
  usage: { account: 1, _id: 1 },
  usageHourly: { account: 1, hour: 1 },
  requestLog: { account: 1, _id: 1 },
  requestBodies: { account: 1, _id: 1 },
  batchItems: { account: 1, _id: 1 },
  batchResults: { account: 1, _id: 1 },
  firstAnswers: { _id: 'hashed' },
  keptBytes: { _id: 'hashed' },
  scans: { experience: 1, _id: 1 },
  qr_events: { experience: 1, _id: 1 },
  visit_counts: { _id: 'hashed' },
};

/** Returns the `mongosh` commands that shard the collections of a cluster. */
export const createShardingScript = (database: string): string =>
  Object.entries(shardKeys)
    .map(([collection, key]) => {
      const fields = JSON.stringify(key);
      const namespace = JSON.stringify(`${database}.${collection}`);
      return `db.getSiblingDB(${JSON.stringify(database)}).${collection}.createIndex(${fields});\nsh.shardCollection(${namespace}, ${fields});`;
    })
    .join('\n');
