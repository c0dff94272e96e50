/**
 * What a call costs with more Redis servers and with more fronts: `npm run bench:lanes` runs the platform on 1, 2 and 4 Redis servers
 * with a lane on each, and with 1, 2 and 4 fronts, in turn, and prints the processor time of a call beside that on one of each.
 *
 * Whoever scales out gives each front the load that one had. So each is sent as many calls a second as the only one, which one machine can
 * serve at a pace that leaves it time; and, for comparison, all of them together are held against the only one with all of their calls, which
 * gathers more of them into a command. Last, each has as many connections as the only one, that call as fast as they are answered: then
 * the processors of the machine bound all together, and each of four has a quarter of the calls of one.
 *
 * What is done whether or not anybody calls is a part of it, so a machine that has time for few calls shows mostly that. Needs redis-server
 * and Linux.
 *
 * Options: --seconds of each measurement, 4 unless it is given; --rounds, 3; --rate, calls a second for each server or front, 100;
 * --connections for each, 32
 */
import { parseArgs } from 'node:util';
import { httpLoad, type Load, pacedLoad } from './load.js';
import { openSite, type Site } from './site.js';
import { cpuMsOf } from './watch.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    rate: { type: 'string', default: '100' },
    connections: { type: 'string', default: '32' },
  },
});
const loadMs = Number(values.seconds) * 1_000;
const [rounds, rate, connections] = [Number(values.rounds), Number(values.rate), Number(values.connections)];
const WARM_UP_MS = 12_000;
/** Length of the load before each measurement, in ms. */
const RUN_IN_MS = 3_000;
const COUNTS = [1, 2, 4] as const;
const ENDPOINT = '/v1/vat';
const BODY = { action: 'calculate', net: 100, vat_rate: 20 };

const ROLES = ['front', 'worker', 'redis'] as const;
type Cost = Record<(typeof ROLES)[number], number>;

/** Calls at so many fronts of a site. */
type Calling = (urls: readonly string[], keys: readonly string[], forMs: number) => Promise<Load>;

const paced =
  (perSecond: number): Calling =>
  (urls, keys, forMs) =>
    pacedLoad(urls, keys, BODY, perSecond, forMs);

const asFastAsAnswered =
  (connected: number): Calling =>
  (urls, keys, forMs) =>
    httpLoad(urls, keys, BODY, connected, forMs);

/** Processor time of a call, in ms, by who spent it. */
async function costOf({ bench, fronts, redisPids }: Site, count: number, calling: Calling): Promise<Cost> {
  const loaded = fronts.slice(0, count);
  const worker = Number(bench.platform.children.get('worker:compute')?.pid);
  const pids = { front: loaded.map(({ pid }) => pid), worker: [worker], redis: redisPids };
  const spent = () => ROLES.map((role) => pids[role].reduce((sum, pid) => sum + cpuMsOf(pid), 0));
  const urls = loaded.map(({ url }) => url);
  await calling(urls, bench.keys, RUN_IN_MS);
  const before = spent();
  const { requests, failures } = await calling(urls, bench.keys, loadMs);
  const after = spent();
  if (failures > requests / 100) throw new Error(`${failures} calls failed, ${requests} did not`);
  const each = ROLES.map((role, at) => [role, (Number(after[at]) - Number(before[at])) / requests]);
  return Object.fromEntries(each) as Cost;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const total = (cost: Cost): number => ROLES.reduce((sum, role) => sum + cost[role], 0);

const most = Math.max(...COUNTS);
const sites: Site[] = [];
try {
  for (const servers of COUNTS) sites.push(await openSite(servers, servers === 1 ? most : 1, ENDPOINT));
  const cases = sites.flatMap((site) =>
    (site.servers === 1 ? COUNTS : [1]).map((fronts) => ({ site, fronts, units: Math.max(site.servers, fronts) })),
  );
  const [one] = sites;
  if (!one) throw new Error('there is no site');
  for (const { bench, fronts } of sites) {
    // Each by itself: one that has answered fewer calls than another still runs what has not been compiled, and needs more for a call.
    for (const { url } of fronts) await httpLoad([url], bench.keys, BODY, connections, WARM_UP_MS);
  }
  const measured = cases.map(() => ({ paced: [] as Cost[], fast: [] as Cost[] }));
  /** The only front of the only server, with the calls of so many. */
  const alone = new Map(COUNTS.map((units) => [units as number, [] as Cost[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [units, costs] of alone) costs.push(await costOf(one, 1, paced(rate * units)));
    for (const [at, { site, fronts, units }] of cases.entries()) {
      measured[at]?.paced.push(await costOf(site, fronts, paced(rate * units)));
      measured[at]?.fast.push(await costOf(site, fronts, asFastAsAnswered(connections * units)));
    }
  }
  // Of the same round, so that what else the machine had to do falls on both.
  const beside = (costs: readonly Cost[], base: readonly Cost[]) =>
    median(costs.map((cost, at) => total(cost) / total(base[at] ?? cost))).toFixed(2);
  const by = (costs: readonly Cost[]) =>
    Object.fromEntries(ROLES.map((role) => [`${role}, ms`, median(costs.map((cost) => cost[role])).toFixed(3)]));
  const tables = {
    [`${rate} calls a second for each`]: cases.map(({ site, fronts, units }, at) => {
      const costs = measured[at]?.paced ?? [];
      return {
        ...{ 'Redis servers': site.servers, fronts, ...by(costs) },
        'beside one with its share': beside(costs, alone.get(1) ?? []),
        'beside one with all': beside(costs, alone.get(units) ?? []),
      };
    }),
    [`${connections} connections for each`]: cases.map(({ site, fronts }, at) => {
      const costs = measured[at]?.fast ?? [];
      return {
        ...{ 'Redis servers': site.servers, fronts, ...by(costs) },
        'beside one of each': beside(costs, measured[0]?.fast ?? []),
      };
    }),
  };
  for (const [title, rows] of Object.entries(tables)) {
    console.log(title);
    console.table(rows);
  }
} finally {
  for (const site of sites) await site.stop();
}
