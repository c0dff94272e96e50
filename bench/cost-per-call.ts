/**
 * Measures the cost of a request of each pool: `node dist/bench/cost-per-call.js` runs the platform, loads one endpoint per pool, and writes
 * processor time per process kind, commands of Redis and growth of the store's files to bench/plan/costs.generated.json.
 * Processor time can be measured on a busy machine, with a little more scatter. Needs redis-server and Linux.
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { type PoolName, poolNames } from '../shared/contract/pools.js';
import { projectFile } from '../shared/process/project-file.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { type BenchPlatform, startBenchPlatform } from './bench-platform.js';
import { httpLoad } from './load.js';
import { type CallCosts, COSTS_FILE } from './plan/costs.js';
import { readCpuMs } from './watch.js';

const CONNECTIONS = 16;
const WARM_UP_MS = 5_000;
const LOAD_MS = 15_000;

const loads: Readonly<Record<PoolName, { endpoint: string; body: object }>> = {
  compute: { endpoint: '/v1/vat', body: { action: 'calculate', net: 100, vat_rate: 20 } },
  fetch: { endpoint: '/v1/currency/convert', body: { from: 'EUR', to: 'USD', amount: 100 } },
  content: { endpoint: '/v1/video-platform/generate/title-generator', body: { topic: 'Bread' } },
  qr: { endpoint: '/v1/qr-code/generate', body: { qr_code_text: 'https://example.com', image_format: 'PNG' } },
};

const measureFolder = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

async function measure({ platform, folder, keys }: BenchPlatform, pool: PoolName): Promise<CallCosts> {
  const { endpoint, body } = loads[pool];
  const { children } = platform;
  const redis = connectRedis(platform.redisUrl, 'worker', () => {});
  await whenReady(redis, 10_000);
  const load = (forMs: number) => httpLoad([`${platform.baseUrl}${endpoint}`], keys, body, CONNECTIONS, forMs);
  const read = async () => {
    const info = await redis.info();
    const cpu = (pid: string | number | undefined) => (pid ? readCpuMs(Number(pid)) : 0);
    return {
      frontMs: cpu(children.get('api')?.pid),
      workerMs: cpu(children.get(`worker:${pool}`)?.pid),
      redisMs: cpu(children.get('redis')?.facts.serverPid),
      storeMs: cpu(children.get('store')?.pid),
      redisCommands: Number(/total_commands_processed:(\d+)/.exec(info)?.[1]),
      storeBytes: measureFolder(join(folder, 'store')),
      redisBytesHeld: Number(/used_memory:(\d+)/.exec(info)?.[1]),
    };
  };
  try {
    await load(WARM_UP_MS);
    const before = await read();
    const { requests, failures } = await load(LOAD_MS);
    const after = await read();
    if (failures > requests / 100) throw new Error(`${endpoint}: ${failures} calls failed, ${requests} did not`);
    const per = (cost: keyof typeof before) => Number(((after[cost] - before[cost]) / requests).toFixed(3));
    return {
      endpoint,
      calls: requests,
      frontMs: per('frontMs'),
      workerMs: per('workerMs'),
      redisMs: per('redisMs'),
      storeMs: per('storeMs'),
      redisCommands: per('redisCommands'),
      storeBytes: Math.max(0, per('storeBytes')),
      redisBytesHeld: after.redisBytesHeld - before.redisBytesHeld,
    };
  } finally {
    redis.disconnect();
  }
}

const bench = await startBenchPlatform(['one', 'two', 'three', 'four'], 1_000_000);
try {
  const pools: [PoolName, CallCosts][] = [];
  for (const pool of poolNames) pools.push([pool, await measure(bench, pool)]);
  const costs = {
    measured: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, one front, one worker per pool, embedded store`,
    connections: CONNECTIONS,
    pools: Object.fromEntries(pools),
  };
  writeFileSync(projectFile(COSTS_FILE), `${JSON.stringify(costs, null, 2)}\n`);
  console.table(costs.pools);
} finally {
  await bench.stop();
}
