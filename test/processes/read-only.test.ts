import { deepEqual, equal, ok } from 'node:assert/strict';
import { accountRoutes } from '../../features/account-api/index.js';
import { createKey } from '../../features/keys/keys.js';
import { operations } from '../../features/operations/index.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { buildTarget } from '../../shared/contract/route.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { type Launch, launch } from '../helpers/launch.js';
import { OPERATOR, type PagesInProcess, pagesInProcess } from '../helpers/pages-in-process.js';
import { pickSettings } from '../helpers/private-fronts.js';
import { startPrivateRedis } from '../helpers/private-redis.js';
import { describeNightly } from '../helpers/scale.js';
import { ADMIN_TOKEN, eventually, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

const ACCOUNT = 'example';
const ADDRESS = 'dana@example.com';

describeNightly('a front with READ_ONLY', () => {
  let pages: PagesInProcess;
  let front: Launch;
  let url: string;
  let key: string;
  let cookies: Record<'portal' | 'console' | 'hosted', string>;

  before(async function () {
    this.timeout(120_000);
    pages = await pagesInProcess();
    const { platform } = await stack();
    const { store } = pages;
    const created = new Date();
    await store.accounts.insertOne({ _id: ACCOUNT, name: 'Example', created, owner: ADDRESS });
    await purchase(store, { account: ACCOUNT, amount: 1_000_000, bought: created });
    await store.members.insertOne({ _id: ADDRESS, account: ACCOUNT, created, signed_in: created, welcomed: true });
    const password = { hash: '', salt: '', cost: 2, block: 1, parallel: 1 };
    await store.operators.insertOne({
      ...{ _id: OPERATOR, role: 'admin', active: true, created, password, password_set: created },
    });
    key = (await createKey(store, { account: ACCOUNT, name: 'test', scopes: ['*', 'billing', 'keys'] })).plain;
    cookies = { portal: await pages.signIn(ADDRESS), console: await pages.logIn(OPERATOR), hosted: '' };
    const PORT = String(await unusedPort());
    const MONGODB_DATABASE = store.accounts.dbName;
    const own = {
      MONGODB_DATABASE,
      ADMIN_TOKEN,
      PORT,
      METRICS_PORT: '',
      READ_ONLY: 'true',
      MAIL_FROM: 'p@example.com',
    };
    front = launch('dist/api/main.js', [], { ...pickSettings(platform.environment), ...own });
    url = `http://127.0.0.1:${PORT}`;
    const isAlive = () =>
      fetch(`${url}/healthz`).then(
        ({ ok: alive }) => alive,
        () => false,
      );
    equal(await eventually(isAlive, Boolean, 60_000), true);
  });

  after(async () => {
    front?.process.kill('SIGTERM');
    await front?.ended();
    await pages?.close();
  });

  /** All documents of the store, as text. */
  async function readStore(): Promise<Record<string, string>> {
    const { store } = pages;
    const collections = await store.accounts.db.listCollections({}, { nameOnly: true }).toArray();
    const read = async (name: string) => {
      const documents = await store.accounts.db.collection(name).find({}).toArray();
      return [
        name,
        documents
          .map((one) => JSON.stringify(one))
          .sort()
          .join('\n'),
      ] as const;
    };
    return Object.fromEntries(await Promise.all(collections.map(({ name }) => read(name))));
  }

  it('serves what is only read, refuses everything else, and changes no document of the store', async () => {
    const before = await readStore();
    const refused: string[] = [];
    const failed: string[] = [];
    const send = async (method: string, target: string, headers: Record<string, string>, body?: object) => {
      const response = await fetch(url + target, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        redirect: 'manual',
        ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
      });
      const text = await response.text();
      const name = `${method} ${target}: ${response.status} ${text.slice(0, 200)}`;
      if (method === 'GET') return response.status >= 500 ? void failed.push(name) : undefined;
      if (response.status !== 503 || !text.includes('read_only') || !response.headers.get('retry-after'))
        return void failed.push(name);
      refused.push(name);
    };
    for (const { path, example } of catalogue) await send('POST', path, { 'X-API-Key': key }, example.request);
    for (const { contract } of accountRoutes)
      await send(contract.method, buildTarget(contract, contract.example.request), { 'X-API-Key': key });
    const asOperator = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    for (const { contract } of operations)
      await send(contract.method, buildTarget(contract, contract.example.request), asOperator);
    const params: Record<string, string> = { account: ACCOUNT, operator: OPERATOR };
    for (const { of, method, path } of pages.routes) {
      const target = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? `no-${name}`);
      await send(method, target, { cookie: cookies[of] });
    }
    for (const path of ['/', '/docs', '/status', '/v1/account', '/healthz', '/account/login'])
      await send('GET', path, { 'X-API-Key': key, cookie: cookies.portal });
    deepEqual(failed, []);
    ok(refused.length > 150, `${refused.length} refused`);
    deepEqual(await readStore(), before);
  }).timeout(120_000);

  it('is ready without workers, and creates no index', async () => {
    const { platform } = await stack();
    const { accounts } = pages.store;
    await accounts.db.collection('experiences').dropIndexes();
    const redis = await startPrivateRedis();
    const PORT = String(await unusedPort());
    const settings = {
      MONGODB_DATABASE: accounts.dbName,
      REDIS_URL: redis.url,
      PORT,
      METRICS_PORT: '',
      READ_ONLY: 'true',
    };
    const alone = launch('dist/api/main.js', [], { ...pickSettings(platform.environment), ...settings });
    try {
      const readStatus = () =>
        fetch(`http://127.0.0.1:${PORT}/readyz`).then(
          ({ status }) => status,
          () => 0,
        );
      equal(await eventually(readStatus, (status) => status === 200, 60_000), 200);
      equal((await accounts.db.collection('experiences').indexes()).length, 1);
    } finally {
      alone.process.kill('SIGTERM');
      await alone.ended();
      await redis.stop();
    }
  }).timeout(120_000);
});
