import { join } from 'node:path';
import { toCredits } from '../../shared/contract/amounts.js';
import { CPU_SECONDS_PER_CREDIT } from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { vat } from '../../shared/contract/catalogue/vat.js';
import { computePrice, type Endpoint } from '../../shared/contract/endpoint.js';
import { connectRedis } from '../../shared/process/redis.js';
import { measureSlowdown } from '../../test/helpers/machine-speed.js';
import { forgetPeak, readCpuSeconds, readPeakMegabytes } from '../../test/helpers/process-tree.js';
import { declaredInputs, type WorstInput } from '../../test/helpers/worst-inputs.js';
import { startBenchPlatform } from '../bench-platform.js';
import { measureWhenSettled, sum } from './kept-bytes.js';
import { createLongestInput } from './longest-input.js';

/**
 * The worst legal inputs of every endpoint, through the whole platform: the processor time of the worker and its children for
 * a request, in seconds of the reference machine, their peak memory, the bytes that stay in Redis, the store and on disk, and the price.
 * Fails if a request takes more processor time than its credits pay for, or does not succeed with 200.
 *
 * usage: node dist/bench/worst-inputs/main.js [part of an endpoint's id [part of the name of a declared input]]
 */
const [wanted = '', inputWanted] = process.argv.slice(2);

/** Number of attempts for an example that does not succeed with 200. */
const TRIES = 20;

/** Requests after the measured ones, before the stored bytes are measured. */
const SMALL_CALLS = 5;

/**
 * Warm-up calls, measured calls per round, and rounds. The cheapest round counts, since other processes only add to the time, and the
 * speed of the machine changes between rounds.
 */
const [WARM_UPS, CALLS, ROUNDS] = [2, 3, 4];

// The archives of all batches exceed the default quota of an account.
const QUOTA = { STORAGE_QUOTA_MIB: '100000' };

const { platform, db, folder, keys, stop } = await startBenchPlatform(['bench'], 10_000, QUOTA);
const [key = ''] = keys;
const redis = connectRedis(platform.redisUrl, 'worker', () => {});
const storages = { redis, db, folders: ['files', 'private'].map((name) => join(folder, name)) };

interface Row {
  readonly endpoint: Endpoint;
  readonly what: string;
  readonly credits: number;
  readonly status: number;
  /** Time on the reference machine. */
  readonly cpuSeconds: number;
  /** Factor by which this machine is slower. */
  readonly slow: number;
  readonly peakMegabytes: number;
  readonly bytesKept: number;
}

let turn = 0;

async function call(endpoint: Endpoint, fields: object): Promise<{ status: number; text: string }> {
  const body = JSON.stringify(fields);
  if (body.length > endpoint.group.bodyLimit) throw new Error(`${endpoint.id}: the body is too large`);
  const response = await fetch(`${platform.baseUrl}${endpoint.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** Builds the request of an endpoint's example. */
async function buildExample({ example }: Endpoint): Promise<Readonly<Record<string, unknown>>> {
  if (!example.first) return example.request;
  const { endpoint, take } = example.first;
  const first = await buildExample(endpoint);
  // A busy machine responds in time only sometimes.
  for (let tries = 0; ; tries++) {
    const { status, text } = await call(endpoint, first);
    if (status === 200) return { ...example.request, ...take(JSON.parse(text)) };
    if (tries === TRIES) throw new Error(`${endpoint.id}: the example gets ${status}`);
  }
}

async function measure(endpoint: Endpoint, input: WorstInput): Promise<Row> {
  const pid = platform.children.get(`worker:${endpoint.pool}`)?.pid;
  if (pid === undefined) throw new Error(`No worker of the pool ${endpoint.pool}`);
  let status = 0;
  const callOnce = async () => {
    status = (await call(endpoint, input.fields(turn++))).status;
  };
  for (let at = 0; at < WARM_UPS; at++) await callOnce();
  const keptBefore = await measureStored();
  forgetPeak(pid);
  let [cpuSeconds, slow] = [Number.POSITIVE_INFINITY, 1];
  for (let round = 0; round < ROUNDS; round++) {
    const before = readCpuSeconds(pid);
    for (let at = 0; at < CALLS; at++) await callOnce();
    const spent = (readCpuSeconds(pid) - before) / CALLS;
    const times = await measureSlowdown();
    if (spent / times < cpuSeconds) [cpuSeconds, slow] = [spent / times, times];
  }
  const peakMegabytes = readPeakMegabytes(pid);
  const kept = Math.max(0, (await measureStored()) - keptBefore) / (ROUNDS * CALLS);
  const credits = toCredits(computePrice(endpoint, Object(input.fields(0))));
  return {
    endpoint,
    what: input.what,
    credits,
    status,
    cpuSeconds,
    slow,
    peakMegabytes,
    bytesKept: kept,
  };
}

/** Bytes stored by all requests. Replies are removed from the front's stream by the ones that follow them, which are small here. */
async function measureStored(): Promise<number> {
  for (let at = 0; at < SMALL_CALLS; at++) await call(vat, vat.example.request);
  return sum(await measureWhenSettled(storages));
}

const line = (row: Row): string =>
  [
    ...[row.endpoint.id, row.what, row.status, row.credits],
    ...[row.cpuSeconds.toFixed(3), perCredit(row).toFixed(1), row.slow.toFixed(2)],
    ...[row.peakMegabytes, Math.round(row.bytesKept)],
  ].join(' | ');

const perCredit = ({ cpuSeconds, credits }: Row): number => cpuSeconds / credits;

const rows: Row[] = [];

/** Measures an input, and prints it as progress. */
async function add(endpoint: Endpoint, input: WorstInput): Promise<void> {
  const row = await measure(endpoint, input);
  rows.push(row);
  console.error(line(row));
}

const byHand = await declaredInputs();
for (const endpoint of catalogue.filter(({ id }) => id.includes(wanted))) {
  const made = byHand.get(endpoint.id) ?? [];
  if (inputWanted !== undefined) {
    for (const input of made) if (input.what.includes(inputWanted)) await add(endpoint, input);
    continue;
  }
  const send = async (requested: Endpoint, fields: object) => (await call(requested, fields)).status === 200;
  const longest = await createLongestInput(endpoint, await buildExample(endpoint), send);
  for (const input of [longest, ...made]) await add(endpoint, input);
}

redis.disconnect();
await stop();

console.log(
  '| endpoint | input | status | credits | CPU s/call | CPU s/credit | this machine | peak MB | bytes kept |',
);
console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|');
for (const row of rows.toSorted((a, b) => perCredit(b) - perCredit(a))) console.log(`| ${line(row)} |`);

const tooMuch = rows.filter((row) => perCredit(row) > CPU_SECONDS_PER_CREDIT);
const refused = rows.filter(({ status }) => status !== 200);
console.log(`\n${rows.length} inputs, ${tooMuch.length} above ${CPU_SECONDS_PER_CREDIT} CPU seconds a credit`);
for (const { endpoint, what, status } of refused) console.log(`${endpoint.id}: ${what} is answered ${status}`);
process.exitCode = tooMuch.length + refused.length > 0 ? 1 : 0;
