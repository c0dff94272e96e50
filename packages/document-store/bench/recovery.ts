// Measures the start of the document store with many documents, and the memory that they need:
// npm run build:test && node dist/bench/recovery.js [documents]
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, MongoClient } from 'mongodb';
import { type StoreProcess, startProcess, temporaryFolder } from '../test/store-process.js';
import { readCpu, readMemory } from './process-figures.js';

const documents = Number(process.argv[2] ?? 300_000);
const BATCH = 5000;

/** A usage record as the application writes one for each call, about 250 bytes. */
function usage(number: number): Document {
  return {
    _id: `request-${number}`,
    nonce: number.toString(36).padStart(12, '0'),
    account: `account-${number % 1000}`,
    endpoint: 'horoscope/daily-horoscope',
    state: 'spent',
    cost: 20_000,
    parts: [{ lot: `lot-${number % 1000}`, amount: 20_000 }],
    at: new Date(1_700_000_000_000 + number * 1000),
  };
}

async function timedStart(folder: string): Promise<{ store: StoreProcess; ms: number }> {
  const from = performance.now();
  const store = await startProcess(folder);
  return { store, ms: performance.now() - from };
}

const folder = temporaryFolder();
try {
  const { store: first, ms: empty } = await timedStart(folder.path);
  const before = readMemory(first.pid);
  const client = await new MongoClient(first.url).connect();
  const records = client.db('bench').collection('usage');
  await records.createIndex({ account: 1, at: -1 });
  for (let from = 0; from < documents; from += BATCH) {
    await records.insertMany(Array.from({ length: Math.min(BATCH, documents - from) }, (_, i) => usage(from + i)));
  }
  const { dataSize } = await client.db('bench').stats();
  await client.close();
  await first.stop();
  const data = join(folder.path, 'data');
  const onDisk = readdirSync(data).reduce((sum, name) => sum + statSync(join(data, name)).size, 0);
  const { store: second, ms } = await timedStart(folder.path);
  const perDocument = (readMemory(second.pid) - before) / documents;
  console.log(
    `${documents} documents of ${(Number(dataSize) / documents).toFixed(0)} bytes, ${(onDisk / 2 ** 20).toFixed(0)} MiB on disk`,
  );
  const cpu = readCpu(second.pid) / 1e6;
  console.log(
    `start ${(ms / 1000).toFixed(2)} s, of CPU ${cpu.toFixed(2)} s (an empty folder: ${(empty / 1000).toFixed(2)} s)`,
  );
  console.log(`memory ${perDocument.toFixed(0)} bytes per document with two indexes`);
  await second.stop();
} finally {
  folder.remove();
}
