import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Child, type ChildSpec } from '../embedded/child.js';
import { toMicro } from '../shared/contract/amounts.js';
import { startBenchPlatform } from './bench-platform.js';
import { httpLoad, listLoad } from './load.js';
import { describeMachine, formatReport, type Round } from './report.js';
import type { RIVAL_QUEUES } from './rival/jobs.js';
import { type Contender, prepareGround, watch } from './watch.js';

/**
 * Compares, interleaved in one run, at 1, 16, 64 and 256 connections: the whole platform on /v1/vat, and the rival that a user would
 * build; both without credits, for four accounts, and with two fronts and a worker per core; a bare Koa echo; a round trip over Redis lists.
 *
 * usage: npm run bench -- [--seconds 3] [--rounds 5] [--connections 1,16,64,256] [--only a0,b0]
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '1,16,64,256' },
    only: { type: 'string', default: '' },
  },
});
const forMs = Number(values.seconds) * 1_000;
const rounds = Number(values.rounds);
const only = values.only.split(',').filter(Boolean);
const ACCOUNTS = ['bench', 'bench-2', 'bench-3', 'bench-4'];
const CREDITS = 100_000;
/** Length of the same load before each measurement, in ms. */
const WARM_UP_MS = 3_000;
const CALL = { action: 'calculate', net: '100,00', country_code: 'DE' };

const children: Child[] = [];
const { platform, db, keys, stop } = await startBenchPlatform(ACCOUNTS, CREDITS);
const balances = db.collection<{ _id: string; balance: number }>('rival_balances');
await balances.insertMany(ACCOUNTS.map((account) => ({ _id: account, balance: toMicro(CREDITS) })));

const run = async (spec: ChildSpec): Promise<Child> => {
  const child = new Child({ ...spec, env: { ...platform.environment, PORT: '0' } }, () => {});
  children.push(child);
  await child.start();
  return child;
};
const at = ({ facts }: Child): string => `http://127.0.0.1:${facts.port}`;
const own = (name: string): Child => {
  const child = platform.children.get(name);
  if (!child) throw new Error(`The platform has no process ${name}`);
  return child;
};

const rivalWorker = await run({ name: 'rival-worker', module: 'dist/bench/rival/worker.js' });
const rivalFront = (queue: keyof typeof RIVAL_QUEUES) =>
  run({ name: queue, module: 'dist/bench/rival/front.js', args: [queue] });
const rival = await rivalFront('withCredits');
const rivalSecond = await rivalFront('secondFront');
const rivalFree = await rivalFront('creditsOff');
const second = await run({ name: 'second', module: 'dist/api/main.js' });
const oursFree = await run({ name: 'ours-free', module: 'dist/bench/front-without-credits.js' });
const echo = await run({ name: 'echo', module: 'dist/bench/echo.js' });
const listEcho = await run({ name: 'list-echo', module: 'dist/bench/list-echo.js' });

const worker = own('worker:compute');
const http = (bases: readonly string[], callers: readonly string[]) => (connections: number, ms: number) =>
  httpLoad(
    bases.map((base) => `${base}/v1/vat`),
    callers,
    CALL,
    connections,
    ms,
  );
/** Creates a function that starts another worker for each core but the first. */
const perCore = (spec: ChildSpec) => async () => {
  const workers = await Promise.all(
    cpus()
      .slice(1)
      .map(() => run(spec)),
  );
  return { workers, dismiss: async () => void (await Promise.all(workers.map((one) => one.stop(3_000)))) };
};
const ours = { front: [own('api')], worker: [worker] };
const theirs = { front: [rival], worker: [rivalWorker] };
const one = keys.slice(0, 1);

const all: Contender[] = [
  { name: 'a  ours', ...ours, load: http([platform.baseUrl], one) },
  { name: 'b  rival', ...theirs, load: http([at(rival)], one) },
  { name: 'a0 ours, credits off', ...ours, front: [oursFree], load: http([at(oursFree)], one) },
  { name: 'b0 rival, credits off', ...theirs, front: [rivalFree], load: http([at(rivalFree)], one) },
  { name: 'a4 ours, four accounts', ...ours, load: http([platform.baseUrl], keys) },
  { name: 'b4 rival, four accounts', ...theirs, load: http([at(rival)], keys) },
  {
    name: 'a2 ours, two fronts, a worker per core',
    front: [own('api'), second],
    worker: [worker],
    reinforce: perCore({ name: 'more', module: 'dist/workers/main.js', args: ['compute'] }),
    load: http([platform.baseUrl, at(second)], one),
  },
  {
    name: 'b2 rival, two fronts, a worker per core',
    front: [rival, rivalSecond],
    worker: [rivalWorker],
    reinforce: perCore({ name: 'rival-more', module: 'dist/bench/rival/worker.js' }),
    load: http([at(rival), at(rivalSecond)], one),
  },
  { name: 'c  bare Koa echo', front: [echo], worker: [], load: http([at(echo)], one) },
  {
    name: 'd  Redis list round trip',
    front: [],
    worker: [listEcho],
    load: (connections: number, ms: number) => listLoad(platform.redisUrl, connections, ms),
  },
];
const contenders = all.filter(({ name }) => only.length === 0 || only.includes(name.split(' ')[0] ?? ''));

const ground = await prepareGround(platform, db);
const measured: Round[] = [];
for (const contender of contenders) await contender.load(16, 1_000);
for (let round = 0; round < rounds; round++) {
  for (const connections of values.connections.split(',').map(Number)) {
    for (const contender of contenders) {
      await contender.load(connections, WARM_UP_MS);
      const result = await watch(contender, connections, forMs, ground);
      measured.push({ name: contender.name, connections, ...result });
    }
  }
}

ground.redis.disconnect();
await Promise.all(children.map((child) => child.stop(3_000)));
await stop();
process.stdout.write(formatReport(measured, describeMachine()));
