import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type RunningStore, StartError, startStore } from 'document-store';
import { Binary, type Db, Decimal128, type Document, Double, Int32, Long, MongoClient, ObjectId } from 'mongodb';
import { Draw } from './draw.js';
import { type StoreProcess, startProcess, stopStores, temporaryFolder } from './store-process.js';

const ROUNDS = Number(process.env.STORE_ROUNDS ?? 6);
const WRITERS = 12;

interface Row extends Document {
  _id: number;
}

/** Timeout for the driver to close its connections to a killed store. */
const CLOSING_MS = 5_000;

describe('the store keeps what it acknowledged', () => {
  let folder: ReturnType<typeof temporaryFolder>;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    await stopStores();
    folder.remove();
  });

  const data = (): string => join(folder.path, 'data');
  const journal = (): string => join(data(), readdirSync(data()).sort().at(-1) ?? 'none');

  /** Runs something with a store in this process, which ends in order afterwards. */
  async function withStore<T>(
    work: (db: Db, store: RunningStore, reports: string[]) => Promise<T>,
    snapshotBytes?: number,
  ): Promise<T> {
    const reports: string[] = [];
    const store = await startStore({
      dir: data(),
      socket: join(folder.path, 's', 'store.sock'),
      ...(snapshotBytes === undefined ? {} : { snapshotBytes }),
      report: (line) => reports.push(line),
      failed(error) {
        throw error;
      },
    });
    const client = await new MongoClient(store.urls[0] ?? '').connect();
    try {
      return await work(client.db('kept'), store, reports);
    } finally {
      await client.close();
      await store.stop();
    }
  }

  async function insertOneByOne(db: Db, from: number, to: number, length = 50): Promise<void> {
    for (let _id = from; _id < to; _id++) await db.collection<Row>('rows').insertOne({ _id, text: 'x'.repeat(length) });
  }

  const ids = async (db: Db): Promise<number[]> =>
    (await db.collection<Row>('rows').find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

  const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

  it(`through ${ROUNDS} kills -9 at random moments, snapshots under way`, async () => {
    const seed = Number(process.env.STORE_SEED ?? randomInt(2 ** 31));
    console.log(`      seed ${seed}`);
    const draw = new Draw(seed);
    const inserted = new Set<number>();
    const counted = upTo(WRITERS).map(() => 0);
    let next = 0;
    let snapshots = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const store = await startProcess(folder.path, ['--snapshot-bytes', '20000']);
      const client = await new MongoClient(store.url, { maxPoolSize: WRITERS }).connect();
      const db = client.db('kept');
      let killed = false;
      const write = async (writer: number): Promise<void> => {
        while (!killed) {
          const _id = next++;
          await db.collection<Row>('rows').insertOne({ _id, text: 'x'.repeat(draw.below(300)) });
          inserted.add(_id);
          const change: Document = { $inc: { n: 1 }, $push: { list: _id } };
          await db.collection<Row>('counts').updateOne({ _id: writer }, change, { upsert: true });
          counted[writer] = (counted[writer] ?? 0) + 1;
        }
      };
      const writers = counted.map((_, writer) => write(writer).catch(() => {}));
      const enough = inserted.size + 10 + draw.below(200);
      for (let ms = 0; inserted.size < enough && ms < 20_000; ms += 5) await pause(5);
      killed = true;
      await store.stop('SIGKILL');
      // Ends what waits for the store to come back. The driver's close() itself now and then waits for ever for a
      // server that was killed; a killed one acknowledges nothing more, so nothing is missed by going on. What it leaves running
      // would keep the run from ending: `exit` in .mocharc.json.
      await Promise.race([client.close().then(() => Promise.all(writers)), pause(CLOSING_MS)]);
      if (!readdirSync(data()).includes('journal-00000001')) snapshots += 1;
      await withStore(async (kept) => {
        const found = new Set(await ids(kept));
        assert.deepEqual(
          [...inserted].filter((id) => !found.has(id)),
          [],
          'acknowledged inserts are there',
        );
        for (const { _id, n, list } of await kept.collection<Row>('counts').find().toArray()) {
          assert.equal(n, list.length, 'an update is there whole or not at all');
          const acknowledged = counted[_id] ?? 0;
          assert.ok(n === acknowledged || n === acknowledged + 1, `writer ${_id}: ${n} of ${acknowledged}`);
          counted[_id] = n;
        }
      });
    }
    console.log(`      ${inserted.size} inserts acknowledged, all kept; ${snapshots} rounds with a snapshot`);
    assert.ok(snapshots > 0);
  });

  it('with every type of value, and with its indexes', async () => {
    const document = {
      _id: new ObjectId(),
      int: new Int32(5),
      double: new Double(5),
      fraction: 0.1,
      long: Long.fromString('9223372036854775807'),
      decimal: Decimal128.fromString('1.50'),
      date: new Date(-1),
      binary: new Binary(Buffer.from([0, 1, 255]), 4),
      names: Object.fromEntries([
        ['__proto__', 'x'],
        ['constructor', 'y'],
      ]),
      nested: { list: [null, true, 'é\u{1F600}', new Double(-0)] },
    };
    await withStore(async (db) => {
      await db.collection<Document>('rows').createIndex({ long: 1 }, { unique: true });
      await db.collection<Document>('rows').insertOne(document);
    });
    await withStore(async (db) => {
      const found = await db.collection<Document>('rows').findOne({}, { promoteValues: false });
      assert.deepEqual(found, { ...document, fraction: new Double(0.1) });
      const again = db.collection<Document>('rows').insertOne({ long: document.long });
      await assert.rejects(again, { code: 11000, keyPattern: { long: 1 } });
    });
  });

  it('in a journal that begins with a snapshot, and removes the one that it replaces', async () => {
    const { dataSize } = await withStore(async (db) => {
      await Promise.all(upTo(400).map((_id) => insertOneByOne(db, _id, _id + 1)));
      await db.collection<Row>('rows').deleteMany({ _id: { $lt: 10 } });
      await db.collection('dropped').insertOne({});
      await db.dropCollection('dropped');
      return db.stats();
    }, 5000);
    const [name, ...others] = readdirSync(data());
    assert.deepEqual(others, []);
    assert.ok(name !== undefined && name > 'journal-00000001', name);
    assert.ok(statSync(journal()).size < 60_000, 'what is gone takes no place any more');
    await withStore(async (db) => {
      assert.deepEqual(await ids(db), upTo(400).slice(10));
      assert.deepEqual(
        (await db.listCollections().toArray()).map(({ name }) => name),
        ['rows'],
      );
      assert.equal((await db.stats()).dataSize, dataSize);
    });
  });

  /** Copies a folder; false, and no copy, when a file was renamed or removed meanwhile: that is no picture of one moment. */
  const copied = (from: string, to: string): boolean => {
    try {
      cpSync(from, to, { recursive: true });
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      rmSync(to, { recursive: true, force: true });
      return false;
    }
  };

  it('through a kill at any moment of a snapshot', async () => {
    const images: { path: string; acknowledged: number }[] = [];
    await withStore(async (db, store) => {
      const rows = db.collection<Row>('rows');
      await rows.insertMany(upTo(2000).map((_id) => ({ _id, text: 'x'.repeat(600) })));
      let acknowledged = 2000;
      let done = false;
      const snapshot = store.takeSnapshot().then(() => {
        done = true;
      });
      const writing = async (): Promise<void> => {
        while (!done) {
          await rows.insertOne({ _id: acknowledged });
          acknowledged += 1;
        }
      };
      const writer = writing();
      while (!done) {
        const path = join(folder.path, `image-${images.length}`);
        const promised = acknowledged;
        if (copied(data(), path)) images.push({ path, acknowledged: promised });
        await nextTurn();
      }
      await Promise.all([snapshot, writer]);
      // The last moment is the one at which the snapshot counts and what it replaces has yet to be removed.
      const path = join(folder.path, 'image-last');
      cpSync(data(), path, { recursive: true });
      cpSync(join(images[0]?.path ?? '', 'journal-00000001'), join(path, 'journal-00000001'));
      images.push({ path, acknowledged });
    });
    const steps = new Set<string>();
    for (const { path, acknowledged } of images) {
      steps.add(readdirSync(path).sort().join(' '));
      rmSync(data(), { recursive: true });
      renameSync(path, data());
      await withStore(async (db) => assert.deepEqual((await ids(db)).slice(0, acknowledged), upTo(acknowledged)));
    }
    console.log(`      ${images.length} moments; ${[...steps].join(' | ')}`);
    assert.ok(
      [...steps].some((files) => files.includes('.new')),
      'some moment had a snapshot half written',
    );
  });

  it('when the last write was torn: that is cut off', async () => {
    await withStore((db) => insertOneByOne(db, 0, 20));
    const whole = statSync(journal()).size;
    appendFileSync(journal(), readFileSync(journal()).subarray(40, 95));
    await withStore(async (db, _store, reports) => {
      assert.deepEqual(await ids(db), upTo(20));
      assert.match(reports.join(), /removed 55 bytes of an incomplete write/);
    });
    truncateSync(journal(), whole - 5);
    await withStore(async (db) => {
      assert.deepEqual(await ids(db), upTo(19));
      await insertOneByOne(db, 19, 25);
    });
    await withStore(async (db) => assert.deepEqual(await ids(db), upTo(25)));
  });

  const refused = async (pattern: RegExp): Promise<void> => {
    await assert.rejects(
      withStore(async () => {}),
      (error: Error) => {
        assert.ok(error instanceof StartError);
        assert.equal(error.message.split('\n').length, 1);
        assert.match(error.message, pattern);
        return true;
      },
    );
  };

  const spoil = (path: string, at: number): void => {
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(path, bytes);
  };

  it('or refuses to start when the middle of the journal is damaged, and says where', async () => {
    await withStore((db) => insertOneByOne(db, 0, 20));
    const size = statSync(journal()).size;
    for (const at of [Math.floor(size / 2), Math.floor(size / 3)]) {
      spoil(journal(), at);
      await refused(/journal-00000001 is damaged at byte \d+: what follows at byte \d+ is whole/);
      spoil(journal(), at);
    }
    await withStore(async (db) => assert.deepEqual(await ids(db), upTo(20)));
  });

  it('or refuses to start when a snapshot is damaged or not whole', async () => {
    await withStore((db) => insertOneByOne(db, 0, 30, 1000), 5000);
    const whole = readFileSync(journal());
    for (const at of [100, Math.floor(whole.length / 3)]) {
      spoil(journal(), at);
      await refused(/journal-\d+ is damaged at byte \d+/);
      writeFileSync(journal(), whole.subarray(0, at));
      await refused(/journal-\d+ is damaged at byte \d+/);
      writeFileSync(journal(), whole);
    }
    await withStore(async (db) => assert.deepEqual(await ids(db), upTo(30)));
  });

  it('or names the version of a folder that it cannot read', async () => {
    await withStore((db) => insertOneByOne(db, 0, 1));
    const text = readFileSync(journal()).toString('latin1');
    writeFileSync(journal(), text.replace('format 2', 'format 3'), 'latin1');
    await refused(/has the newer format 3; this version of the store reads format 2/);
    writeFileSync(journal(), text.replace('format 2', 'format 1'), 'latin1');
    await refused(/has the older format 1/);
    writeFileSync(journal(), 'something else');
    await refused(/is not a file of this document store/);
  });

  /** Writes until a write fails, and sees that the store says why, ends, and has kept what it acknowledged. */
  const failsToWrite = async (store: StoreProcess, reason: RegExp): Promise<void> => {
    const client = await new MongoClient(store.url, { serverSelectionTimeoutMS: 5_000 }).connect();
    let acknowledged = 0;
    await assert.rejects(async () => {
      for (;;) {
        await insertOneByOne(client.db('kept'), acknowledged, acknowledged + 1, 1000);
        acknowledged += 1;
      }
    });
    await client.close();
    assert.equal(await store.stop(), 1);
    const [line = '', ...others] = store.errors().split('\n');
    assert.match(line, /^the document store ends, for its data folder cannot be written: /);
    assert.match(line, reason);
    assert.deepEqual(others, ['']);
    assert.ok(acknowledged > 10);
    await withStore(async (db) => assert.deepEqual((await ids(db)).slice(0, acknowledged), upTo(acknowledged)));
  };

  it('when the disk is full: it ends with a clear line', async () => {
    const limited = ['bash', '-c', 'ulimit -f 64; exec "$@"', 'limited'];
    await failsToWrite(await startProcess(folder.path, [], limited), /EFBIG/);
  });

  it('when the disk is full at a snapshot: likewise', async function () {
    // A device that is always full; only Linux has it.
    if (!existsSync('/dev/full')) this.skip();
    const store = await startProcess(folder.path, ['--snapshot-bytes', '20000']);
    symlinkSync('/dev/full', join(data(), 'journal-00000002.new'));
    await failsToWrite(store, /ENOSPC/);
  });

  it('from a second store on the same folder, also right after a kill -9', async () => {
    const first = await startProcess(folder.path);
    await refused(/the data folder .* is in use by another document store/);
    await first.stop('SIGKILL');
    await withStore(async (db) => assert.deepEqual(await ids(db), []));
  });
});
