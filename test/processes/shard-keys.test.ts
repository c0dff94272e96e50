import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type Document, MongoServerError } from 'mongodb';
import { nanoid } from 'nanoid';
import { createShardingScript, shardKeys } from '../../admin/shard-keys.js';
import { Child } from '../../embedded/child.js';
import { platformSums } from '../../features/usage/collections.js';
import { projectFile } from '../../shared/process/project-file.js';
import { storeAddress } from '../faults/harness/engine.js';
import type { Command } from '../helpers/replica-set/fault.js';
import { ReplicaSet } from '../helpers/replica-set/replica-set.js';
import { itNightly } from '../helpers/scale.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

/** Queries that a front sends from time to time over all accounts. */
const NOW_AND_THEN = new Set(['wallets find open.at', 'wallets find open.at open']);

/** The documents and filters of a command, each with how it leads to its documents. */
function parts({ name, document }: Command): { is: 'insert' | 'find' | 'one'; fields: Document }[] {
  const of = (is: 'insert' | 'find' | 'one') => (fields: Document) => ({ is, fields });
  const single = ({ multi, limit }: Document) => (multi !== undefined ? multi !== true : Number(limit) === 1);
  const statements: Document[] = document.updates ?? document.deletes ?? [];
  if (name === 'insert') return document.documents.map(of('insert'));
  if (name === 'findAndModify') return [of('one')(document.query)];
  if (name === 'find') return [of('find')(document.filter)];
  if (name === 'count' || name === 'distinct') return [of('find')(document.query)];
  if (name === 'aggregate') return [of('find')(document.pipeline[0]?.$match ?? {})];
  return statements.map((statement) => of(single(statement) ? 'one' : 'find')(statement.q));
}

const NAMESPACE_NOT_FOUND = 26;

function noneYet(error: unknown): Document[] {
  if (error instanceof MongoServerError && error.code === NAMESPACE_NOT_FOUND) return [];
  throw error;
}

const isSaid = (value: unknown): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null || !('$gt' in value || '$lt' in value));

/** True if a router of a sharded cluster knows exactly the expected shards. */
function leadsToShards(key: readonly string[], is: 'insert' | 'find' | 'one', fields: Document): boolean {
  const [first = ''] = key;
  if (is === 'insert') return key.every((field) => fields[field] !== undefined);
  if (is === 'find') return isSaid(fields[first]);
  return key.every((field) => isSaid(fields[field]));
}

describe('a sharded store', () => {
  const table = () => {
    const text = readFileSync(projectFile('docs/scaling.md'), 'utf8');
    const rows = [...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| ([^|]+) \| [^|]+ \|$/gm)];
    return rows.flatMap(([, names = '', key = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']): [string, string] => [name, key.replaceAll('`', '')]),
    );
  };

  it('has a documented shard key for every collection', async () => {
    const { store } = await stack();
    const all = [...Object.values(store), ...Object.values(platformSums(store))].flatMap((one) =>
      'collectionName' in one ? [one.collectionName] : [],
    );
    const told = table().filter(([, key]) => key === 'whole' || key.includes(':'));
    const asTold = (name: string): string => {
      const key = shardKeys[name];
      return key
        ? Object.entries(key)
            .map(([field, kind]) => `${field}: ${kind}`)
            .join(', ')
        : 'whole';
    };
    deepEqual(
      told.map(([name, key]) => `${name} ${key}`).sort(),
      [...new Set(all)].map((name) => `${name} ${asTold(name)}`).sort(),
    );
    ok(createShardingScript('x').includes('sh.shardCollection("x.usage", {"account":1,"_id":1});'));
  });

  it('has no index that is unique in each shard alone', async () => {
    const { store } = await stack();
    for (const collection of Object.values(store)) {
      if (!('collectionName' in collection) || !shardKeys[collection.collectionName]) continue;
      const indexes: Document[] = await collection.indexes().catch(noneYet);
      deepEqual(
        indexes.filter(({ unique }) => unique),
        [],
        collection.collectionName,
      );
    }
  });

  itNightly('is queried by shard key wherever a client waits', async () => {
    const { platform, store } = await stack();
    const { environment } = platform;
    const set = await ReplicaSet.open(storeAddress(environment.MONGODB_URL ?? ''));
    const env = { ...environment, MONGODB_URL: set.url, PORT: '0', METRICS_PORT: '0' };
    const front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    const astray = new Map<string, Document>();
    const asked = new Set<string>();
    set.onCommand((command) => {
      const { name, collection = '' } = command;
      const key = shardKeys[collection];
      if (!key || name === 'getMore') return;
      asked.add(`${collection} ${name}`);
      for (const { is, fields } of parts(command)) {
        const shape = `${collection} ${name} ${Object.keys(fields).join(' ')}`;
        if (!leadsToShards(Object.keys(key), is, fields) && !NOW_AND_THEN.has(shape)) astray.set(shape, fields);
      }
    });
    try {
      const { port } = await front.start();
      const baseUrl = `http://127.0.0.1:${port}`;
      const { account, key } = await newAccount({ budget_per_day: 1_000_000 });
      const headers = { 'Idempotency-Key': nanoid() };
      const ask = async (path: string, body: object, more: object = {}) =>
        (await call(path, body, { key, baseUrl, ...more })).status;
      deepEqual([await ask('/v1/vat', VAT, { headers }), await ask('/v1/vat', VAT, { headers })], [200, 200]);
      equal(await ask('/v1/vat', {}), 400);
      equal(await ask('/v1/vat', VAT, { headers: { Prefer: 'respond-async' } }), 202);
      const get = { method: 'GET' };
      for (const path of ['/v1/account', '/v1/usage', '/v1/usage?group_by=key', '/v1/requests'])
        equal(await ask(path, {}, get), 200, path);
      const page = { type: 'text', content: { title: 'x', text: 'y' }, image_format: 'SVG', include_bytes: 0 };
      const { body } = await call('/v1/qr-experience/generate', page, { key, baseUrl });
      const { code, id } = body.experience;
      equal((await fetch(`${baseUrl}/e/${code}`)).status, 200);
      equal(await ask(`/e/${code}/events`, { event: 'link_click', value: 'https://example.com/' }), 200);
      equal(await ask(`/v1/qr-experience/${id}/stats`, {}, get), 200);
      const settled = () => store.wallets.findOne({ _id: account });
      equal((await eventually(settled, isAtRest))?.open.length, 0);
    } finally {
      await front.stop(10_000);
      await set.close();
    }
    deepEqual([...astray], []);
    for (const hot of [
      'wallets findAndModify',
      'wallets update',
      'usage insert',
      'firstAnswers insert',
      'scans insert',
    ])
      ok(asked.has(hot), `${hot} was not among ${[...asked].join(', ')}`);
  });
});
