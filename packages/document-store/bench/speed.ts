// Compares the document store with a real MongoDB: npm run build:test && REAL_MONGODB_URL=… node dist/bench/speed.js [seconds per figure]
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MongoClient } from 'mongodb';
import { startProcess, temporaryFolder } from '../test/store-process.js';
import { readCpu } from './process-figures.js';
import { DOCUMENTS, operationNames, type Turn, type Wallet, wallet } from './wallets.js';

const IN_FLIGHT = 64;
/** Number of clients. With one, the driver's own work would dominate; the application has several processes too. */
const CLIENTS = 2;
/** Number of measured turns of each figure, after a warm-up. */
const TURNS = 8;
const seconds = Number(process.argv[2] ?? 2);

const clients = Array.from(
  { length: CLIENTS },
  (_, first) =>
    new Worker(new URL('speed-client.js', import.meta.url), {
      workerData: { first, step: CLIENTS, inFlight: IN_FLIGHT / CLIENTS },
    }),
);

/** Counts the operations of all clients in a given time. */
async function count(turn: Turn): Promise<number> {
  const done = await Promise.all(
    clients.map(async (client) => {
      const finished = once(client, 'message');
      client.postMessage(turn);
      const [number]: number[] = await finished;
      return number ?? 0;
    }),
  );
  return done.reduce((sum, number) => sum + number, 0);
}

interface Figures {
  perSecond: number;
  /** CPU time of the server's process per operation, in µs. */
  cpu: number;
}

/** Measures the engines in turns, so that other load on the machine affects them alike. */
async function measure(engines: readonly Engine[], operation: string): Promise<Figures[]> {
  const done = engines.map(() => 0);
  const used = engines.map(() => 0);
  for (let turn = -1; turn < TURNS; turn++) {
    for (const [i, { url, pid }] of engines.entries()) {
      const before = readCpu(pid);
      const finished = await count({ url, operation, ms: (seconds * 1000) / TURNS });
      if (turn < 0) continue;
      done[i] = (done[i] ?? 0) + finished;
      used[i] = (used[i] ?? 0) + readCpu(pid) - before;
    }
  }
  return done.map((total, i) => ({ perSecond: total / seconds, cpu: (used[i] ?? 0) / total }));
}

interface Engine {
  url: string;
  pid: number;
  client: MongoClient;
}

async function prepare(url: string): Promise<Engine> {
  const client = await new MongoClient(url).connect();
  const collection = client.db('bench').collection<Wallet>('wallets');
  await collection.drop().catch(() => {});
  await collection.createIndex({ name: 1 }, { unique: true });
  await collection.insertMany(Array.from({ length: DOCUMENTS }, (_, number) => wallet(number)));
  const { pid } = await client.db('admin').command({ serverStatus: 1 });
  return { url, pid: Number(pid), client };
}

const folder = temporaryFolder();
const store = await startProcess(folder.path);
const ours = await prepare(store.url);
const realUrl = process.env.REAL_MONGODB_URL;
const real = realUrl ? await prepare(realUrl) : undefined;
try {
  const engines = [ours, ...(real ? [real] : [])];
  for (const name of operationNames) {
    const [own, other] = await measure(engines, name);
    const columns = [own, other].flatMap((figures, i) =>
      figures
        ? `${i === 0 ? 'store' : 'real'} ${figures.perSecond.toFixed(0).padStart(6)}/s, CPU ${figures.cpu.toFixed(0).padStart(4)} µs`
        : [],
    );
    const ratio =
      own && other
        ? `ratio ${(own.perSecond / other.perSecond).toFixed(2)}, CPU ${(other.cpu / own.cpu).toFixed(2)}`
        : '';
    console.log([name.padEnd(40), ...columns, ratio].join('  '));
  }
} finally {
  for (const client of clients) client.postMessage(null);
  await real?.client.db('bench').dropDatabase();
  await real?.client.close();
  await ours.client.close();
  await store.stop();
  folder.remove();
}
