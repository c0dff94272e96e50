import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Context } from 'mocha';
import { type Document, MongoClient } from 'mongodb';
import { nanoid } from 'nanoid';
import { cleanUpAccounts } from '../../features/accounts/clean-up-accounts.js';
import { mailInvitations } from '../../features/accounts/mail-invitations.js';
import { mailNotices } from '../../features/accounts/mail-notices.js';
import { checkThresholds } from '../../features/alerts/check-thresholds.js';
import { mailAlerts } from '../../features/alerts/mail-alerts.js';
import { sendExpiryWarnings } from '../../features/alerts/send-expiry-warnings.js';
import { collections } from '../../features/collections.js';
import { DailyFigures } from '../../features/docs/status/daily-figures.js';
import { samplePlatform } from '../../features/monitoring/sample-platform.js';
import { cleanUpPages } from '../../features/pages/clean-up-pages.js';
import { deleteOldUsage, mergeUsage, rankAccounts } from '../../features/usage/index.js';
import { auditLedger } from '../../scheduler/audit-ledger.js';
import { expireLots } from '../../scheduler/expire-credits.js';
import { reconcile } from '../../scheduler/reconcile-holds.js';
import { recoverInterrupted } from '../../scheduler/recover-interrupted.js';
import { applyPayments } from '../../shared/ledger/purchase.js';
import { connectStore } from '../../shared/store/connect.js';
import { logIn } from '../helpers/log-in.js';
import { order } from '../helpers/payments.js';
import { startReceiver, withStatus } from '../helpers/receiver.js';
import { runTaskAt } from '../helpers/run-task.js';
import { describeNightly } from '../helpers/scale.js';
import { ADMIN_TOKEN, call, eventually, newAccount, stack, stackConfig } from '../helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

describeNightly('the queries of the application', () => {
  let client: MongoClient;
  let database: string;

  before(async () => {
    const { environment } = (await stack()).platform;
    client = await new MongoClient(environment.MONGODB_URL ?? '').connect();
    database = environment.MONGODB_DATABASE ?? '';
  });

  after(() => client?.close());

  /**
   * The shapes of the queries for which no index of the platform's database served, so that all was walked over. A MongoDB
   * counts them without their shapes, and those of everybody who uses it.
   */
  async function scans(): Promise<Map<string, number> | undefined> {
    const { metrics } = await client.db('admin').command({ serverStatus: 1 });
    const shapes: Document[] | undefined = metrics.queryExecutor.collectionScans.byShape;
    if (!shapes) return undefined;
    const ofPlatform = shapes.filter(({ shape }) => shape.startsWith(`${database}.`));
    return new Map(ofPlatform.map(({ shape, count }) => [shape.slice(database.length + 1), count]));
  }

  /** Does something, of which no query may walk over a collection. On a MongoDB it is done, and the test is pending. */
  async function needsNoWalk(test: Context, work: () => Promise<unknown>): Promise<void> {
    const before = await scans();
    await work();
    const after = await scans();
    if (!before || !after) {
      ok(process.env.MONGODB_URL, 'the embedded store names what it walked over');
      return test.skip();
    }
    const walked = [...after].filter(([shape, count]) => count > (before.get(shape) ?? 0)).map(([shape]) => shape);
    deepEqual(walked, []);
  }

  const admin = async (method: string, path: string, body: object = {}): Promise<Document> => {
    const answer = await call(`/v1/admin${path}`, body, {
      method,
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

  it('of calls, refunds, accounts and keys scan no collection', async function () {
    const work = async () => {
      const account = `acc-${nanoid(8)}`;
      await admin('POST', '/accounts', { account, name: 'x' });
      await admin('POST', `/accounts/${account}/purchases`, { credits: 1 });
      const { api_key: key, key: id } = await admin('POST', `/accounts/${account}/keys`);
      const answered = await call('/v1/vat', VAT, { key, headers: { 'Idempotency-Key': nanoid() } });
      const answeredAsync = await call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } });
      deepEqual([answered.status, answeredAsync.status], [200, 202]);
      const refund = { request_id: answered.headers.get('x-request-id'), reason: 'x' };
      const asAdmin = { headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } };
      const given = () => call('/v1/admin/refunds', refund, asAdmin);
      equal((await eventually(given, ({ status }) => status === 200)).status, 200);
      for (const path of [
        '/v1/account',
        '/v1/usage?group_by=day',
        '/v1/usage?group_by=endpoint',
        '/v1/usage?group_by=key',
        '/v1/requests?status=200&endpoint=vat',
        `/v1/requests?after=${Date.now()}.x`,
        `/v1/requests/${answered.headers.get('x-request-id')}`,
      ])
        equal((await call(path, undefined, { key, method: 'GET' })).status, 200, path);
      await admin('GET', '/accounts');
      for (const path of ['', '/keys', '/purchases', '/usage']) await admin('GET', `/accounts/${account}${path}`);
      await admin('GET', `/audit?account=${account}`);
      await admin('PATCH', `/keys/${id}`, { limits: { vat: 5 } });
      const { key: fresh } = await admin('POST', `/keys/${id}/rotate`, { overlap_seconds: 1 });
      await admin('DELETE', `/keys/${fresh}`);
    };
    await needsNoWalk(this, work);
  });

  it('of hosted pages and their visits scan none', async function () {
    const work = async () => {
      const { key } = await newAccount();
      const request = { type: 'text', content: { title: 'x', text: 'y' }, image_format: 'PNG', include_bytes: 0 };
      const { body } = await call('/v1/qr-experience/generate', request, { key });
      const { code, id } = body.experience;
      const { baseUrl } = (await stack()).platform;
      equal((await fetch(`${baseUrl}/e/${code}`)).status, 200);
      equal((await call('/v1/qr-scan/scan', { experience_id: id }, { key })).status, 200);
      equal((await call(`/v1/qr-experience/${id}/stats`, undefined, { key, method: 'GET' })).status, 200);
    };
    await needsNoWalk(this, work);
  });

  it('of the life cycle of hosted pages scan none', async function () {
    const work = async () => {
      const { key, account } = await newAccount();
      const request = { type: 'feedback', content: { title: 'x' }, image_format: 'PNG', include_bytes: 0 };
      const { code, id } = (await call('/v1/qr-experience/generate', request, { key })).body.experience;
      const at = `/v1/qr-experience/${id}`;
      const ask = async (method: string, path: string, body: object = {}) => {
        const { status } = await call(at + path, body, { key, method, headers: { 'If-Match': '*' } });
        equal(status, 200, `${method} ${path}`);
      };
      const slug = `walk-${nanoid(10)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, 'x')}`;
      await ask('PATCH', '', { label: 'x', slug, content: { title: 'y' } });
      const { baseUrl } = (await stack()).platform;
      for (const path of [code, slug, 'nothing-is-called-so', `${code}/report`]) await fetch(`${baseUrl}/e/${path}`);
      const send = (path: string, body: object) => call(`/e/${code}${path}`, body);
      await send('/events', { event: 'feedback_submitted', value: 'z' });
      await send('/report', { reason: 'spam' });
      for (const path of ['', '/versions', '/versions/1', '/events', '/stats']) await ask('GET', path);
      const place = `after=${Date.now()}.${'f'.repeat(24)}&from=2026-01-01T00:00:00Z`;
      for (const query of ['event=x', place, `event=x&${place}`]) await ask('GET', `/events?${query}`);
      await ask('GET', '/events.csv?event=feedback_submitted');
      for (const query of ['state=paused', 'label=x&type=feedback', 'after=9999999&state=taken_down'])
        equal((await call(`/v1/qr-experience?${query}`, {}, { key, method: 'GET' })).status, 200);
      for (const query of [
        '',
        '?show=reported',
        '?show=taken_down',
        `?account=${account}`,
        '?search=y',
        `?search=${code}`,
      ])
        await admin('GET', `/experiences${query}`);
      await admin('GET', `/experiences/${id}`);
      await admin('POST', `/experiences/${id}/takedown`, { reason: 'x' });
      await admin('POST', `/experiences/${id}/restore`);
      await admin('POST', `/experiences/${id}/dismiss`);
      await ask('POST', '/versions/1/restore');
      await ask('DELETE', '/events');
      await ask('DELETE', '');
      const { store } = await stack();
      await runTaskAt(cleanUpPages, store, new Date());
    };
    await needsNoWalk(this, work);
  });

  it('of webhooks and their deliveries scan none', async function () {
    const receiver = await startReceiver();
    const work = async () => {
      const { key, account } = await newAccount();
      const ask = async (method: string, path: string, body: object = {}) => {
        const answer = await call(`/v1${path}`, body, { key, method });
        equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
        return answer.body;
      };
      const { webhook } = await ask('POST', '/webhooks', {
        url: receiver.url,
        events: ['job.completed', 'credits.low'],
      });
      const at = `/webhooks/${webhook}`;
      await ask('PATCH', '/account', { credits_low_below: 1, credits_low_days: 7, errors_above_percent: 5 });
      await ask('POST', '/webhooks/callback/rotate-secret');
      const Prefer = `respond-async; callback_url="${receiver.url}"`;
      equal((await call('/v1/vat', VAT, { key, headers: { Prefer } })).status, 202);
      await receiver.got(2);
      receiver.answers(withStatus(500));
      await ask('POST', `${at}/test`);
      const failed = () => ask('GET', `${at}/deliveries?state=failed`);
      const [{ delivery }] = (await eventually(failed, ({ deliveries }) => deliveries.length > 0)).deliveries;
      for (const path of ['/webhooks', at, `${at}/deliveries?after=${Date.now()}.x`]) await ask('GET', path);
      await ask('POST', `${at}/deliveries/${delivery}/repeat`);
      await ask('PATCH', at, { active: false });
      await admin('GET', '/webhooks/failing');
      await admin('GET', `/accounts/${account}/webhooks`);
      await ask('DELETE', at);
      const { store } = await stack();
      equal(
        (await call('/metrics', {}, { method: 'GET', headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } })).status,
        200,
      );
      for (const task of [
        recoverInterrupted,
        mailAlerts,
        mailInvitations,
        mailNotices,
        cleanUpAccounts,
        sendExpiryWarnings,
        checkThresholds,
      ])
        await runTaskAt(task, store, new Date());
    };
    await needsNoWalk(this, work).finally(() => receiver.close());
  });

  it('of operators, the life cycle of accounts and the audit trail scan none', async function () {
    const { platform, store } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const work = async () => {
      const account = `acc-${nanoid(8)}`;
      const operator = `op-${randomUUID()}`;
      const password = 'correct horse battery';
      await admin('POST', '/accounts', { account, name: 'x' });
      const { key } = await admin('POST', `/accounts/${account}/keys`);
      await admin('POST', `/accounts/${account}/note`, { note: 'x' });
      for (const what of ['suspend', 'resume', 'close'])
        await admin('POST', `/accounts/${account}/${what}`, { reason: 'x' });
      await admin('POST', '/operators', { operator, password, role: 'viewer' });
      await admin('PATCH', `/operators/${operator}`, { role: 'support' });
      await admin('POST', `/operators/${operator}/unlock`, { password });
      const { id, operator_token } = await admin('POST', '/tokens', { operator, role: 'viewer' });
      const headers = { Authorization: `Bearer ${operator_token}` };
      equal((await call('/v1/admin/operators', {}, { method: 'GET', headers })).status, 200);
      for (const path of ['/operators', '/tokens', `/tokens?operator=${operator}`]) await admin('GET', path);
      await admin('DELETE', `/tokens/${id}`);
      for (const path of ['/sessions', `/sessions?operator=${operator}`]) await admin('GET', path);
      const place = `from=2026-01-01T00:00:00Z&to=2100-01-01T00:00:00Z&after=1000000`;
      for (const filter of ['', 'actor=root', 'operation=keys%20issue', `account=${account}`, `subject=${key}`])
        for (const more of ['', `&${place}`, '&format=csv'])
          equal(
            (
              await call(
                `/v1/admin/audit-trail?${filter}${more}`,
                {},
                {
                  method: 'GET',
                  headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
                },
              )
            ).status,
            200,
          );
      await admin('GET', '/audit-trail/verify');
      for (const path of ['operators', `operators/${operator}`, 'audit-trail', `accounts/${account}`, `keys/${key}`])
        equal((await fetch(`${platform.baseUrl}/operator/${path}`, { headers: { cookie } })).status, 200, path);
      await runTaskAt(recoverInterrupted, store, new Date());
    };
    await needsNoWalk(this, work);
  });

  it('of the operator console, the status page and the scheduler scan none', async function () {
    const { platform, store } = await stack();
    const { cookie } = await logIn(platform.baseUrl);
    const { account, key } = await newAccount();
    const { id: ordered } = await order(key);
    const work = async () => {
      const page = async (path: string) =>
        (await fetch(`${platform.baseUrl}/operator${path}`, { headers: { cookie } })).status;
      equal(await page('/requests?id=nothing'), 404);
      const place = `after=${Date.now()}.x`;
      const sorts = ['newest', 'balance', 'spent', 'errors', 'last_call'];
      const paths = [
        ...['', '/refusals', '/failed-jobs', '/accounts', '/accounts?search=acc', `/accounts/${account}/ledger`],
        ...sorts.flatMap((sort) => [`/accounts?sort=${sort}&order=lowest`, `/accounts?sort=${sort}&${place}`]),
        ...['1h', '24h', '7d', '30d', '90d'].flatMap((span) => [
          `/time?span=${span}`,
          `/time?span=${span}&account=${account}`,
        ]),
        ...['?', '?status=502&', '?type=x&', '?state=given_back&', '?endpoint=vat&', `?account=${account}&`].flatMap(
          (filter) => [`/requests${filter}`, `/requests${filter}${place}`],
        ),
        `/requests?key=${key.slice(0, 12)}`,
        ...['', '?state=paid', `?account=${account}&state=open`, `/${ordered}`].map((which) => `/orders${which}`),
      ];
      for (const path of paths) equal(await page(path), 200, path);
      const now = new Date();
      for (const task of [samplePlatform, mergeUsage, rankAccounts, deleteOldUsage, auditLedger])
        await runTaskAt(task, store, now);
      await Promise.all([
        expireLots(store, now),
        applyPayments(store),
        reconcile(store, now),
        new DailyFigures(store.traffic, { now: () => now }).read(),
      ]);
    };
    await needsNoWalk(this, work);
  });

  it('write what the journal acknowledges, whatever the URL of the store says', async () => {
    const config = await stackConfig();
    const { db, close } = connectStore({ ...config, MONGODB_URL: `${config.MONGODB_URL}&w=0` });
    const { wallets, usage } = collections(db);
    await close();
    const { w, journal } = wallets.writeConcern ?? {};
    deepEqual([w, journal], ['majority', true]);
    deepEqual(usage.writeConcern, wallets.writeConcern);
  });

  it('of the ledgers of all accounts scan none', async function () {
    await needsNoWalk(this, () => admin('GET', '/audit'));
  });
});
