/**
 * What the simulation says of this machine beside what it does, on 1, 2 and 4 Redis servers with 1 to 4 fronts:
 * `npm run bench:predictions`. In each round the costs of a call are measured on one front and one server, with all of the connections and with
 * parts of them, and then each number of fronts and servers, with all of the connections, is predicted and measured. What a front has
 * under way at the same time for one server goes on together, to Redis, to the worker and to the store, and needs less for each call the more
 * it is: two fronts have the costs of one with half of the connections, and so has one front on two servers.
 *
 * What processes use while nobody calls is taken off. The processors are those that the machine gave: processor time of what was measured, and
 * of the load itself, by the clock. So it may be run on a machine that does other things, and predicts how fast calls are served
 * there. It fails when the median of a prediction is off by more than 15 %. Needs redis-server and Linux.
 *
 * Options: --seconds of each measurement, 4 unless it is given; --rounds, 3; --connections, 32; --servers and --fronts, lists of how many
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type PoolName, poolNames } from '../shared/contract/pools.js';
import { httpLoad } from './load.js';
import { simulate } from './plan/simulation/simulate.js';
import { openSite, type Site } from './site.js';
import { cpuMsOf } from './watch.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    servers: { type: 'string', default: '1,2,4' },
    fronts: { type: 'string', default: '1,2,3,4' },
  },
});
const numbersIn = (list: string): number[] => list.split(',').map(Number);
const FOR_MS = Number(values.seconds) * 1_000;
const ROUNDS = Number(values.rounds);
const ALL = Number(values.connections);
const SERVERS = numbersIn(values.servers);
const FRONTS = numbersIn(values.fronts);
const MOST_OFF = 0.15;
const IDLE_MS = 5_000;
/** Of each front: a process that has just been started needs more for a call until the engine has compiled what is run often. */
const WARM_UP_MS = 12_000;
const ENDPOINT = '/v1/vat';
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

/** Processor time of a site and of this process so far, in ms. */
function used({ bench: { platform }, fronts, redisPids }: Site): Used {
  const cpu = (pids: readonly (number | undefined)[]) =>
    pids.reduce<number>((all, pid) => all + cpuMsOf(Number(pid)), 0);
  const { user, system } = process.cpuUsage();
  return {
    front: cpu(fronts.map(({ pid }) => pid)),
    worker: cpu([platform.children.get('worker:compute')?.pid]),
    redis: cpu(redisPids),
    store: cpu([platform.children.get('store')?.pid]),
    caller: (user + system) / 1_000,
  };
}

/** What something uses, per ms of the clock. */
async function usedBy<T>(site: Site, work: () => Promise<T>): Promise<{ came: T; perMs: Used; tookMs: number }> {
  const [before, began] = [used(site), performance.now()];
  const came = await work();
  const tookMs = performance.now() - began;
  const after = used(site);
  return { came, tookMs, perMs: byKind((kind) => (after[kind] - before[kind]) / tookMs) };
}

async function measure(site: Site, fronts: number, connections: number, idle: Used): Promise<Measured> {
  const urls = site.fronts.slice(0, fronts).map(({ url }) => url);
  const { came, perMs, tookMs } = await usedBy(site, () => httpLoad(urls, site.bench.keys, CALL, connections, FOR_MS));
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

function predict(fronts: number, servers: number, cost: Used, processors: number) {
  const call = { endpoint: ENDPOINT, calls: 1, redisCommands: 0, storeBytes: 0, redisBytesHeld: 0 };
  const ms = { frontMs: cost.front, workerMs: cost.worker, redisMs: cost.redis, storeMs: cost.store };
  // What others leave of several is as much as so many whole ones do: whoever is ready gets all of it.
  const count = Math.ceil(processors);
  return simulate({
    ...{ seed: '1', mix: { compute: 1 }, costs: inEachPool({ ...call, ...ms }), workers: inEachPool(1), fronts },
    ...{ lanes: servers, redisServers: servers, storeCores: 1, failures: [], forMs: FOR_MS, stretchMs: FOR_MS },
    load: { callers: ALL, callerMs: cost.caller },
    processors: { count, speed: processors / count },
  });
}

interface Case {
  readonly servers: number;
  readonly fronts: number;
  readonly rows: { measured: Measured; perSecond: number; p50Ms: number }[];
}

const sites: Site[] = [];
try {
  for (const servers of new Set([1, ...SERVERS])) sites.push(await openSite(servers, Math.max(...FRONTS), ENDPOINT));
  for (const { fronts, bench } of sites) {
    for (const { url } of fronts) await httpLoad([url], bench.keys, CALL, ALL, WARM_UP_MS);
  }
  const idle = new Map<Site, Used>();
  for (const site of sites) idle.set(site, (await usedBy(site, () => pause(IDLE_MS))).perMs);
  const [plain] = sites;
  if (!plain) throw new Error('there is no site');
  const cases: Case[] = SERVERS.flatMap((servers) => FRONTS.map((fronts) => ({ servers, fronts, rows: [] })));
  const connectionsOf = ({ servers, fronts }: Case) => Math.max(1, Math.round(ALL / servers / fronts));
  const costs = new Map([...new Set(cases.map(connectionsOf))].map((of) => [of, [] as Used[]]));
  const measureAt = (site: Site, fronts: number, connections: number) =>
    measure(site, fronts, connections, idle.get(site) ?? byKind(() => 0));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [connections, measured] of costs) measured.push((await measureAt(plain, 1, connections)).cost);
    for (const one of cases) {
      const site = sites.find(({ servers }) => servers === one.servers);
      const cost = costs.get(connectionsOf(one))?.at(-1);
      if (!site || !cost) throw new Error('what was to be measured was not');
      const measured = await measureAt(site, one.fronts, ALL);
      const { perSecond, p50Ms } = predict(one.fronts, one.servers, cost, measured.processors);
      one.rows.push({ measured, perSecond, p50Ms });
    }
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, a load of ${loadavg()[1]?.toFixed(0)}; ` +
      `${ALL} connections, medians of ${ROUNDS} rounds of ${values.seconds} s`,
  );
  const each = (of: readonly Used[]) =>
    Object.fromEntries(KINDS.map((kind) => [`${kind}, ms`, median(of.map((cost) => cost[kind])).toFixed(2)]));
  console.table([...costs].map(([connections, of]) => ({ 'one front, connections': connections, ...each(of) })));
  console.table(
    cases.map(({ servers, fronts, rows }) => {
      const of = (read: (row: (typeof rows)[number]) => number) => median(rows.map(read));
      const calls = of(({ measured, perSecond }) => perSecond / measured.perSecond);
      if (Math.abs(calls - 1) > MOST_OFF) process.exitCode = 1;
      return {
        ...{ 'Redis servers': servers, fronts, 'calls/s': of(({ measured }) => measured.perSecond).toFixed(0) },
        'predicted/measured': calls.toFixed(2),
        'p50, predicted/measured': of(({ measured, p50Ms }) => p50Ms / measured.p50Ms).toFixed(2),
        processors: of(({ measured }) => measured.processors).toFixed(2),
        ...each(rows.map(({ measured }) => measured.cost)),
      };
    }),
  );
} finally {
  for (const site of sites) await site.stop();
}
