/**
 * What the simulation says of this machine beside what it does: `node dist/bench/predictions.js [--seconds 8] [--rounds 4]`. In each round
 * the costs of a call are measured on one front, with half of the connections and with all, and then one front and two, with all of
 * them, are predicted and measured. What a front has under way at the same time goes on together, to Redis, to the worker and to the
 * store, and needs less for each call the more it is: two fronts have the costs of one with half of the connections.
 *
 * What processes use while nobody calls is taken off. The processors are those that the machine gave: processor time of what was measured, and
 * of the load itself, by the clock. So it may be run on a machine that does other things, and predicts how fast calls are served
 * there. It fails when the median of a prediction is off by more than 15 %. Needs redis-server and Linux.
 */
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Child } from '../embedded/child.js';
import { type PoolName, poolNames } from '../shared/contract/pools.js';
import { startBenchPlatform } from './bench-platform.js';
import { httpLoad } from './load.js';
import { simulate } from './plan/simulation/simulate.js';
import { cpuMsOf } from './watch.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '8' },
    rounds: { type: 'string', default: '4' },
    connections: { type: 'string', default: '32' },
  },
});
const FOR_MS = Number(values.seconds) * 1_000;
const ROUNDS = Number(values.rounds);
const ALL = Number(values.connections);
const MOST_OFF = 0.15;
const IDLE_MS = 10_000;
const WARM_UP_MS = 30_000;
const CALL = { action: 'calculate', net: '100,00', country_code: 'DE' };
const KINDS = ['front', 'worker', 'redis', 'store', 'caller'] as const;
type Used = Record<(typeof KINDS)[number], number>;

interface Measured {
  /** Processor time of a call by kind of process, in ms. */
  cost: Used;
  perSecond: number;
  p50Ms: number;
  /** How many processors there were for calls. */
  processors: number;
}

const byKind = (of: (kind: keyof Used) => number): Used =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Used;
const sum = (used: Used): number => Object.values(used).reduce((total, ms) => total + ms, 0);
const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

const bench = await startBenchPlatform(['one', 'two', 'three', 'four'], 1_000_000, { ADMIT_AT_LEAST: '512' });
const { platform, keys } = bench;
const { children } = platform;
const env = { ...platform.environment, PORT: '0' };
const second = new Child({ name: 'second', module: 'dist/api/main.js', env }, () => {});

/** Processor time so far, in ms. */
function used(): Used {
  const cpu = (pid: string | number | undefined) => cpuMsOf(Number(pid));
  const { user, system } = process.cpuUsage();
  return {
    front: cpu(children.get('api')?.pid) + cpu(second.pid),
    worker: cpu(children.get('worker:compute')?.pid),
    redis: cpu(children.get('redis')?.facts.serverPid),
    store: cpu(children.get('store')?.pid),
    caller: (user + system) / 1_000,
  };
}

/** What something uses, per ms of the clock. */
async function usedBy<T>(work: () => Promise<T>): Promise<{ came: T; perMs: Used; tookMs: number }> {
  const [before, began] = [used(), performance.now()];
  const came = await work();
  const tookMs = performance.now() - began;
  const after = used();
  return { came, tookMs, perMs: byKind((kind) => (after[kind] - before[kind]) / tookMs) };
}

const baseUrls = () => [platform.baseUrl, `http://127.0.0.1:${second.facts.port}`];

async function measure(fronts: 1 | 2, connections: number, idle: Used): Promise<Measured> {
  const urls = baseUrls()
    .slice(0, fronts)
    .map((base) => `${base}/v1/vat`);
  const { came, perMs, tookMs } = await usedBy(() => httpLoad(urls, keys, CALL, connections, FOR_MS));
  const { requests, failures, p50 } = came;
  if (failures > requests / 100) throw new Error(`${failures} calls failed, ${requests} did not`);
  const forCalls = byKind((kind) => Math.max(0, perMs[kind] - idle[kind]));
  return {
    cost: byKind((kind) => (forCalls[kind] * tookMs) / requests),
    perSecond: (requests / tookMs) * 1_000,
    p50Ms: p50,
    processors: sum(forCalls),
  };
}

const inEachPool = <T>(value: T) => Object.fromEntries(poolNames.map((pool) => [pool, value])) as Record<PoolName, T>;

function predict(fronts: number, cost: Used, processors: number) {
  const call = { endpoint: '/v1/vat', calls: 1, redisCommands: 0, storeBytes: 0, redisBytesHeld: 0 };
  const ms = { frontMs: cost.front, workerMs: cost.worker, redisMs: cost.redis, storeMs: cost.store };
  // What others leave of several is as much as so many whole ones do: whoever is ready gets all of it.
  const count = Math.ceil(processors);
  return simulate({
    ...{ seed: '1', mix: { compute: 1 }, costs: inEachPool({ ...call, ...ms }), workers: inEachPool(1), fronts },
    ...{ lanes: 1, redisServers: 1, storeCores: 1, failures: [], forMs: FOR_MS, stretchMs: FOR_MS },
    load: { callers: ALL, callerMs: cost.caller },
    processors: { count, speed: processors / count },
  });
}

try {
  await second.start();
  // A process that has just been started needs more for a call until the engine has compiled what is run often.
  for (const base of baseUrls()) await httpLoad([`${base}/v1/vat`], keys, CALL, ALL, WARM_UP_MS);
  const { perMs: idle } = await usedBy(() => pause(IDLE_MS));
  const costs: { name: string; cost: Used }[] = [];
  const rows = [1, 2].map(() => [] as { measured: Measured; perSecond: number; p50Ms: number }[]);
  for (let round = 0; round < ROUNDS; round++) {
    const half = await measure(1, ALL / 2, idle);
    const all = await measure(1, ALL, idle);
    costs.push(
      { name: `1 front, ${ALL / 2} connections`, cost: half.cost },
      { name: `1 front, ${ALL}`, cost: all.cost },
    );
    for (const fronts of [1, 2] as const) {
      const measured = await measure(fronts, ALL, idle);
      const { cost } = fronts === 1 ? all : half;
      const { perSecond, p50Ms } = predict(fronts, cost, measured.processors);
      rows[fronts - 1]?.push({ measured, perSecond, p50Ms });
      if (fronts === 2) costs.push({ name: `2 fronts, ${ALL}`, cost: measured.cost });
    }
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}; medians of ${ROUNDS} rounds of ${values.seconds} s`,
  );
  for (const name of new Set(costs.map((one) => one.name))) {
    const ofName = costs.filter((one) => one.name === name);
    const each = KINDS.map((kind) => `${kind} ${median(ofName.map(({ cost }) => cost[kind])).toFixed(2)}`);
    console.log(`${name}: ms of processor a call: ${each.join(', ')}`);
  }
  for (const [index, row] of rows.entries()) {
    const calls = median(row.map(({ measured, perSecond }) => perSecond / measured.perSecond));
    const waits = median(row.map(({ measured, p50Ms }) => p50Ms / measured.p50Ms));
    if (Math.abs(calls - 1) > MOST_OFF) process.exitCode = 1;
    const of = (read: (measured: Measured) => number) => median(row.map(({ measured }) => read(measured)));
    console.log(
      [
        `${index + 1} front(s), ${ALL} connections: ${of(({ perSecond }) => perSecond).toFixed(0)} calls/s`,
        `predicted/measured ${calls.toFixed(2)} (p50 ${waits.toFixed(2)})`,
        `${of(({ cost }) => sum(cost)).toFixed(2)} ms of processor a call, ${of(({ processors }) => processors).toFixed(2)} processors`,
      ].join('; '),
    );
  }
} finally {
  await second.stop(10_000);
  await bench.stop();
}
