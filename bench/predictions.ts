/**
 * What the simulation says of this machine beside what it does, on 1, 2 and 4 Redis servers with 1 to 4 fronts:
 * `npm run bench:predictions`. In each round every number of fronts and servers is measured with all of the connections, and one front on one
 * server with all and with parts of them, from which the others are predicted.
 *
 * What goes on together needs less for each call the more it is: jobs that a front adds, those that a worker ends, answers that a front hears
 * of. A worker and a Redis server have a S-th of the connections, of all fronts; a front has a F-th of that. And what goes round in step on one of
 * each does not where there are more of either: what comes back together is half of it to workers and servers where these are several, two
 * thirds of it to fronts where there are several of either, and of that a F-th. These last shares were found by measuring.
 *
 * What processes use while nobody calls is taken off. The processors are those that the machine gave: processor time of what was measured, and
 * of the load itself, by the clock. So it may be run on a machine that does other things, and predicts how fast calls are served
 * there. Medians of all rounds count: many short ones, since a machine that is shared is faster and slower for seconds at a time. It fails when a prediction is off by more than 15 %. Needs redis-server and Linux.
 *
 * Options: --seconds of each measurement, 2 unless it is given; --rounds, 9; --connections, 32; --servers and --fronts, lists of how many
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
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '9' },
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
/** Before each measurement: a front pays from leases when it has known an account for two seconds. */
const RUN_IN_MS = 2_500;
/** The least number of connections that is measured on one of each: of less than one, calls come so much more rarely than on one. */
const FEWEST = 1 / 4;
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

/** @param connections that call as fast as they are answered; less than one calls as often as that says of `onePerSecond` */
async function measure(
  site: Site,
  fronts: number,
  connections: number,
  idle: Used,
  onePerSecond = 0,
): Promise<Measured> {
  const urls = site.fronts.slice(0, fronts).map(({ url }) => url);
  const load = (forMs: number) =>
    connections < 1
      ? pacedLoad(urls, site.bench.keys, CALL, connections * onePerSecond, forMs)
      : httpLoad(urls, site.bench.keys, CALL, connections, forMs);
  await load(RUN_IN_MS);
  const { came, perMs, tookMs } = await usedBy(site, () => load(FOR_MS));
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
  return simulate({
    ...{ seed: '1', mix: { compute: 1 }, costs: inEachPool({ ...call, ...ms }), workers: inEachPool(1), fronts },
    ...{ lanes: servers, redisServers: servers, storeCores: 1, failures: [], forMs: FOR_MS, stretchMs: FOR_MS },
    load: { callers: ALL, callerMs: cost.caller },
    // As one that is so much faster: whoever is ready gets it, so that no process is held up by having only a part of several.
    processors: { count: 1, speed: processors },
  });
}

/** Two lists in one, each in its order and spread over all of it: a slower minute of the machine falls on both. */
const spread = <T>(one: readonly T[], other: readonly T[]): T[] =>
  [one, other]
    .flatMap((list) => list.map((item, at) => ({ item, place: (at + 1) / (list.length + 1) })))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

interface Case {
  readonly servers: number;
  readonly fronts: number;
  readonly measured: Measured[];
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
  const cases: Case[] = SERVERS.flatMap((servers) => FRONTS.map((fronts) => ({ servers, fronts, measured: [] })));
  const halves = Array.from({ length: Math.log2(ALL / FEWEST) + 1 }, (_, times) => ALL / 2 ** times);
  /** On one front and one server, with so many connections. */
  const alone = new Map(halves.map((part) => [part, [] as Measured[]]));
  const measureAt = (site: Site, fronts: number, connections: number, onePerSecond?: number) =>
    measure(site, fronts, connections, idle.get(site) ?? byKind(() => 0), onePerSecond);
  const ofCases = cases.map((one) => async () => {
    const site = sites.find(({ servers }) => servers === one.servers);
    if (site) one.measured.push(await measureAt(site, one.fronts, ALL));
  });
  const ofAlone = [...alone].map(([part, all]) => async () => {
    all.push(await measureAt(plain, 1, part, alone.get(1)?.at(-1)?.perSecond));
  });
  for (let round = 0; round < ROUNDS; round++) {
    for (const measureOne of spread(ofCases, ofAlone)) await measureOne();
  }
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, a load of ${loadavg()[1]?.toFixed(0)}; ` +
      `${ALL} connections, medians of ${ROUNDS} rounds of ${values.seconds} s`,
  );
  /** The embedded store writes its files anew now and then, for which the calls of those seconds are not to blame: its least cost counts. */
  const costOf = (rounds: readonly Measured[]) =>
    byKind((kind) => {
      const all = rounds.map(({ cost }) => cost[kind]);
      return kind === 'store' ? Math.min(...all) : median(all);
    });
  const oneCaller = costOf(alone.get(1) ?? []).caller;
  // Calls that come now and then are made in another way than those on connections, which says nothing of the platform.
  const costs = new Map(
    [...alone].map(([part, all]) => [part, { ...costOf(all), ...(part < 1 && { caller: oneCaller }) }]),
  );
  /** Of a number of connections that was not measured it lies between those of the nearest two. */
  const costWith = (connections: number, kind: keyof Used): number => {
    const more = halves.findLast((half) => half >= connections) ?? ALL;
    const [atMore = 0, atLess = 0] = [costs.get(more)?.[kind], costs.get(Math.max(FEWEST, more / 2))?.[kind]];
    return atMore + Math.log2(more / connections) * (atLess - atMore);
  };
  const costIn = ({ servers, fronts }: Case): Used => {
    const ofServer = ALL / (servers * (servers > 1 ? 2 : 1));
    const ofFront = ALL / (servers * fronts ** 2 * (servers > 1 || fronts > 1 ? 3 / 2 : 1));
    return byKind((kind) => costWith(kind === 'worker' || kind === 'redis' ? ofServer : ofFront, kind));
  };
  const shown = (cost: Used) => Object.fromEntries(KINDS.map((kind) => [`${kind}, ms`, cost[kind].toFixed(2)]));
  console.table([...costs].map(([part, cost]) => ({ 'one front, connections': part.toFixed(2), ...shown(cost) })));
  console.table(
    cases.map((one) => {
      const { servers, fronts, measured } = one;
      const of = (read: (came: Measured) => number) => median(measured.map(read));
      const [cost, processors] = [costOf(measured), of((came) => came.processors)];
      // As many as the processors serve whose time these costs took.
      const perSecond = (processors * 1_000) / sum(cost);
      const predicted = predict(fronts, servers, costIn(one), processors);
      const calls = predicted.perSecond / perSecond;
      if (!(Math.abs(calls - 1) <= MOST_OFF)) process.exitCode = 1;
      return {
        ...{ 'Redis servers': servers, fronts, 'calls/s': perSecond.toFixed(0) },
        'predicted/measured': calls.toFixed(2),
        'p50, predicted/measured': (predicted.p50Ms / of(({ p50Ms }) => p50Ms)).toFixed(2),
        processors: processors.toFixed(2),
        ...shown(cost),
      };
    }),
  );
} finally {
  for (const site of sites) await site.stop();
}
