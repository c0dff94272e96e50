/**
 * Measures a batch with ordinary traffic: `node dist/bench/batches.js` runs one of 10,000 email addresses, and prints its speed, the peak
 * memory of each process, and the latency of another account's requests to the same endpoint before and during it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { collections } from '../features/collections.js';
import { forgetPeak, readPeakMegabytes } from '../test/helpers/process-tree.js';
import { startBenchPlatform } from './bench-platform.js';

const ITEMS = 10_000;
const PATH = '/v1/mailchecker';
/** Pause between two requests of the other account, and time for which they are measured without a batch, in ms. */
const [PAUSE_MS, ALONE_MS] = [20, 10_000];

const { platform, db, keys, stop } = await startBenchPlatform(['list', 'visitor'], 1_000_000);
await collections(db).accounts.insertOne({ _id: 'list', name: 'List', created: new Date() });
const [lister = '', visitor = ''] = keys;

async function send(key: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(platform.baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return Object(await response.json());
}

/** Sends ordinary requests one after the other until something is over. @returns their latencies in ms, sorted */
async function measureLatencies(isOver: () => boolean): Promise<number[]> {
  const latencies: number[] = [];
  while (!isOver()) {
    const began = performance.now();
    await send(visitor, PATH, { email: `visitor${latencies.length}@example.com` });
    latencies.push(performance.now() - began);
    await pause(PAUSE_MS);
  }
  return latencies.sort((a, b) => a - b);
}

const at = (sorted: readonly number[], share: number): string =>
  `${(sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)} ms`;

const show = (latencies: readonly number[]) => ({
  requests: latencies.length,
  median: at(latencies, 0.5),
  p95: at(latencies, 0.95),
  p99: at(latencies, 0.99),
});

const end = performance.now() + ALONE_MS;
const alone = await measureLatencies(() => performance.now() > end);
const children = [...platform.children].flatMap(([name, { pid }]) => (pid === undefined ? [] : [{ name, pid }]));
for (const { pid } of children) forgetPeak(pid);

let isFinished = false;
const began = performance.now();
const items = Array.from({ length: ITEMS }, (_, index) => ({ email: `user${index}@example.com` }));
const { id } = await send(lister, '/v1/batches', { endpoint: PATH, items });
const createdMs = performance.now() - began;
const beside = measureLatencies(() => isFinished);
for (;;) {
  const { expires_at } = await send(lister, `/v1/batches/${id}`);
  if (expires_at !== null) break;
  await pause(250);
}
const seconds = (performance.now() - began) / 1_000;
isFinished = true;

console.log(
  `created in ${createdMs.toFixed(0)} ms, finished in ${seconds.toFixed(1)} s: ${(ITEMS / seconds).toFixed(0)} items/s`,
);
console.table({ alone: show(alone), 'beside the batch': show(await beside) });
console.table(Object.fromEntries(children.map(({ name, pid }) => [name, { 'peak MB': readPeakMegabytes(pid) }])));
await stop();
