import { Redis } from 'ioredis';
import { type Document, MongoClient } from 'mongodb';
import { listPurchases, showAccount } from '../../features/accounts/operations.js';
import { listOrders } from '../../features/billing/operations.js';
import { listBlocks } from '../../features/blocks/operations.js';
import { type Collections, collections } from '../../features/collections.js';
import { listKeys } from '../../features/keys/operations.js';
import { readOverview } from '../../features/monitoring/status.js';
import { search } from '../../features/operations/search.js';
import type { Operation } from '../../features/operators/operation.js';
import { readTrail } from '../../features/operators/trail-operations.js';
import { listAllPages } from '../../features/pages/operations.js';
import { listAllRequests } from '../../features/requests/operations.js';
import { listRankedAccounts, listTop, readAccountUsage, showFigures, showLedger } from '../../features/usage/index.js';
import { listDeliveries, listFailingWebhooks, listWebhooks } from '../../features/webhooks/operations.js';
import { readFields } from '../../shared/contract/input.js';
import { type Clock, systemClock } from '../../shared/process/clock.js';
import { parsePartitions } from '../../shared/queue/queues.js';
import { WEBHOOKS } from './fill-outbox.js';

/** A page looks at no more than this of an index with one query: twice the calls that are added up at once, and some. */
export const MOST_KEYS = 25_000;

/** A query of the console, and its plan. */
interface Explained {
  /** Page or operation, and the query. */
  query: string;
  /** True if it scans the collection. */
  walks: boolean;
  /** Examined index keys. */
  keys: number;
}

/** Yields the pages of the console that read the store. */
function* pages(store: Collections, clock: Clock, account: string): Generator<[string, () => unknown]> {
  const ask = (operation: Operation, request: object): [string, () => unknown] => [
    `${operation.command} ${JSON.stringify(request)}`,
    () => operation.run(readFields(operation.contract.request, request, 422), { store, clock }),
  ];
  // Never connected: the parts of the overview that Redis has are unknown then.
  const redis = new Redis({ lazyConnect: true, enableOfflineQueue: false, retryStrategy: () => null });
  redis.on('error', () => {});
  yield [
    'overview',
    () => readOverview({ store, clock, infrastructure: { redis, clock, partitions: parsePartitions(), queues: [] } }),
  ];
  const from = new Date(clock.now().getTime() - 20 * 86_400_000).toISOString();
  const calls = [
    {},
    { account },
    { account, status: 502 },
    { endpoint: 'vat' },
    { endpoint: 'nothing' },
    { status: 502 },
    { status: 200, slower_than_ms: 100_000 },
    { type: 'upstream_failed' },
    { type: 'nothing' },
    { state: 'given_back' },
    { slower_than_ms: 900, from },
    { key: `key-of-${account}` },
  ];
  for (const filter of calls) yield ask(listAllRequests, { ...filter, limit: 50 });
  yield ask(listAllRequests, { limit: 50, after: `${Date.parse(from)}.x` });
  for (const sort of ['newest', 'balance', 'spent', 'errors', 'last_call']) {
    for (const order of ['highest', 'lowest']) yield ask(listRankedAccounts, { sort, order });
  }
  for (const search of ['account-77', 'customer 8']) yield ask(listRankedAccounts, { search });
  for (const operation of [showAccount, listKeys, showLedger, listPurchases, listWebhooks])
    yield ask(operation, { account });
  yield [`usage of ${account}`, () => readAccountUsage(store, account, 30, clock.now())];
  for (const span of ['1h', '24h', '7d', '30d', '90d']) {
    for (const of of [{}, { endpoint: 'vat' }, { account }]) yield ask(showFigures, { span, ...of });
  }
  for (const filter of [{}, { account }, { state: 'failed' }, { account, state: 'paid' }]) {
    yield ask(listOrders, filter);
  }
  for (const filter of [{}, { account }, { actor: 'x' }, { operation: 'keys issue' }, { subject: 'x' }, { from }]) {
    yield ask(readTrail, { ...filter, limit: 50 });
  }
  for (const show of ['reported', 'taken_down', 'all']) yield ask(listAllPages, { show, limit: 50 });
  yield ask(listAllPages, { show: 'all', search: 'menu', limit: 50 });
  for (const query of ['dana@acme.example', account, 'ua_live_Ab3x', 'key_x', 'ord_x', 'menu'])
    yield ask(search, { query });
  for (const span of ['1h', '7d', '30d']) yield ask(listTop, { span });
  yield ask(listTop, { by: 'endpoint', span: '30d' });
  yield ask(listBlocks, {});
  yield ask(listFailingWebhooks, {});
  const place = { after: `${Date.parse(from)}.x` };
  for (const webhook of WEBHOOKS) {
    for (const filter of [{}, { state: 'failed' }, { state: 'pending' }, place, { state: 'failed', ...place }])
      yield ask(listDeliveries, { account, webhook, limit: 50, ...filter });
  }
}

/**
 * Asks for all that the console shows, and has each of its queries explained.
 *
 * @param account one that calls much
 */
export async function explainConsole(url: string, database: string, account: string): Promise<Explained[]> {
  const client = await new MongoClient(url, { monitorCommands: true, maxPoolSize: 1, ignoreUndefined: true }).connect();
  try {
    const db = client.db(database);
    const asked: { page: string; command: Document }[] = [];
    let page = '';
    client.on('commandStarted', ({ commandName, command }) => {
      if (QUERIES.has(commandName)) asked.push({ page, command });
    });
    for (const [name, show] of pages(collections(db), systemClock, account)) {
      page = name;
      await show();
    }
    const queries = [...asked];
    const explained: Explained[] = [];
    for (const { page: of, command } of queries) {
      const { $db, lsid, $clusterTime, $readPreference, txnNumber, ...query } = command;
      const plan = await db.command({ explain: query, verbosity: 'executionStats' });
      const what = `${Object.values(query)[0]} ${JSON.stringify(query.filter ?? query.pipeline ?? query.query)}`;
      explained.push({ query: `${of}: ${what}`, ...readPlan(plan) });
    }
    return explained;
  } finally {
    await client.close();
  }
}

const QUERIES = new Set(['find', 'aggregate', 'count', 'distinct']);
/** Reads from a plan whether it scans a collection, and the keys that it examines. */
function readPlan(plan: unknown): { walks: boolean; keys: number } {
  const read = { walks: false, keys: 0 };
  const look = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      if (name === 'stage' && value === 'COLLSCAN') read.walks = true;
      if (name === 'totalKeysExamined') read.keys = Math.max(read.keys, Number(value));
      look(value);
    }
  };
  look(plan);
  return read;
}
