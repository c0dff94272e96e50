import { MongoClient } from 'mongodb';
import { nanoid } from 'nanoid';
import { collections, createIndexes } from '../features/collections.js';
import { explainConsole, MOST_KEYS } from '../test/helpers/console-queries.js';
import { WEBHOOKS } from '../test/helpers/fill-outbox.js';
import { fillStore } from '../test/helpers/fill-store.js';
import { ADMIN_TOKEN } from '../test/helpers/stack.js';
import { startBenchPlatform } from './bench-platform.js';

/**
 * Measures the console on a large store: requests every page several times, and fails if one takes longer than the goal or a query uses
 * no index. Needs MONGODB_URL, a MongoDB of 7.0 or newer. The database MONGODB_DATABASE is filled once and stays; without that name a
 * temporary one is used.
 *
 * usage: MONGODB_URL=… node dist/bench/console.js [share of 100,000 accounts and 5,000,000 calls, 0.1 by default]
 */
const [share = '0.1'] = process.argv.slice(2);
const [accounts, calls] = [100_000, 5_000_000].map((all) => Math.round(all * Number(share))) as [number, number];

const GOAL_MS = 300;
const ROUNDS = 7;
const DAY_MS = 86_400_000;

const { MONGODB_URL, MONGODB_DATABASE } = process.env;
if (!MONGODB_URL) throw new Error('MONGODB_URL is required');
const database = MONGODB_DATABASE ?? `console_${nanoid(6)}`;
// The default connection has a shorter timeout than building an index over millions of documents needs.
const filler = await new MongoClient(MONGODB_URL).connect();
const ended = await fillStore(filler.db(database), { accounts, calls }, console.log);
// Indexes of a database that was filled by an earlier version.
await createIndexes(filler.db(database));
await filler.close();

const { platform, db, stop } = await startBenchPlatform(['bench'], 1, { MONGODB_DATABASE: database, ADMIN_TOKEN });
const store = collections(db);
const heavy = 'account-0';

const cookie = await logIn(platform.baseUrl);
const [known] = await store.usage.find({ account: heavy }, { sort: { at: -1 }, limit: 1 }).toArray();
const from = new Date(ended.getTime() - 20 * DAY_MS).toISOString().slice(0, 16);
const paths = [
  '',
  ...['1h', '24h', '7d', '30d', '90d'].flatMap((span) => [`/time?span=${span}`, `/time?span=${span}&endpoint=vat`]),
  ...['1h', '24h', '30d'].map((span) => `/time?span=${span}&account=${heavy}`),
  '/requests',
  `/requests?account=${heavy}`,
  `/requests?account=${heavy}&status=502`,
  '/requests?endpoint=vat',
  '/requests?endpoint=nothing',
  '/requests?status=502',
  '/requests?status=200&slower_than_ms=100000',
  '/requests?type=upstream_failed',
  '/requests?type=nothing',
  '/requests?state=given_back',
  `/requests?slower_than_ms=900&from=${from}`,
  '/requests?key=key-of-account-0',
  `/requests?account=${heavy}&endpoint=nothing`,
  `/requests?account=${heavy}&slower_than_ms=100000`,
  `/requests?account=${heavy}&type=nothing`,
  `/requests?id=${known?._id}`,
  '/refusals',
  ...['newest', 'balance', 'spent', 'errors', 'last_call'].flatMap((sort) =>
    ['highest', 'lowest'].map((order) => `/accounts?sort=${sort}&order=${order}`),
  ),
  '/orders',
  '/orders?state=failed',
  '/orders/ord_0',
  `/orders?account=${heavy}`,
  '/audit-trail',
  `/audit-trail?account=${heavy}`,
  '/experiences',
  '/experiences?all',
  '/experiences?search=menu',
  '/webhooks',
  `/webhooks?account=${heavy}`,
  ...WEBHOOKS.map((webhook) => `/webhooks/${heavy}/${webhook}`),
  '/invitations',
  '/queues/',
  '/operators',
  '/failed-jobs',
  '/accounts?search=account-77',
  '/accounts?search=customer%208',
  `/accounts/${heavy}`,
  `/keys/key-of-${heavy}`,
  `/accounts/${heavy}/ledger`,
  '/accounts/account-500/ledger',
];
const page = async (path: string): Promise<{ ms: number; html: string }> => {
  const begin = performance.now();
  const answer = await fetch(`${platform.baseUrl}/operator${path}`, { headers: { cookie } });
  const html = await answer.text();
  if (answer.status !== 200) console.log(`FAILED ${path}: ${answer.status}`);
  return { ms: performance.now() - begin, html };
};

let slow = 0;
let walked = 0;
for (const path of paths) {
  const before = await countScans();
  const times: number[] = [];
  let next: string | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, html } = await page(path);
    times.push(ms);
    next = /href="\/operator([^"]*after=[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  const following = next ? (await page(next)).ms : undefined;
  const walks = (await countScans()) - before;
  times.sort((a, b) => a - b);
  const median = times[Math.floor(ROUNDS / 2)] ?? 0;
  if (median > GOAL_MS) slow += 1;
  if (walks > 0) walked += 1;
  const beyond = following === undefined ? '' : `, the page after ${following.toFixed(0)} ms`;
  console.log(
    `${median > GOAL_MS ? 'SLOW ' : ''}${walks > 0 ? `WALKED ${walks}× ` : ''}${path || '/'}: best ${times[0]?.toFixed(0)} ms, median ${median.toFixed(0)} ms, worst ${times.at(-1)?.toFixed(0)} ms${beyond}`,
  );
}
console.log(`${paths.length} pages: ${slow} slower than ${GOAL_MS} ms, ${walked} with a walk over a collection`);

const explained = await explainConsole(MONGODB_URL, database, heavy);
const bad = explained.filter(({ walks, keys }) => walks || keys > MOST_KEYS);
for (const { query, walks, keys } of bad) console.log(`${walks ? 'WALKS' : `${keys} KEYS`} ${query}`);
const most = explained.reduce((largest, { keys }) => Math.max(largest, keys), 0);
console.log(
  `${explained.length} queries explained: ${most} keys looked at by one at most (${MOST_KEYS}), ${bad.length} bad`,
);
if (!MONGODB_DATABASE) await db.dropDatabase();
await stop();
process.exitCode = slow + walked + bad.length > 0 ? 1 : 0;

/** Counts the queries that the engine has run without an index so far. */
async function countScans(): Promise<number> {
  const { metrics } = await db.admin().command({ serverStatus: 1 });
  return Number(metrics.queryExecutor.collectionScans.nonTailable);
}

async function logIn(baseUrl: string): Promise<string> {
  const body = new URLSearchParams({ token: ADMIN_TOKEN });
  const answer = await fetch(`${baseUrl}/operator/login`, { method: 'POST', body, redirect: 'manual' });
  return answer.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ');
}
