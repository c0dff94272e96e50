// A client of speed.ts, which keeps some operations in flight for a given time.
import { parentPort, workerData } from 'node:worker_threads';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { debitPipeline } from '../test/debit-pipeline.js';
import { DOCUMENTS, type Turn, type Wallet } from './wallets.js';

type Operation = (collection: Collection<Wallet>, number: number) => Promise<unknown>;

/** Creates a debit that keeps the last few open entries. */
function debit(id: string, cost: number): Document[] {
  const entry = [{ id, at: '$$NOW', cost, parts: '$taken.parts' }];
  return debitPipeline(id, cost, { $concatArrays: [{ $slice: ['$open', -2] }, entry] });
}

/** Creates the filter and the update of a debit that the first unexpired lot covers. */
const fitting = (n: number): Document & { _id: string } => ({
  _id: `account-${500 + (n % 500)}`,
  'lots.1.left': { $gte: 20 },
  'lots.1.expires': { $gt: new Date() },
  'open.id': { $ne: `request-${n}` },
});

const hold = (n: number): Document => ({
  $inc: { 'lots.1.left': -20 },
  $push: { open: { $each: [{ id: `request-${n}`, cost: 20 }], $slice: -3 } },
});

const operations: Record<string, Operation> = {
  'findOne by _id': (wallets, n) => wallets.findOne({ _id: `account-${n % DOCUMENTS}` }),
  'findOne by unique field': (wallets, n) => wallets.findOne({ name: `name-${n % DOCUMENTS}` }),
  'findOneAndUpdate with the debit pipeline': (wallets, n) =>
    wallets.findOneAndUpdate({ _id: `account-${n % 500}` }, debit(`request-${n}`, 20), { returnDocument: 'after' }),
  'findOneAndUpdate with plain operators': (wallets, n) =>
    wallets.findOneAndUpdate(fitting(n), hold(n), { returnDocument: 'after' }),
  insertOne: (wallets, n) =>
    wallets.insertOne({
      _id: `new-${n}`,
      name: `new-${n}`,
      account: 'a',
      endpoint: 'daily',
      cost: 20_000,
      at: new Date(),
    }),
};

const { first, step, inFlight }: { first: number; step: number; inFlight: number } = workerData;
const clients = new Map<string, MongoClient>();
let counter = first;

async function run({ url, operation: name, ms }: Turn): Promise<number> {
  const client = clients.get(url) ?? new MongoClient(url, { maxPoolSize: inFlight });
  clients.set(url, client);
  const wallets = client.db('bench').collection<Wallet>('wallets');
  const operation = operations[name];
  if (!operation) throw new Error(`no operation ${name}`);
  const end = performance.now() + ms;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      counter += step;
      await operation(wallets, counter);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return done;
}

parentPort?.on('message', (turn: Turn | null) => {
  if (turn) void run(turn).then((done) => parentPort?.postMessage(done));
  else void Promise.all([...clients.values()].map((client) => client.close())).then(() => parentPort?.close());
});
