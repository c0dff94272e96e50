import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type Db, MongoClient } from 'mongodb';
import { collections, createIndexes, indexes } from '../../features/collections.js';
import { audit } from '../../shared/ledger/audit.js';
import { readConfig } from '../../shared/process/config.js';
import { projectFile } from '../../shared/process/project-file.js';
import { connectWithLongTimeouts } from '../../shared/store/connect.js';
import { findMissingIndexes } from '../../shared/store/indexes.js';
import { startPrivateStore } from '../helpers/private-store.js';
import { type ReleaseData, readReleaseData, writeReleaseData } from '../helpers/release-data.js';
import { describeNightly } from '../helpers/scale.js';
import { call, eventually, isAtRest } from '../helpers/stack.js';
import { startTestPlatform } from '../helpers/test-platform.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
/** Time in which a scheduler decides the holds of a front that died, and more. */
const RECONCILED_WITHIN_MS = 240_000;

const releases = readdirSync(projectFile('test/references/releases')).map((name) =>
  name.replace('.generated.json', ''),
);

/** Opens a database with the data of a release, on MONGODB_URL if that is set. */
async function openDatabase(data: ReleaseData): Promise<{ db: Db; close(): Promise<void> }> {
  const { MONGODB_URL } = process.env;
  const store = MONGODB_URL ? undefined : await startPrivateStore();
  const client = await new MongoClient(MONGODB_URL ?? store?.url ?? '').connect();
  const db = client.db(`test_${randomUUID().slice(0, 8)}`);
  await writeReleaseData(db, data);
  return {
    db,
    async close() {
      await db.dropDatabase();
      await client.close();
      await store?.close();
    },
  };
}

for (const release of releases) {
  describe(`the data of ${release}`, () => {
    it('gets the indexes of this release, and its ledger adds up', async () => {
      const data = readReleaseData(release);
      const { db, close } = await openDatabase(data);
      try {
        await createIndexes(db);
        deepEqual(await findMissingIndexes(db, indexes), []);
        const { accounts, findings } = await audit(collections(db));
        ok(accounts > 0);
        deepEqual(findings, []);
      } finally {
        await close();
      }
    });
  });

  describeNightly(`an upgrade from ${release}`, () => {
    it('serves the customers and operators of that release, and settles what it left open', async () => {
      const data = readReleaseData(release);
      const { account, key, operatorToken, page, openRequest } = data.facts;
      const { platform, stop } = await startTestPlatform((db) => writeReleaseData(db, data));
      const { baseUrl } = platform;
      const { db, close } = connectWithLongTimeouts(readConfig(platform.environment));
      const store = collections(db);
      const get = (path: string, headers: Record<string, string>) =>
        call(path, {}, { method: 'GET', baseUrl, headers });
      try {
        const ready = await eventually(
          () => get('/readyz', {}),
          ({ status }) => status === 200,
        );
        equal(ready.status, 200, JSON.stringify(ready.body));
        ok((await store.wallets.findOne({ _id: account }))?.open.some(({ id }) => id === openRequest));
        equal((await call('/v1/vat', VAT, { key, baseUrl })).status, 200);
        equal((await fetch(baseUrl + page)).status, 200);
        for (const path of ['', '/orders', '/top-up'])
          equal((await get(`/v1/account${path}`, { 'X-API-Key': key })).status, 200, path);
        for (const path of ['/v1/usage', '/v1/requests', '/v1/webhooks', '/v1/qr-experience'])
          equal((await get(path, { 'X-API-Key': key })).status, 200, path);
        const operator = { Authorization: `Bearer ${operatorToken}` };
        for (const path of [
          '/accounts',
          '/orders',
          '/experiences',
          '/platform',
          '/audit-trail',
          `/accounts/${account}`,
        ])
          equal((await get(`/v1/admin${path}`, operator)).status, 200, path);
        const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest, RECONCILED_WITHIN_MS);
        ok(isAtRest(wallet), 'the hold of the front that died is settled');
        deepEqual((await get('/v1/admin/audit', operator)).body.findings, []);
      } finally {
        await close();
        await stop();
      }
    }).timeout(600_000);
  });
}
