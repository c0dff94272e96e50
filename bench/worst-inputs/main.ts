import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPlatform } from '../../embedded/platform.js';
import { CPU_SECONDS_PER_CREDIT } from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { issueKey } from '../../shared/keys/keys.js';
import { toCredits, toMicro } from '../../shared/ledger/amounts.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { collections, createIndexes } from '../../shared/store/collections.js';
import { connectStore, type Store } from '../../shared/store/connect.js';
import { cpuSecondsOf, forgetPeak, peakMegabytesOf } from '../../test/helpers/process-tree.js';
import { declaredInputs, type WorstInput, worstInputs } from './inputs.js';

/**
 * The worst legal inputs of every endpoint, through the whole platform: the processor time that the worker and its children spend on
 * a call, the most memory that they hold, and what the call costs. Fails when a call takes more of it than its credits pay for.
 *
 * usage: node dist/bench/worst-inputs/main.js [part of an endpoint's id]
 */
const [wanted = ''] = process.argv.slice(2);

/** Calls that are not counted, and calls of which the cheapest round counts: other processes only ever add to it. */
const [WARM_UPS, CALLS, ROUNDS] = [2, 3, 3];

const folder = await mkdtemp(join(tmpdir(), 'utility-api-bench-'));
let store: Store | undefined;
let key = '';
const platform = await startPlatform({
  environment: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', MONGODB_DATABASE: 'bench' },
  say: () => {},
  async prepare(config) {
    store = connectStore(config);
    await createIndexes(store.db);
    const documents = collections(store.db);
    await purchase(documents, { account: 'bench', amount: toMicro(10_000), bought: new Date() });
    key = (await issueKey(documents, { account: 'bench', name: 'bench', limits: { '*': 1_000_000 } })).plain;
    return {};
  },
});

interface Row {
  readonly endpoint: Endpoint;
  readonly what: string;
  readonly status: number;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

let turn = 0;

async function call(endpoint: Endpoint, input: WorstInput): Promise<number> {
  const body = JSON.stringify(input.fields(turn++));
  if (body.length > endpoint.group.bodyLimit)
    throw new Error(`${endpoint.id}: ${input.what} is larger than a body may be`);
  const response = await fetch(`${platform.baseUrl}${endpoint.path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': key },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

async function measure(endpoint: Endpoint, input: WorstInput): Promise<Row> {
  const pid = platform.children.get(`worker:${endpoint.pool}`)?.pid;
  if (pid === undefined) throw new Error(`there is no worker of the pool ${endpoint.pool}`);
  let status = 0;
  for (let at = 0; at < WARM_UPS; at++) status = await call(endpoint, input);
  forgetPeak(pid);
  let cpuSeconds = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = cpuSecondsOf(pid);
    for (let at = 0; at < CALLS; at++) status = await call(endpoint, input);
    cpuSeconds = Math.min(cpuSeconds, (cpuSecondsOf(pid) - before) / CALLS);
  }
  return { endpoint, what: input.what, status, cpuSeconds, peakMegabytes: peakMegabytesOf(pid) };
}

const perCredit = ({ cpuSeconds, endpoint }: Row): number => cpuSeconds / toCredits(endpoint.cost);

const rows: Row[] = [];
const byHand = await declaredInputs();
for (const endpoint of catalogue.filter(({ id }) => id.includes(wanted))) {
  for (const input of worstInputs(endpoint, byHand.get(endpoint.id))) rows.push(await measure(endpoint, input));
}

await store?.close();
await platform.stop();
await rm(folder, { recursive: true, force: true });

const line = (row: Row): string =>
  [
    ...[row.endpoint.id, row.what, row.status, toCredits(row.endpoint.cost)],
    ...[row.cpuSeconds.toFixed(3), perCredit(row).toFixed(1), row.peakMegabytes, '–'],
  ].join(' | ');
console.log('| endpoint | input | status | credits | CPU s/call | CPU s/credit | peak MB | bytes kept |');
console.log('|---|---|---:|---:|---:|---:|---:|---:|');
for (const row of rows.toSorted((a, b) => perCredit(b) - perCredit(a))) console.log(`| ${line(row)} |`);

const tooMuch = rows.filter((row) => perCredit(row) > CPU_SECONDS_PER_CREDIT);
console.log(`\n${rows.length} inputs, ${tooMuch.length} above ${CPU_SECONDS_PER_CREDIT} CPU seconds a credit`);
process.exitCode = tooMuch.length > 0 ? 1 : 0;
