import { deepEqual, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { explainConsole, MOST_KEYS } from '../helpers/console-queries.js';
import { fillStore } from '../helpers/fill-store.js';
import { startPrivateStore } from '../helpers/private-store.js';
import { describeNightly, nightlyOrDaily } from '../helpers/scale.js';

describeNightly('every query of the operator console', () => {
  it(`uses an index and examines at most ${MOST_KEYS} keys, however many requests there are`, async function () {
    this.timeout(600_000);
    const own = process.env.MONGODB_URL ? undefined : await startPrivateStore();
    const url = process.env.MONGODB_URL ?? own?.url ?? '';
    const client = await new MongoClient(url).connect();
    const db = client.db(`test_${randomUUID().slice(0, 8)}`);
    try {
      await fillStore(
        db,
        nightlyOrDaily({ accounts: 2_000, calls: 100_000 }, { accounts: 50, calls: 600, days: 1 }),
        () => {},
      );
      const explained = await explainConsole(url, db.databaseName, 'account-0');
      ok(explained.length > 100, `${explained.length} queries`);
      const bad = explained.filter(({ walks, keys }) => walks || keys > MOST_KEYS);
      deepEqual(bad, []);
    } finally {
      await db.dropDatabase();
      await client.close();
      await own?.close();
    }
  });
});
