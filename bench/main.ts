import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Child, type ChildSpec } from '../embedded/child.js';
import { startPlatform } from '../embedded/platform.js';
import { issueKey } from '../shared/keys/keys.js';
import { toMicro } from '../shared/ledger/amounts.js';
import { purchase } from '../shared/ledger/purchase.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { collections, createIndexes } from '../shared/store/collections.js';
import { connectStore, type Store } from '../shared/store/connect.js';
import { httpLoad, listLoad } from './load.js';
import { type Round, report } from './report.js';
import { type Contender, watch } from './watch.js';

/**
 * Side by side, in one run and interleaved, at 1, 16 and 64 connections: our whole path on /v1/vat, the rival that a
 * user would build, both again without credits, a bare Koa echo, and a raw Redis list round trip.
 *
 * usage: npm run bench -- [--seconds 3] [--rounds 3]
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '3' } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const CONNECTIONS = [1, 16, 64];
const CREDITS = 100_000;
const CALL = { action: 'calculate', net: '100,00', country_code: 'DE' };

const folder = await mkdtemp(join(tmpdir(), 'utility-api-bench-'));
const children: Child[] = [];
let store: Store | undefined;
let key = '';

const platform = await startPlatform({
  environment: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', MONGODB_DATABASE: 'bench' },
  say: () => {},
  async prepare(config) {
    store = connectStore(config);
    await createIndexes(store.db);
    const documents = collections(store.db);
    await purchase(documents, { account: 'bench', amount: toMicro(CREDITS), bought: new Date() });
    await store.db.collection<{ _id: string; balance: number }>('rival_balances').insertOne({
      _id: 'bench',
      balance: toMicro(CREDITS),
    });
    key = (await issueKey(documents, { account: 'bench', name: 'bench', limits: { '*': 1_000_000_000 } })).plain;
    return {};
  },
});

const run = async (spec: ChildSpec): Promise<Child> => {
  const child = new Child({ ...spec, env: platform.environment }, () => {});
  children.push(child);
  await child.start();
  return child;
};
const at = ({ facts }: Child): string => `http://127.0.0.1:${facts.port}`;
const own = (name: string): Child => {
  const child = platform.children.get(name);
  if (!child) throw new Error(`there is no ${name}`);
  return child;
};

const rivalWorker = await run({ name: 'rival-worker', module: 'dist/bench/rival/worker.js' });
const rival = await run({ name: 'rival', module: 'dist/bench/rival/front.js' });
const rivalFree = await run({ name: 'rival-free', module: 'dist/bench/rival/front.js', args: ['--credits-off'] });
const oursFree = await run({ name: 'ours-free', module: 'dist/bench/front-without-credits.js' });
const echo = await run({ name: 'echo', module: 'dist/bench/echo.js' });
const listEcho = await run({ name: 'list-echo', module: 'dist/bench/list-echo.js' });

const redis = connectRedis(platform.redisUrl, 'worker', () => {});
await whenReady(redis, 5_000);
const worker = own('worker:compute');
const http = (base: string) => (connections: number, forMs: number) =>
  httpLoad(`${base}/v1/vat`, key, CALL, connections, forMs);

const contenders: Contender[] = [
  { name: 'a  ours', processes: [own('api'), worker], load: http(platform.baseUrl) },
  { name: 'b  rival', processes: [rival, rivalWorker], load: http(at(rival)) },
  { name: 'a0 ours, credits off', processes: [oursFree, worker], load: http(at(oursFree)) },
  { name: 'b0 rival, credits off', processes: [rivalFree, rivalWorker], load: http(at(rivalFree)) },
  { name: 'c  bare Koa echo', processes: [echo], load: http(at(echo)) },
  {
    name: 'd  Redis list round trip',
    processes: [listEcho],
    load: (connections, forMs) => listLoad(platform.redisUrl, connections, forMs),
  },
];

const measured: Round[] = [];
for (const contender of contenders) await contender.load(16, 1_000);
for (let round = 0; round < rounds; round++) {
  for (const connections of CONNECTIONS) {
    for (const contender of contenders) {
      const result = await watch(contender, connections, seconds * 1_000, redis, store?.db);
      measured.push({ name: contender.name, connections, ...result });
    }
  }
}

redis.disconnect();
await Promise.all(children.map((child) => child.stop(3_000)));
await store?.close();
await platform.stop();
await rm(folder, { recursive: true, force: true });
process.stdout.write(
  report(measured, `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB`),
);
