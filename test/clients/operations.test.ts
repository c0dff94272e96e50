import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import { operations } from '../../features/operations/index.js';
import { openDeliverQueue } from '../../features/webhooks/dispatch.js';
import { compileValidator } from '../../shared/contract/input.js';
import { buildTarget } from '../../shared/contract/route.js';
import { connectRedis } from '../../shared/process/redis.js';
import { leaveFailedJobs } from '../helpers/failed-jobs.js';
import { launch } from '../helpers/launch.js';
import { nightlyOrDaily } from '../helpers/scale.js';
import { ADMIN_TOKEN, type Answer, call, errorIn, eventually, newAccount, stack } from '../helpers/stack.js';
import { unusedPort } from '../helpers/unused-port.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const asAdmin = (token = ADMIN_TOKEN) => ({ headers: { Authorization: `Bearer ${token}` } });
const admin = (method: string, path: string, body: object = {}) =>
  call(`/v1/admin${path}`, body, { method, ...asAdmin() });

/** Runs the command line as an operator would, on the store of the stack. */
async function cli(...args: string[]) {
  const { platform } = await stack();
  const { MONGODB_URL = '', MONGODB_DATABASE = '' } = platform.environment;
  const run = launch('dist/admin/main.js', args, { MONGODB_URL, MONGODB_DATABASE, REDIS_URL: platform.redisUrl });
  const code = await run.ended();
  return { code, output: run.output() };
}

/** Outcome of a command: its output, or the error. */
interface Outcome {
  done: boolean;
  said: Answer['body'];
}

type Fields = Record<string, string>;

async function byCli(command: string, fields: Fields): Promise<Outcome> {
  const options = Object.entries(fields).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]);
  const { code, output } = await cli(...command.split(' '), ...options, '--json');
  return code === 0 ? { done: true, said: JSON.parse(output) } : { done: false, said: output.trim() };
}

async function byApi(command: string, fields: Fields): Promise<Outcome> {
  const { contract } = operations.find((one) => one.command === command) ?? {};
  ok(contract, command);
  const { status, body } = await call(buildTarget(contract, fields), fields, { method: contract.method, ...asAdmin() });
  return status === 200 ? { done: true, said: body } : { done: false, said: body.error };
}

/** Commands that work like others run nightly only: starting the command line takes as long as many requests. */
const byEither = nightlyOrDaily(byCli, byApi);

describe('the admin API', () => {
  it('refuses requests without the admin token', async () => {
    equal((await call('/v1/admin/accounts', undefined, { method: 'GET' })).status, 401);
    const { status, body } = await call('/v1/admin/accounts', undefined, { method: 'GET', ...asAdmin('wrong') });
    equal(status, 401);
    deepEqual(errorIn(body), { error: 'Admin token is required', code: 401 });
  });

  it('takes an account from its opening to a refund', async () => {
    const account = `acc-${nanoid(8)}`;
    equal((await admin('POST', '/accounts', { account, name: 'Example Ltd' })).status, 200);
    equal((await admin('POST', '/accounts', { account, name: 'Again' })).status, 409);
    const { store } = await stack();
    ok((await store.accounts.findOne({ _id: account }))?.figures, 'it is in every order of the list');

    const paid = { credits: 5, payment_id: `pay-${account}` };
    const bought = await admin('POST', `/accounts/${account}/purchases`, paid);
    await admin('POST', `/accounts/${account}/purchases`, paid);
    equal(bought.body.credits, 5);
    const issued = await admin('POST', `/accounts/${account}/keys`, { name: 'Server', scopes: ['vat'] });
    match(issued.body.api_key, /^ua_live_[A-Za-z0-9]{32}$/);

    const answered = await call('/v1/vat', VAT, { key: issued.body.api_key });
    equal(answered.headers.get('x-credits-remaining'), '4.999');
    equal((await call('/v1/currency/platforms', {}, { key: issued.body.api_key })).status, 403);

    const request_id = answered.headers.get('x-request-id');
    const give = () => admin('POST', '/refunds', { request_id, reason: 'wrong answer' });
    const given = await eventually(give, ({ status }) => status === 200);
    deepEqual(given.body, { request_id, outcome: 'refunded' });
    equal((await give()).body.outcome, 'refunded before');
    const shown = await admin('GET', `/accounts/${account}`);
    deepEqual([shown.body.balance, shown.body.spent, shown.body.refunded, shown.body.bought], [5, 0, 0.001, 5]);

    const listed = await admin('GET', `/accounts/${account}/keys`);
    equal(listed.body.keys.length, 1);
    equal(JSON.stringify(listed.body).includes(issued.body.api_key), false);
    deepEqual((await admin('GET', `/audit?account=${account}`)).body, {
      ...{ accounts: 1, findings: [], acknowledged: [] },
    });
  });

  it('rotates a key: the old one works for the overlap, the new one from now on', async () => {
    const account = `acc-${nanoid(8)}`;
    await admin('POST', '/accounts', { account, name: 'x' });
    await admin('POST', `/accounts/${account}/purchases`, { credits: 1 });
    const { body: old } = await admin('POST', `/accounts/${account}/keys`, { scopes: ['vat'] });
    const began = Date.now();
    const { body: fresh } = await admin('POST', `/keys/${old.key}/rotate`, { overlap_seconds: 600 });
    const rotated = Date.now();
    deepEqual(fresh.scopes, ['vat']);
    equal((await call('/v1/vat', VAT, { key: old.api_key })).status, 200);
    equal((await call('/v1/vat', VAT, { key: fresh.api_key })).status, 200);
    const { store } = await stack();
    const overlap = await store.keys.findOneAndUpdate({ id: old.key }, { $set: { expires: new Date() } });
    const ends = overlap?.expires?.getTime() ?? 0;
    ok(ends >= began + 600_000 && ends <= rotated + 600_000, `${ends - began} ms`);
    const ended = await eventually(
      () => call('/v1/vat', VAT, { key: old.api_key }),
      ({ status }) => status === 403,
    );
    equal(ended.body.error, 'API key has expired');
  });

  it('changes and revokes keys', async () => {
    const account = `acc-${nanoid(8)}`;
    await admin('POST', '/accounts', { account, name: 'x' });
    const { body: key } = await admin('POST', `/accounts/${account}/keys`);
    const changed = await admin('PATCH', `/keys/${key.key}`, { limits: { vat: 100 } });
    deepEqual(changed.body.limits, { vat: 100 });
    const wrong = await admin('PATCH', `/keys/${key.key}`, { limits: { 'video-platform/search': 0 } });
    deepEqual([wrong.status, wrong.body.param], [422, 'limits.video-platform/search']);
    const expiring = await admin('PATCH', `/keys/${key.key}`, { expires_at: '2100-01-01T00:00:00Z' });
    equal(expiring.body.expires_at, '2100-01-01T00:00:00.000Z');
    equal((await admin('PATCH', `/keys/${key.key}`, { expires_at: null })).body.expires_at, expiring.body.expires_at);
    equal((await admin('PATCH', `/keys/${key.key}`, { expires_at: 'never' })).body.expires_at, null);
    equal((await admin('DELETE', `/keys/${key.key}`)).body.active, false);
    equal((await admin('DELETE', '/keys/key_unknown')).status, 404);
  });

  it('names what is wrong with a request', async () => {
    for (const [method, path, body, status, error] of [
      ['POST', '/accounts', {}, 422, 'name is required'],
      ['GET', '/accounts/nobody', {}, 404, 'Unknown account "nobody"'],
      ['POST', '/accounts/nobody/purchases', { credits: 1 }, 404, 'Unknown account "nobody"'],
      ['POST', '/refunds', { request_id: 'nothing' }, 404, 'Unknown request "nothing"'],
    ] as const) {
      const answer = await admin(method, path, body);
      deepEqual([answer.status, answer.body.error], [status, error]);
    }
  });

  it('answers each operation as it is declared', async () => {
    const listing = operations.find(({ command }) => command === 'accounts list');
    const { body } = await admin('GET', '/accounts?limit=1');
    ok(listing && compileValidator(listing.contract.response)(body));
  });
});

describe('the admin command line', () => {
  it('does the same as the API, readable or as JSON', async () => {
    const account = `acc-${nanoid(8)}`;
    const opened = await byEither('accounts create', { account, name: 'Example Ltd' });
    deepEqual([opened.done, opened.said.account], [true, account]);
    await byEither('purchases add', { account, credits: '2.5' });
    const until = ['--expires-at', '2100-01-01T00:00:00Z'];
    const issued = await cli('keys', 'issue', '--account', account, '--scopes', 'vat', 'currency', ...until, '--json');
    const { api_key, key, scopes, expires_at } = JSON.parse(issued.output);
    deepEqual(scopes, ['vat', 'currency']);
    equal((await call('/v1/vat', VAT, { key: api_key })).status, 200);
    equal(expires_at, '2100-01-01T00:00:00.000Z');
    equal((await byEither('keys update', { key, expires_at: 'never' })).said.expires_at, null);
    const shown = await cli('accounts', 'show', '--account', account);
    match(shown.output, new RegExp(`account +${account}`));
    match(shown.output, /balance +2\.499/);
  });

  it('says in a line that the store is unavailable', async () => {
    const MONGODB_URL = `mongodb://127.0.0.1:${await unusedPort()}`;
    const run = launch('dist/admin/main.js', ['accounts', 'list'], { MONGODB_URL });
    equal(await run.ended(), 1);
    equal(run.output(), 'The database at MONGODB_URL is not responding\n');
  });

  it('audits, and fails by naming the account whose credits are off by one micro-credit', async () => {
    const { store } = await stack();
    const account = `acc-${nanoid(8)}`;
    await admin('POST', '/accounts', { account, name: 'x' });
    await admin('POST', `/accounts/${account}/purchases`, { credits: 1 });
    deepEqual((await byEither('audit run', { account })).said.findings, []);
    await store.wallets.updateOne({ _id: account }, { $inc: { 'lots.0.left': 1 } });
    const { code, output } = await cli('audit', 'run', '--account', account);
    equal(code, 1);
    match(output, new RegExp(account));
    match(output, /micro-credits/);
    await store.wallets.updateOne({ _id: account }, { $inc: { 'lots.0.left': -1 } });
  });

  it('tells the story of a call, who was refused, what has failed and what needs attention', async () => {
    const { key } = await newAccount();
    const answered = await call('/v1/vat', VAT, { key });
    const id = answered.headers.get('x-request-id') ?? '';
    const wrong = `ua_live_${nanoid(4).replaceAll(/[^0-9A-Za-z]/g, 'x')}${'0'.repeat(28)}`;
    const refused = await call('/v1/vat', VAT, { key: wrong });
    const reason = `Broken ${nanoid(6).replaceAll(/\W|\d/g, 'x')}`;
    const { ids, remove } = await leaveFailedJobs('compute', [`${reason} at row 0`, `${reason} at row 1`]);
    try {
      const settled = () => admin('GET', `/requests/${id}`);
      await eventually(settled, ({ body }) => body.refundable === true);
      const noted = () => admin('GET', `/refusals?search=${wrong.slice(0, 12)}`);
      await eventually(noted, ({ body }) => body.latest.length === 1);
      const [{ said: story }, { said: refusals }, { said: failed }, { said: platform }, unknown] = await Promise.all([
        byCli('requests show', { request_id: id }),
        byEither('requests refused', { search: wrong }),
        byCli('jobs failed', {}),
        byEither('platform show', {}),
        byEither('requests show', { request_id: 'nothing' }),
      ]);
      deepEqual([story.endpoint, story.queue, story.timeline.length >= 4], ['vat', 'compute', true]);
      deepEqual(story, (await settled()).body, 'as the API tells it');
      const [{ request_id, status, prefix }] = refusals.latest;
      deepEqual([request_id, status, prefix], [refused.headers.get('x-request-id'), 401, wrong.slice(0, 12)]);
      const found = failed.reasons.find((one: { reason: string }) => one.reason === `${reason} at row …`);
      deepEqual([found.queue, found.jobs, found.some.length, found.some[0].is_call], ['compute', 2, 2, true]);
      ok(found.some.every(({ job }: { job: string }) => ids.includes(job)));
      // The command fails if anything needs attention, such as the pages that other tests report.
      const { attention, pools } = typeof platform === 'string' ? JSON.parse(platform) : platform;
      ok(Array.isArray(attention) && pools.length === 4, JSON.stringify(platform));
      deepEqual(unknown, { done: false, said: 'Unknown request "nothing"' });
    } finally {
      await remove();
    }
  });

  it('does to queues what the dashboard does, with the name said twice and an entry in the trail', async () => {
    const { platform, store } = await stack();
    const redis = connectRedis(platform.redisUrl, 'producer', () => {});
    const queue = openDeliverQueue(redis, () => {});
    const named = { queue: queue.name };
    const sure = { ...named, confirm: queue.name };
    const last = Number((await store.auditTrail.find({}, { sort: { _id: -1 }, limit: 1 }).next())?._id ?? 0);
    try {
      const paused = await byCli('queues pause', named);
      deepEqual([paused.done, paused.said.paused], [true, true]);
      // Beside it others may wait, of what other tests have told.
      const { id = '' } = await queue.add('send', { orderingKey: 'nobody' });
      const [listed, unsure] = await Promise.all([
        byEither('queues list', {}),
        byCli('queues empty', { ...named, confirm: 'another' }),
      ]);
      const row = listed.said.queues.find((one: { queue: string }) => one.queue === queue.name);
      deepEqual([row.paused, row.waiting >= 1], [true, true]);
      deepEqual(unsure, { done: false, said: 'Nothing was done: to confirm, type the name of the queue, deliver' });
      ok(await queue.getJob(id), 'the job is there');
      equal((await byCli('queues empty', sure)).done, true);
      equal(await queue.getJob(id), undefined);
      const again = await byEither('jobs retry', { ...named, job: 'gone' });
      deepEqual(again, { done: false, said: 'Unknown job "gone" in the queue "deliver"' });
      equal((await byEither('queues retry', named)).done, true);
      equal((await byEither('queues obliterate', sure)).done, true);
    } finally {
      await queue.resume();
      await queue.close();
      redis.disconnect();
    }
    const running = await byEither('queues obliterate', sure);
    deepEqual(running, { done: false, said: 'The queue "deliver" is not paused: pause it first' });
    const entries = await store.auditTrail.find({ _id: { $gt: last }, 'subject.id': queue.name }).toArray();
    deepEqual(
      entries.map(({ operation, via, subject }) => `${operation} by ${via} of ${subject.type}`),
      [
        'pause by cli',
        'empty by cli',
        ...['retry by', 'obliterate by'].map((operation) => `${operation} ${nightlyOrDaily('cli', 'admin_token')}`),
      ].map((operation) => `queues ${operation} of queue`),
    );
    const [{ before, after } = { before: null, after: null }] = entries;
    deepEqual([Object(before).paused, Object(after).paused], [false, true]);
  });

  it('helps', async () => {
    const [help, missing, unknown] = await Promise.all([
      cli('keys', 'issue', '--help'),
      cli('keys', 'issue'),
      cli('accounts', 'show', '--account', 'nobody'),
    ]);
    equal(help.code, 0);
    for (const option of ['--account', '--scopes', '--expires-at', '--limits', '--json'])
      ok(help.output.includes(option));
    equal(missing.code, 1);
    match(missing.output, /--account/);
    deepEqual([unknown.code, unknown.output], [1, 'Unknown account "nobody"\n']);
  });
});
