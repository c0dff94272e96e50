/**
 * What a call costs with more Redis servers and with more fronts: `npm run bench:lanes` runs the platform on 1, 2 and 4 Redis servers
 * with a lane on each, and with 1, 2 and 4 fronts, in turn, and prints the processor time of a call beside that on one of each.
 * What is done whether or not anybody calls is a part of it, so a machine that has time for few calls shows mostly that: let it do nothing
 * else. Needs redis-server and Linux.
 *
 * Options: --seconds of each measurement, 4 unless it is given; --rounds, 3; --connections for each server
 * or front, 32
 */
import { parseArgs } from 'node:util';
import { Child } from '../embedded/child.js';
import { loneServers } from '../test/helpers/redis-servers.js';
import { type BenchPlatform, startBenchPlatform } from './bench-platform.js';
import { httpLoad } from './load.js';
import { cpuMsOf } from './watch.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
  },
});
const [loadMs, rounds, connections] = [
  Number(values.seconds) * 1_000,
  Number(values.rounds),
  Number(values.connections),
];
const WARM_UP_MS = 2_000;
const COUNTS = [1, 2, 4] as const;
const ENDPOINT = '/v1/vat';
const BODY = { action: 'calculate', net: 100, vat_rate: 20 };

const ROLES = ['front', 'worker', 'redis'] as const;
type Cost = Record<(typeof ROLES)[number], number>;

/** A platform on so many Redis servers, with as many fronts as are wanted. */
interface Site {
  servers: number;
  fronts: { url: string; pid: number }[];
  bench: BenchPlatform;
  redisPids: readonly number[];
  stop(): Promise<void>;
}

async function openSite(servers: number, fronts: number): Promise<Site> {
  const redis = await loneServers(servers);
  const [first = '', ...others] = redis.urls;
  const settings = { REDIS_URL: first, LANES_REDIS_URLS: others.join(' '), ADMIT_AT_LEAST: '2000' };
  const bench = await startBenchPlatform(['one', 'two', 'three', 'four'], 1_000_000, settings);
  const { platform } = bench;
  const more = Array.from({ length: fronts - 1 }, () => {
    const env = { ...platform.environment, PORT: '0' };
    return new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
  });
  const ports = await Promise.all(more.map(async (front) => (await front.start()).port));
  const own = { url: `${platform.baseUrl}${ENDPOINT}`, pid: Number(platform.children.get('api')?.pid) };
  const further = more.map(({ pid }, at) => ({ url: `http://127.0.0.1:${ports[at]}${ENDPOINT}`, pid: Number(pid) }));
  return {
    servers,
    bench,
    fronts: [own, ...further],
    redisPids: redis.pids,
    async stop() {
      await Promise.all(more.map((front) => front.stop(10_000)));
      await bench.stop();
      await redis.stop();
    },
  };
}

/** Processor time of a call, in ms, by who spent it. */
async function costOf({ bench, fronts, servers, redisPids }: Site, count: number): Promise<Cost> {
  const loaded = fronts.slice(0, count);
  const worker = Number(bench.platform.children.get('worker:compute')?.pid);
  const pids = { front: loaded.map(({ pid }) => pid), worker: [worker], redis: redisPids };
  const spent = () => ROLES.map((role) => pids[role].reduce((sum, pid) => sum + cpuMsOf(pid), 0));
  const before = spent();
  const urls = loaded.map(({ url }) => url);
  // Whoever has more of them has as much to do for each: what comes together shares commands.
  const all = connections * Math.max(servers, count);
  const { requests, failures } = await httpLoad(urls, bench.keys, BODY, all, loadMs);
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
  for (const servers of COUNTS) sites.push(await openSite(servers, servers === 1 ? most : 1));
  const cases = sites.flatMap((site) =>
    (site.servers === 1 ? COUNTS : [1]).map((fronts) => ({ site, fronts, costs: [] as Cost[] })),
  );
  for (const { bench, fronts } of sites) {
    const urls = fronts.map(({ url }) => url);
    // All fronts of a site are as warm as the only one of another.
    await httpLoad(urls, bench.keys, BODY, connections, WARM_UP_MS * fronts.length);
  }
  for (let round = 0; round < rounds; round++) {
    for (const { site, fronts, costs } of cases) costs.push(await costOf(site, fronts));
  }
  const base = cases[0]?.costs ?? [];
  const rows = cases.map(({ site, fronts, costs }) => ({
    'Redis servers': site.servers,
    fronts,
    ...Object.fromEntries(
      ROLES.map((role) => [`${role} CPU ms/call`, median(costs.map((cost) => cost[role])).toFixed(3)]),
    ),
    // Of the same round, so that what else the machine had to do falls on both.
    'beside one of each': median(costs.map((cost, at) => total(cost) / total(base[at] ?? cost))).toFixed(2),
  }));
  console.table(rows);
} finally {
  for (const site of sites) await site.stop();
}
