import assert from 'node:assert/strict';
import {
  BSON,
  type Collection,
  type Db,
  type Document,
  MongoBulkWriteError,
  MongoClient,
  MongoServerError,
} from 'mongodb';
import { eventually, type StoreProcess, startProcess, temporaryFolder } from './store-process.js';

interface Row extends Document {
  _id: number | string;
}

describe('the store with the official driver', () => {
  const folder = temporaryFolder();
  let store: StoreProcess;
  let client: MongoClient;
  let db: Db;

  before(async () => {
    store = await startProcess(folder.path);
    // The driver's own look at the server now and then would be counted with the commands.
    client = await new MongoClient(store.url, { heartbeatFrequencyMS: 3_600_000 }).connect();
    db = client.db('driver');
  });

  beforeEach(() => db.dropDatabase());

  after(async () => {
    await client.close();
    await store.stop();
    folder.remove();
  });

  const rows = () => db.collection<Row>('rows');
  const numbered = (count: number): Row[] => Array.from({ length: count }, (_, _id) => ({ _id, n: _id % 10 }));

  it('raises duplicate keys with their index and value', async () => {
    await rows().createIndex({ 'a.b': 1, c: -1 }, { unique: true });
    await rows().insertOne({ _id: 1, a: { b: 'x' }, c: 1 });
    await assert.rejects(rows().insertOne({ _id: 2, a: { b: 'x' }, c: 1 }), (error: MongoServerError) => {
      assert.ok(error instanceof MongoServerError);
      assert.equal(error.code, 11000);
      assert.deepEqual(error.keyPattern, { 'a.b': 1, c: -1 });
      assert.deepEqual(error.keyValue, { 'a.b': 'x', c: 1 });
      return true;
    });
  });

  it('explains by which index a read found its documents, and how many it looked at', async () => {
    await rows().createIndex({ n: 1 });
    await rows().insertMany(numbered(200));
    const explained = async (read: Pick<ReturnType<Collection<Row>['find']>, 'explain'>) => {
      const { queryPlanner, executionStats } = await read.explain('executionStats');
      const { stage, inputStage } = queryPlanner.winningPlan;
      return [inputStage?.indexName ?? stage, executionStats.totalKeysExamined, executionStats.totalDocsExamined];
    };
    assert.deepEqual(await explained(rows().find({ n: 3 })), ['n_1', 20, 20]);
    assert.deepEqual(await explained(rows().find({ n: 3 }, { limit: 5, batchSize: 2 })), ['n_1', 5, 5]);
    assert.deepEqual(await explained(rows().find({ _id: 3 })), ['_id_', 1, 1]);
    assert.deepEqual(await explained(rows().find({ other: 3 })), ['COLLSCAN', 0, 200]);
    assert.deepEqual(await explained(rows().aggregate([{ $match: { n: { $gte: 8 } } }])), ['n_1', 40, 40]);
    assert.deepEqual(await explained(db.collection<Row>('nothing').find()), ['EOF', 0, 0]);
    const out = { aggregate: 'rows', pipeline: [{ $out: 'others' }], cursor: {} };
    await assert.rejects(db.command({ explain: out }), { code: 238 });
    await assert.rejects(db.command({ explain: { insert: 'rows', documents: [{ _id: 'x' }] } }), { code: 238 });
    assert.equal(await rows().countDocuments(), 200);
    const { metrics } = await db.admin().serverStatus();
    assert.equal(Number(metrics.cursor.open.total), 0);
  });

  it('reports each failed write of a bulk', async () => {
    await rows().insertOne({ _id: 1 });
    const writes = [{ _id: 0 }, { _id: 1 }, { _id: 2 }].map((document) => ({ insertOne: { document } }));
    for (const [ordered, inserted] of [
      [true, 1],
      [false, 2],
    ] as const) {
      await assert.rejects(rows().bulkWrite(writes, { ordered }), (error: MongoBulkWriteError) => {
        assert.ok(error instanceof MongoBulkWriteError);
        assert.equal(error.result.insertedCount, inserted);
        const errors = Array.isArray(error.writeErrors) ? error.writeErrors : [error.writeErrors];
        assert.deepEqual(
          errors.map(({ index, code }) => [index, code]),
          [[1, 11000]],
        );
        return true;
      });
      await rows().deleteMany({ _id: { $ne: 1 } });
    }
  });

  it('hands out results in batches and forgets cursors that are closed', async () => {
    await rows().insertMany(numbered(1000));
    assert.equal((await rows().find().batchSize(7).toArray()).length, 1000);
    const cursor = rows().find().batchSize(10);
    await cursor.next();
    assert.equal(await openCursors(), 1);
    const id = cursor.id;
    await cursor.close();
    assert.equal(await openCursors(), 0);
    await assert.rejects(db.command({ getMore: id, collection: 'rows' }), { code: 43, codeName: 'CursorNotFound' });
  });

  async function status(): Promise<Document> {
    return db.admin().command({ serverStatus: 1 });
  }

  async function openCursors(): Promise<number> {
    return Number((await status()).metrics.cursor.open.total);
  }

  it('ends a query that takes longer than it may', async () => {
    await rows().insertMany(numbered(20_000));
    const slow = {
      $expr: {
        $eq: [{ $size: { $filter: { input: { $map: { input: ['$n', '$n'], in: '$$this' } }, cond: true } } }, 9],
      },
    };
    await assert.rejects(rows().find(slow, { maxTimeMS: 1 }).toArray(), { code: 50, codeName: 'MaxTimeMSExpired' });
    assert.deepEqual(await rows().find(slow, { maxTimeMS: 60_000 }).toArray(), []);
  });

  it('sends large results in several replies', async () => {
    await rows().insertMany(Array.from({ length: 30 }, (_, _id) => ({ _id, text: 'x'.repeat(1_000_000) })));
    assert.equal((await rows().find().toArray()).length, 30);
    await assert.rejects(rows().updateOne({ _id: 0 }, { $set: { more: 'x'.repeat(16_000_000) } }), { code: 10334 });
  });

  it('writes without acknowledgement when told so', async () => {
    await rows().insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    await eventually(async () => (await rows().countDocuments({ _id: 1 })) === 1);
  });

  it('deletes documents when their time is over', async () => {
    await rows().createIndex({ gone: 1 }, { expireAfterSeconds: 60 });
    await rows().insertMany([
      { _id: 'over', gone: new Date(Date.now() - 61_000) },
      { _id: 'not yet', gone: new Date() },
      { _id: 'never', gone: 'text' },
      { _id: 'one of them over', gone: [new Date(0), new Date()] },
    ]);
    await eventually(async () => (await rows().countDocuments()) <= 2);
    assert.deepEqual(
      (await rows().find().toArray()).map(({ _id }) => _id),
      ['not yet', 'never'],
    );
  });

  it('counts the queries that no index serves, and names them', async () => {
    await rows().createIndex({ n: 1, m: 1 });
    await rows().createIndex({ part: 1 }, { partialFilterExpression: { state: 'open' } });
    await rows().insertMany(numbered(500));
    const scans = async (work: () => Promise<unknown>): Promise<[number, number]> => {
      const before = (await status()).metrics.queryExecutor;
      await work();
      const after = (await status()).metrics.queryExecutor;
      return [
        after.collectionScans.total - before.collectionScans.total,
        Number(after.scannedObjects - before.scannedObjects),
      ];
    };
    assert.deepEqual(await scans(() => rows().find({ n: 3 }).toArray()), [0, 50]);
    assert.deepEqual(
      await scans(() =>
        rows()
          .find({ n: { $in: [3, 4] }, m: null })
          .toArray(),
      ),
      [0, 100],
    );
    assert.deepEqual(
      await scans(() =>
        rows()
          .find({ n: { $gte: 8 } })
          .sort({ n: 1 })
          .limit(5)
          .toArray(),
      ),
      [0, 5],
    );
    assert.deepEqual(await scans(() => rows().find({}).sort({ n: -1 }).limit(3).toArray()), [0, 3]);
    assert.deepEqual(
      await scans(() =>
        rows()
          .find({ _id: { $gt: 490 } })
          .toArray(),
      ),
      [0, 9],
    );
    assert.deepEqual(await scans(() => rows().find({ part: 1, state: 'open' }).toArray()), [0, 0]);
    assert.deepEqual(await scans(() => rows().updateMany({ n: 1 }, { $set: { x: 1 } })), [0, 50]);
    assert.deepEqual(
      await scans(() =>
        rows()
          .aggregate([{ $match: { n: 1 } }, { $count: 'n' }])
          .toArray(),
      ),
      [0, 50],
    );
    assert.deepEqual(await scans(() => rows().countDocuments({ n: 1 })), [0, 50]);
    assert.deepEqual(await scans(() => rows().find({ x: 1 }).toArray()), [1, 500]);
    assert.deepEqual(await scans(() => rows().find({ part: 1 }).toArray()), [1, 500]);
    const { byShape } = (await status()).metrics.queryExecutor.collectionScans;
    assert.ok(byShape.some((scan: Document) => scan.shape === 'driver.rows {x}' && scan.count === 1));
  });

  it('counts operations as MongoDB does', async () => {
    const counted = async (work: () => Promise<unknown>): Promise<Document> => {
      const { opcounters: before } = await status();
      await work();
      const { opcounters: after } = await status();
      const changes = Object.keys(after).map((kind) => [kind, Number(after[kind] - before[kind])]);
      return Object.fromEntries(changes.filter(([, by]) => by !== 0));
    };
    // The command that asks for the counters is one itself.
    const command = 1;
    assert.deepEqual(await counted(() => rows().insertMany(numbered(3))), { insert: 3, command });
    assert.deepEqual(await counted(() => rows().find().batchSize(2).toArray()), { query: 1, getmore: 1, command });
    const updates = [1, 2].map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { n: 5 } } } }));
    assert.deepEqual(await counted(() => rows().bulkWrite(updates)), { update: 2, command });
    assert.deepEqual(await counted(() => rows().findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } })), { command: 2 });
    assert.deepEqual(await counted(() => rows().deleteMany({})), { delete: 1, command });
    assert.deepEqual(await counted(() => rows().estimatedDocumentCount()), { command: 2 });
  });

  it('lets tools look around', async () => {
    await rows().insertMany(numbered(10));
    await rows().createIndex({ n: 1 });
    await rows().updateOne({ _id: 1 }, { $set: { text: 'longer' } });
    await rows().deleteOne({ _id: 2 });
    const left = await rows().find().toArray();
    const bytes = left.reduce((sum, row) => sum + BSON.calculateObjectSize(row), 0);
    const { databases } = await client.db('admin').admin().listDatabases();
    assert.equal(databases.find(({ name }) => name === 'driver')?.sizeOnDisk, bytes);
    assert.deepEqual(
      (await db.listCollections().toArray()).map(({ name, type }) => [name, type]),
      [['rows', 'collection']],
    );
    assert.deepEqual(
      (await rows().indexes()).map(({ name }) => name),
      ['_id_', 'n_1'],
    );
    const { count, size } = await db.command({ collStats: 'rows' });
    assert.deepEqual({ count, size }, { count: 9, size: bytes });
    const { collections, objects, indexes, dataSize } = await db.stats();
    assert.deepEqual(
      { collections, objects, indexes, dataSize },
      { collections: 1, objects: 9, indexes: 2, dataSize: bytes },
    );
    const { connections, process } = await status();
    assert.ok(connections.current >= 1);
    assert.equal(process, 'embedded store');
    assert.match((await db.command({ buildInfo: 1 })).version, /^7\./);
  });

  it('knows the session of the command that asks for sessions', async () => {
    const session = client.startSession();
    const found = await db.aggregate([{ $listLocalSessions: {} }], { session }).toArray();
    assert.deepEqual(
      found.map(({ _id }) => _id.id.toString('hex')),
      [Buffer.from(session.id?.id.buffer ?? []).toString('hex')],
    );
    await session.endSession();
    await assert.rejects(
      rows()
        .aggregate([{ $listLocalSessions: {} }])
        .toArray(),
      { code: 73 },
    );
    await assert.rejects(db.aggregate([{ $match: {} }]).toArray(), { code: 73 });
  });

  it('refuses what it does not do, and says so', async () => {
    const session = client.startSession();
    const transaction = session.withTransaction(() => rows().insertOne({ _id: 1 }, { session }));
    await assert.rejects(transaction, { code: 238, message: /a transaction is not supported/ });
    await session.endSession();
    await assert.rejects(rows().watch().next(), {
      code: 238,
      message: /\$changeStream is not supported by the embedded store/,
    });
    await assert.rejects(db.createCollection('view', { viewOn: 'rows' }), { code: 238, message: /'viewOn'/ });
    const backwards = rows().find({}, { collation: { locale: 'fr', backwards: true } });
    await assert.rejects(backwards.toArray(), { code: 238, message: /collation/ });
    await assert.rejects(rows().createIndex({ n: 1 }, { collation: { locale: 'de' } }), { code: 238 });
    await assert.rejects(rows().find({ $where: 'true' }).toArray(), { code: 238, message: /\$where/ });
    await assert.rejects(rows().createIndex({ text: 'text' }), { code: 238 });
    await assert.rejects(db.command({ collMod: 'rows' }), { code: 59, codeName: 'CommandNotFound' });
    await assert.rejects(db.command({ find: 'rows', nonsense: 1 }), { code: 40415 });
    await assert.rejects(rows().insertOne({ _id: 1 }, { writeConcern: { w: 3 } }), { code: 2 });
  });

  it("refuses by name MongoDB's operators that it does not have, and unknown ones with MongoDB's codes", async () => {
    await rows().insertOne({ _id: 1 });
    const aggregate = (stage: Document) => ({ aggregate: 'rows', pipeline: [stage], cursor: {} });
    const compute = (v: Document) => aggregate({ $project: { v } });
    const accumulate = (v: Document) => aggregate({ $group: { _id: null, v } });
    const find = (filter: Document) => ({ find: 'rows', filter });
    const update = (u: Document) => ({ findAndModify: 'rows', query: { _id: 1 }, update: u });
    const refused: [string, Document][] = [
      ['$lookup', aggregate({ $lookup: { from: 'rows', localField: 'a', foreignField: 'b', as: 'c' } })],
      ['$facet', aggregate({ $facet: { a: [] } })],
      ['$sortByCount', aggregate({ $sortByCount: '$a' })],
      ['$documents', { aggregate: 1, pipeline: [{ $documents: [{ a: 1 }] }], cursor: {} }],
      ['$setUnion', compute({ $setUnion: ['$a', '$b'] })],
      ['$toInt', compute({ $toInt: '$a' })],
      ['$dateAdd', compute({ $dateAdd: { startDate: '$a', unit: 'day', amount: 1 } })],
      ['timezone', compute({ $dateToString: { date: '$a', timezone: 'Europe/Berlin' } })],
      ['%j', compute({ $dateToString: { date: new Date(), format: '%j' } })],
      ['$stdDevPop', accumulate({ $stdDevPop: '$a' })],
      ['$mod', find({ a: { $mod: [2, 0] } })],
      ['$elemMatch', { find: 'rows', projection: { a: { $elemMatch: { b: 1 } } } }],
      ['$slice', { find: 'rows', projection: { a: { $slice: [1, 2] } } }],
      ['by position', { find: 'rows', filter: { a: 1 }, projection: { 'a.$': 1 } }],
      ['$jsonSchema', find({ $jsonSchema: {} })],
      ['$rename', update({ $rename: { a: 'b' } })],
      ['$bit', update({ $bit: { a: { or: 1 } } })],
    ];
    for (const [name, command] of refused)
      await assert.rejects(db.command(command), (error: MongoServerError) => {
        assert.deepEqual([error.code, error.codeName], [238, 'NotImplemented'], name);
        assert.match(error.message, new RegExp(`${name.replace('$', '\\$')}.* is not supported by the embedded store`));
        return true;
      });
    const unknown: [number, Document][] = [
      [40324, aggregate({ $nope: 1 })],
      [31325, compute({ $nope: 1 })],
      [15952, accumulate({ $nope: 1 })],
      [2, find({ a: { $nope: 1 } })],
      [9, update({ $nope: { a: 1 } })],
    ];
    for (const [code, command] of unknown) await assert.rejects(db.command(command), { code });
  });
});
