/**
 * Compares the simulation with measurements of this machine, with 1 to 4 fronts: `npm run bench:predictions`. In each round every number of fronts is
 * sent as many requests a second, at random times, and one front all of them and parts of them, from which the others are predicted: a front
 * of F has the F-th of the requests, worker and Redis have all.
 *
 * What processes use while nobody calls is taken off. What is held against each other is how many calls a second a processor serves, which is
 * what processes are planned by, and how long calls take. Medians of all rounds count, since a machine that is shared is faster and slower for
 * seconds at a time. It fails when a prediction of calls is off by more than 15 %. Needs redis-server and Linux.
 *
 * Options: --seconds of each measurement, 3 unless it is given; --rounds, 8; --rate, calls a second, 320; --fronts, a list of how many
 */
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type PoolName, poolNames } from '../shared/contract/pools.js';
import { httpLoad, pacedLoad } from './load.js';
import { simulate } from './plan/simulation/simulate.js';
import { openSite, type Site } from './site.js';
import { cpuMsOf } from './watch.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '8' },
    rate: { type: 'string', default: '320' },
    fronts: { type: 'string', default: '1,2,3,4' },
  },
});
const numbersIn = (list: string): number[] => list.split(',').map(Number);
const FOR_MS = Number(values.seconds) * 1_000;
const ROUNDS = Number(values.rounds);
const ALL = Number(values.rate);
const FRONTS = numbersIn(values.fronts);
const MOST_OFF = 0.15;
const IDLE_MS = 5_000;
/** Of each front: a process that has just been started needs more for a call until the engine has compiled what is run often. */
const WARM_UP_MS = 12_000;
/** Length of the load before each measurement, in ms. */
const RUN_IN_MS = 2_500;
/** Connections on which fronts are warmed up. */
const CONNECTIONS = 32;
/** How long the simulation goes on, in ms of its own. */
const SIMULATED_MS = 60_000;
const ENDPOINT = '/v1/vat';
const CALL = { action: 'calculate', net: '100,00', country_code: 'DE' };
const KINDS = ['front', 'worker', 'redis', 'store'] as const;
type Used = Record<(typeof KINDS)[number], number>;

interface Measured {
  /** Processor time of a call by kind of process, in ms. */
  cost: Used;
  p50Ms: number;
}

const byKind = (of: (kind: keyof Used) => number): Used =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Used;
const sum = (used: Used): number => Object.values(used).reduce((total, ms) => total + ms, 0);
const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** Processor time of a site so far, in ms. */
function used({ bench: { platform }, fronts, redisPids }: Site): Used {
  const cpu = (pids: readonly (number | undefined)[]) =>
    pids.reduce<number>((all, pid) => all + cpuMsOf(Number(pid)), 0);
  return {
    front: cpu(fronts.map(({ pid }) => pid)),
    worker: cpu([platform.children.get('worker:compute')?.pid]),
    redis: cpu(redisPids),
    store: cpu([platform.children.get('store')?.pid]),
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

async function measure(site: Site, fronts: number, perSecond: number, idle: Used): Promise<Measured> {
  const urls = site.fronts.slice(0, fronts).map(({ url }) => url);
  const load = (forMs: number) => pacedLoad(urls, site.bench.keys, CALL, perSecond, forMs);
  await load(RUN_IN_MS);
  const { came, perMs, tookMs } = await usedBy(site, () => load(FOR_MS));
  const { requests, failures, p50 } = came;
  if (failures > requests / 100) throw new Error(`${failures} calls failed, ${requests} did not`);
  const cost = byKind((kind) => (Math.max(0, perMs[kind] - idle[kind]) * tookMs) / requests);
  return { cost, p50Ms: p50 };
}

const inEachPool = <T>(value: T) => Object.fromEntries(poolNames.map((pool) => [pool, value])) as Record<PoolName, T>;

/** How many calls a second a processor serves where all are on one machine, and how long calls take, as the simulation has it. */
function predict({ fronts }: Case, cost: Used): { ofProcessor: number; p50Ms: number } {
  const call = { endpoint: ENDPOINT, calls: 1, redisCommands: 0, storeBytes: 0, redisBytesHeld: 0 };
  const ms = { frontMs: cost.front, workerMs: cost.worker, redisMs: cost.redis, storeMs: cost.store };
  const { perSecond, p50Ms, busy } = simulate({
    ...{ seed: '1', mix: { compute: 1 }, costs: inEachPool({ ...call, ...ms }), workers: inEachPool(1), fronts },
    ...{
      partitions: 1,
      redisServers: 1,
      storeCores: 1,
      failures: [],
      forMs: SIMULATED_MS,
      stretchMs: SIMULATED_MS,
    },
    load: { callsPerSecond: ALL },
    processors: { count: cpus().length, speed: 1 },
  });
  const processors = fronts * busy.fronts + busy.Redis + busy.store + busy.compute;
  return { ofProcessor: perSecond / processors, p50Ms };
}

/** Two lists in one, each in its order and spread over all of it: a slower minute of the machine falls on both. */
const spread = <T>(one: readonly T[], other: readonly T[]): T[] =>
  [one, other]
    .flatMap((list) => list.map((item, at) => ({ item, place: (at + 1) / (list.length + 1) })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

interface Case {
  readonly fronts: number;
  readonly measured: Measured[];
}

const sites: Site[] = [];
try {
  sites.push(await openSite(Math.max(...FRONTS), ENDPOINT));
  for (const { fronts, bench } of sites) {
    for (const { url } of fronts) await httpLoad([url], bench.keys, CALL, CONNECTIONS, WARM_UP_MS);
  }
  const idle = new Map<Site, Used>();
  for (const site of sites) idle.set(site, (await usedBy(site, () => pause(IDLE_MS))).perMs);
  const [plain] = sites;
  if (!plain) throw new Error('there is no site');
  const cases: Case[] = FRONTS.map((fronts) => ({ fronts, measured: [] }));
  const parts = [...new Set([1, ...FRONTS])].sort((one, other) => one - other);
  /** On one front and one server, with one of so many parts of the calls. */
  const alone = new Map(parts.map((part) => [part, [] as Measured[]]));
  const measureAt = (site: Site, fronts: number, perSecond: number) =>
    measure(site, fronts, perSecond, idle.get(site) ?? byKind(() => 0));
  const ofCases = cases.map((one) => async () => {
    one.measured.push(await measureAt(plain, one.fronts, ALL));
  });
  const ofAlone = [...alone].map(([part, all]) => async () => {
    all.push(await measureAt(plain, 1, ALL / part));
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const measureOne of spread(ofCases, ofAlone)) await measureOne();
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, a load of ${loadavg()[1]?.toFixed(0)}; ` +
      `${ALL} calls a second, medians of ${ROUNDS} rounds of ${values.seconds} s`,
  );
  /** The embedded store writes its files anew now and then, for which the calls of those seconds are not to blame: its least cost counts. */
  const costOf = (rounds: readonly Measured[]) =>
    byKind((kind) => {
      const all = rounds.map(({ cost }) => cost[kind]);
      return kind === 'store' ? Math.min(...all) : median(all);
    });
  const costs = new Map([...alone].map(([part, all]) => [part, costOf(all)]));
  const costIn = ({ fronts }: Case): Used => {
    const partOf = { front: fronts, worker: 1, redis: 1, store: fronts };
    return byKind((kind) => costs.get(partOf[kind])?.[kind] ?? 0);
  };
  const shown = (cost: Used) => Object.fromEntries(KINDS.map((kind) => [`${kind}, ms`, cost[kind].toFixed(2)]));
  console.table([...costs].map(([part, cost]) => ({ 'one front, calls/s': (ALL / part).toFixed(0), ...shown(cost) })));
  console.table(
    cases.map((one) => {
      const { fronts, measured } = one;
      const cost = costOf(measured);
      const ofProcessor = 1_000 / sum(cost);
      const foretold = predict(one, costIn(one));
      const calls = foretold.ofProcessor / ofProcessor;
      if (!(Math.abs(calls - 1) <= MOST_OFF)) process.exitCode = 1;
      const p50Ms = median(measured.map((came) => came.p50Ms));
      return {
        ...{ fronts, 'calls/s of a processor': ofProcessor.toFixed(0) },
        'predicted/measured': calls.toFixed(2),
        'p50, predicted/measured': (foretold.p50Ms / p50Ms).toFixed(2),
        ...shown(cost),
      };
    }),
  );
} finally {
  for (const site of sites) await site.stop();
}
