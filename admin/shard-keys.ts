/** By which fields a collection is spread over shards. */
export type ShardKey = Readonly<Record<string, 1 | 'hashed'>>;

/**
 * The collections that grow with calls and visits, and by what they are spread. All others stay whole. Of a collection that is spread,
 * the store keeps an id unique in each shard alone: where an id is inserted twice, to be there once, the key has nothing in it that
 * may differ between the two.
 */
export const shardKeys: Readonly<Record<string, ShardKey>> = {
  wallets: { _id: 'hashed' },
  usage: { account: 1, _id: 1 },
  usageHourly: { account: 1, hour: 1 },
  firstAnswers: { _id: 'hashed' },
  keptBytes: { _id: 'hashed' },
  scans: { experience: 1, _id: 1 },
  qr_events: { experience: 1, _id: 1 },
  visit_counts: { _id: 'hashed' },
};

/** What is typed into `mongosh` on a sharded cluster, once, for it to spread what grows. */
export const shardingScript = (database: string): string =>
  Object.entries(shardKeys)
    .map(([collection, key]) => {
      const fields = JSON.stringify(key);
      const namespace = JSON.stringify(`${database}.${collection}`);
      return `db.getSiblingDB(${JSON.stringify(database)}).${collection}.createIndex(${fields});\nsh.shardCollection(${namespace}, ${fields});`;
    })
    .join('\n');
