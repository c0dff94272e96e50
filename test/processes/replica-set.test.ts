import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Collection, MongoClient, MongoServerError } from 'mongodb';
import { randomFrom } from 'readings/compose';
import { startPrivateStore } from '../helpers/private-store.js';
import { seed, seeded } from '../helpers/randomised.js';
import { anyCommand, type Command, type Fault, faultNext, onlyFirstTries } from '../helpers/replica-set/fault.js';
import { ReplicaSet } from '../helpers/replica-set/replica-set.js';
import { nightlyOrDaily } from '../helpers/scale.js';

const WRITES = nightlyOrDaily(2_000, 60);
const AT_ONCE = 8;

interface Counter {
  _id: string;
  count: number;
}

const isWrite = ({ write }: Command) => write !== undefined;
const isFind = ({ name }: Command) => name === 'find';

describe('a primary of a replica set, as tests make it', () => {
  let engine: Awaited<ReturnType<typeof startPrivateStore>>;
  let set: ReplicaSet;
  let client: MongoClient;
  let counters: Collection<Counter>;

  before(async () => {
    engine = await startPrivateStore();
    set = await ReplicaSet.open(engine.at);
    client = await new MongoClient(set.url, { heartbeatFrequencyMS: 1_500 }).connect();
    counters = client.db('set').collection('counters');
  });
  afterEach(() => set.heal());
  after(async () => {
    await client?.close();
    await set?.close();
    await engine?.close();
  });

  const increment = (_id: string) =>
    counters.findOneAndUpdate({ _id }, { $inc: { count: 1 } }, { upsert: true, returnDocument: 'after' });

  const faults: [what: string, fault: Fault, done: 0 | 1][] = [
    ['NotWritablePrimary', { is: 'refused', code: 10107 }, 0],
    ['InterruptedDueToReplStateChange', { is: 'refused', code: 11602 }, 0],
    ['a connection that ends before the write', { is: 'lost' }, 0],
    ['a connection that ends after the write', { is: 'unanswered' }, 1],
    ['a primary that steps down before a majority has the write', { is: 'unreplicated' }, 1],
  ];
  for (const [what, fault, done] of faults) {
    it(`has a write done once by a driver that meets ${what}`, async () => {
      const before = set.repeated;
      set.meet(faultNext(1, isWrite, fault));
      equal((await increment(what))?.count, 1);
      equal(set.repeated - before, done, 'writes that came again and had been done');
      equal((await counters.findOne({ _id: what }))?.count, 1);
    });
  }

  it('has a read done again', async () => {
    await counters.insertOne({ _id: 'read', count: 7 });
    for (const fault of [{ is: 'refused', code: 13435 }, { is: 'lost' }, { is: 'unanswered' }] as const) {
      set.meet(faultNext(1, isFind, fault));
      equal((await counters.findOne({ _id: 'read' }))?.count, 7);
    }
  });

  it('responds late where a delay is set', async () => {
    set.meet(faultNext(1, isWrite, { is: 'late', ms: 60 }));
    const began = performance.now();
    equal((await increment('late'))?.count, 1);
    ok(performance.now() - began >= 59);
  });

  it('lets the driver report an operation that fails twice', async () => {
    set.meet(faultNext(2, isWrite, { is: 'refused', code: 10107 }));
    const failure = await increment('twice').catch((error: unknown) => error);
    ok(failure instanceof MongoServerError && failure.code === 10107);
    equal(await counters.findOne({ _id: 'twice' }), null);
  });

  it('is followed to the member that is elected', async () => {
    const elected = set.elect(50);
    equal((await increment('elected'))?.count, 1);
    await elected;
    equal((await increment('elected'))?.count, 2);
  });

  it(seeded(`loses and repeats none of ${WRITES} writes while first tries fail`), async () => {
    set.meet(onlyFirstTries(randomFrom(String(seed)), 0.1));
    const client = async (_: unknown, id: number) => {
      for (let left = WRITES / AT_ONCE; left > 0; left--) await increment(`client ${id}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    const counts = await counters.find({ _id: /^client / }).toArray();
    deepEqual(new Set(counts.map(({ count }) => count)), new Set([Math.ceil(WRITES / AT_ONCE)]));
  });

  it(seeded('does at least what it acknowledged, and at most what it was asked for, whatever fails'), async () => {
    set.meet(anyCommand(randomFrom(String(seed)), 0.2));
    let acknowledged = 0;
    for (let left = WRITES / 2; left > 0; left--) {
      acknowledged += await increment('any').then(
        () => 1,
        () => 0,
      );
    }
    set.heal();
    const { count = 0 } = (await counters.findOne({ _id: 'any' })) ?? {};
    ok(acknowledged <= count && count <= WRITES / 2, `${acknowledged} acknowledged, ${count} done`);
  });
});
