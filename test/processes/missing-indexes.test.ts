import { deepEqual, equal, match } from 'node:assert/strict';
import { collections, createIndexes, indexes } from '../../features/collections.js';
import { readConfig } from '../../shared/process/config.js';
import { version } from '../../shared/process/version.js';
import { connectWithLongTimeouts, type Store } from '../../shared/store/connect.js';
import { findMissingIndexes } from '../../shared/store/indexes.js';
import { type Launch, launch } from '../helpers/launch.js';
import { pickSettings } from '../helpers/private-fronts.js';
import { itNightly } from '../helpers/scale.js';
import { type Answer, call, eventually, ownDatabase, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

describe('a front on a database without indexes', () => {
  let own: Awaited<ReturnType<typeof ownDatabase>>;
  let store: Store;
  let settings: Record<string, string>;
  const launched: Launch[] = [];

  before(async () => {
    own = await ownDatabase((await stack()).platform.environment);
    store = connectWithLongTimeouts(readConfig(own.environment));
    settings = pickSettings(own.environment);
  });
  beforeEach(() => store.db.dropDatabase());
  after(async () => {
    for (const front of launched) front.process.kill('SIGTERM');
    await Promise.all(launched.map((front) => front.ended()));
    await store.close();
    await own.close();
  });

  async function startFront(): Promise<{ front: Launch; get(path: string): Promise<Answer> }> {
    const PORT = String(await unusedPort());
    const front = launch('dist/api/main.js', [], { ...settings, PORT, METRICS_PORT: '', LOG_LEVEL: 'info' });
    launched.push(front);
    const get = (path: string) =>
      call(path, undefined, { method: 'GET', baseUrl: `http://127.0.0.1:${PORT}`, tries: 1 });
    await eventually(
      () => get('/healthz').catch(() => undefined),
      (answer) => answer?.status === 200,
    );
    return { front, get };
  }

  const admin = (command: string, ...more: string[]) => {
    const { MONGODB_URL = '', MONGODB_DATABASE = '' } = settings;
    return launch('dist/admin/main.js', [command, ...more], { MONGODB_URL, MONGODB_DATABASE });
  };

  itNightly('refuses requests while duplicates keep a unique one from being created, then creates all', async () => {
    const { experiences } = collections(store.db);
    const pages = ['1', '2', '3'].map((code) => ({ _id: `page-${code}`, code, slug: 'menu' }));
    await store.db.collection<{ _id: string }>('experiences').insertMany(pages);
    const { front, get } = await startFront();
    const { status, body } = await eventually(
      () => get('/readyz'),
      (answer) => answer.body.problems !== undefined,
    );
    equal(status, 503);
    deepEqual(body.missing, ['indexes:experiences.slug_1']);
    match(String(body.problems), /^experiences\.slug_1: several documents have the same slug/);
    equal((await get('/docs')).status, 503);
    await front.printed(/"duplicates":\["\\"menu\\""\]/);

    const refused = admin('create-indexes');
    equal(await refused.ended(), 1);
    match(
      refused.output(),
      /^These indexes cannot be created:\nexperiences\.slug_1 \("menu"\): several documents have the same slug/,
    );
    const list = admin('list-duplicates');
    equal(await list.ended(), 0);
    match(list.output(), /experiences\.slug_1 +"menu" +3 +page-1, page-2, page-3/);

    await experiences.deleteMany({ code: { $ne: '1' } });
    const ready = await eventually(
      () => get('/readyz'),
      (answer) => answer.status === 200,
    );
    equal(ready.status, 200, JSON.stringify(ready.body));
    equal((await get('/docs')).status, 200);
    deepEqual(await findMissingIndexes(store.db, indexes), []);

    const first = JSON.parse(front.output().split('\n')[0] ?? '');
    deepEqual([first.version, first.process], [version, 'api']);
    const { TRUST_PROXY, ADMIN_TOKEN, MONGODB_URL } = first.settings;
    deepEqual([TRUST_PROXY, ADMIN_TOKEN, MONGODB_URL], [true, '(set)', '(set)'], 'values of secrets are not logged');
  });

  it('keeps an index of an older release until it is dropped by command', async () => {
    const { usage } = collections(store.db);
    await usage.createIndex({ account: 1, old: 1 });
    await createIndexes(store.db);
    equal(await usage.indexExists('account_1_old_1'), true);
    const dropping = admin('drop-unused-indexes', '--yes');
    equal(await dropping.ended(), 0);
    equal(dropping.output(), 'dropped usage.account_1_old_1\n');
    equal(await usage.indexExists('account_1_old_1'), false);
    deepEqual(await findMissingIndexes(store.db, indexes), []);
  });
});
