import { deepEqual, equal, ok } from 'node:assert/strict';
import { unzipSync } from 'fflate';
import { BATCHES } from '../../shared/contract/bounds.js';
import { audit } from '../../shared/ledger/audit.js';
import { decode } from '../../test/helpers/decoders.js';
import { call, eventually, isAtRest, newAccount, stack, type TestAccount } from '../../test/helpers/stack.js';
import { createKey } from '../keys/keys.js';

const PRICE = 0.005;

/** Emails that are rated without the DNS, and invalid ones. */
const create = (key: string, fields: object = {}, headers: Record<string, string> = {}) =>
  call('/v1/batches', { endpoint: '/v1/mailchecker', items: emails(3), ...fields }, { key, headers });

const emails = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `user${at}@example.com` }));

const read = async (key: string, id: string) => (await call(`/v1/batches/${id}`, {}, { key, method: 'GET' })).body;

/** Waits until a batch has ended, and is settled. */
async function ended(key: string, id: string) {
  return eventually(
    () => read(key, id),
    ({ expires_at }) => expires_at !== null,
  );
}

async function results(key: string, id: string, format = 'jsonl') {
  const { platform } = await stack();
  const response = await fetch(`${platform.baseUrl}/v1/batches/${id}/results?format=${format}`, {
    headers: { 'x-api-key': key },
  });
  return { response, text: await response.text() };
}

const parseLines = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line): { index: number; status: number; body: Record<string, unknown> } => JSON.parse(line));

async function auditedAccount(account: string) {
  const { store } = await stack();
  deepEqual((await audit(store, account)).findings, []);
}

describe('A batch', () => {
  it('runs its items, charges those that succeed in one entry, and returns all results in their order', async () => {
    const { key, account } = await newAccount();
    const items = [{ email: 'a@example.com' }, { email: '' }, { email: 'b@example.com' }];
    const { status, body } = await create(key, { items, name: 'List' });
    equal(status, 202, JSON.stringify(body));
    deepEqual([body.state, body.items, body.endpoint, body.name], ['queued', 3, '/v1/mailchecker', 'List']);
    const end = await ended(key, body.id);
    deepEqual(
      [end.state, end.done, end.succeeded, end.failed, end.credits_charged, end.credits_held],
      ['finished', 3, 2, 1, 2 * PRICE, 0],
    );
    const { response, text } = await results(key, body.id);
    equal(response.headers.get('x-batch-state'), 'finished');
    const lines = parseLines(text);
    deepEqual(
      lines.map(({ index, status }) => [index, status]),
      [
        [0, 200],
        [1, 422],
        [2, 200],
      ],
    );
    const direct = await call('/v1/mailchecker', { email: '' }, { key });
    const { request_id: _, ...error } = lines[1]?.body ?? {};
    const { request_id: __, ...expected } = direct.body;
    deepEqual(error, expected);
    const { store } = await stack();
    const entries = await store.usage.find({ account, _id: body.id }).toArray();
    deepEqual(
      entries.map(({ state, cost, endpoint }) => [state, cost, endpoint]),
      [['spent', 2 * PRICE * 1e6, 'mailchecker']],
    );
    ok(isAtRest(await eventually(() => store.wallets.findOne({ _id: account }), isAtRest)));
    await auditedAccount(account);
  });

  it('is refused without a trace when its price is not covered', async () => {
    const { key, account } = await newAccount({ credits: 2 * PRICE });
    const { status, body } = await create(key);
    deepEqual([status, body.type], [402, 'insufficient_credits']);
    const { store } = await stack();
    equal(await store.batches.countDocuments({ account }), 0);
    equal(await store.batchItems.countDocuments({ account }), 0);
    deepEqual((await create(key, { items: emails(2) })).status, 202);
    const budgeted = await newAccount({ budget_per_day: 2 * PRICE * 1e6 });
    deepEqual((await create(budgeted.key)).body.type, 'budget_used_up');
  });

  it('is refused for endpoints without batches or outside of the scopes of the key, and without items', async () => {
    const { key } = await newAccount();
    const { key: vatKey } = await newAccount({ scopes: ['vat'] });
    const refusals = await Promise.all([
      create(key, { endpoint: '/v1/qr-experience/generate' }),
      create(vatKey),
      create(key, { items: undefined }),
      create(key, { csv: 'email\na@example.com\n' }),
      create(key, { items: [] }),
      create(key, { name_pattern: '{n}' }),
      create(key, { webhook: 'https://hooks.example.com/' }),
    ]);
    deepEqual(
      refusals.map(({ body }) => body.type),
      [
        ...['batch_endpoint_refused', 'api_key_not_allowed', 'batch_items_required', 'batch_items_required'],
        ...['invalid_field', 'batch_names_images_only', 'callback_secret_missing'],
      ],
    );
  });

  it('is found by its own key and those that read the account, and by no other account', async () => {
    const { key, account } = await newAccount({ scopes: ['mailchecker'] });
    const other = await newAccount();
    const { store } = await stack();
    const reader = (await createKey(store, { account, name: 'reader', scopes: ['account:read'] })).plain;
    const narrow = (await createKey(store, { account, name: 'narrow', scopes: ['mailchecker'] })).plain;
    const { body } = await create(key);
    const status = async (by: string) => (await call(`/v1/batches/${body.id}`, {}, { key: by, method: 'GET' })).status;
    deepEqual(await Promise.all([key, reader, narrow, other.key].map(status)), [200, 200, 404, 404]);
    const listed = async (by: string) =>
      (await call('/v1/batches', {}, { key: by, method: 'GET' })).body.batches.length;
    deepEqual(await Promise.all([key, reader, narrow, other.key].map(listed)), [1, 1, 0, 0]);
    const cancel = async (by: string) => (await call(`/v1/batches/${body.id}/cancel`, {}, { key: by })).status;
    deepEqual(await Promise.all([other.key, narrow, reader].map(cancel)), [404, 404, 403]);
    equal((await results(other.key, body.id)).response.status, 404);
  });

  it('is created once for an Idempotency-Key', async () => {
    const { key, account } = await newAccount();
    const headers = { 'Idempotency-Key': `list-${account}` };
    const [first, again] = [await create(key, {}, headers), await create(key, {}, headers)];
    deepEqual([first.status, again.status, again.body.id], [202, 202, first.body.id]);
    // The response may have been lost with the front that was to store it.
    const { store } = await stack();
    await store.firstAnswers.deleteMany({ requestId: first.headers.get('x-request-id') ?? '' });
    equal((await create(key, {}, headers)).body.id, first.body.id);
    equal(await store.batches.countDocuments({ account }), 1);
  });

  it('is cancelled at once: what has succeeded is charged, and nothing else gets a result', async () => {
    const { key, account } = await newAccount({ credits: 60 });
    const { body } = await create(key, { items: emails(2_000) });
    const canceled = (await call(`/v1/batches/${body.id}/cancel`, {}, { key })).body;
    deepEqual([canceled.state, canceled.canceled_because, canceled.credits_held], ['canceled', 'request', 0]);
    ok(canceled.done < 2_000);
    equal(canceled.credits_charged, Math.round(canceled.succeeded * PRICE * 1e6) / 1e6);
    const lines = parseLines((await results(key, body.id)).text);
    equal(lines.length, canceled.done);
    deepEqual((await call(`/v1/batches/${body.id}/cancel`, {}, { key })).body.type, 'batch_ended');
    const { store } = await stack();
    equal((await store.usage.findOne({ _id: body.id }))?.cost, Math.round(canceled.credits_charged * 1e6));
    await auditedAccount(account);
    equal((await call(`/v1/batches/${body.id}`, {}, { key, method: 'DELETE' })).status, 200);
    // The process that ran it deletes results of items that were still running.
    await eventually(
      () => store.batchResults.countDocuments({ account }),
      (results) => results === 0,
    );
    equal((await call(`/v1/batches/${body.id}`, {}, { key, method: 'GET' })).status, 404);
  });

  it('is cancelled when its key is revoked or its account is suspended', async () => {
    const { store } = await stack();
    const stops = {
      key: ({ keyId }: TestAccount) => store.keys.updateOne({ id: keyId }, { $set: { active: false } }),
      account: ({ account }: TestAccount) =>
        store.accounts.updateOne({ _id: account }, { $set: { suspended: { at: new Date(), reason: 'test' } } }),
    };
    const cancelBy = async (because: keyof typeof stops) => {
      const customer = await newAccount({ credits: 60 });
      const { body } = await create(customer.key, { items: emails(4_000) });
      await stops[because](customer);
      const find = () => store.batches.findOne({ _id: body.id });
      const batch = await eventually(find, (found) => found?.expires !== undefined);
      deepEqual([batch?.state, batch?.canceled_because], ['canceled', because]);
      await auditedAccount(customer.account);
    };
    await Promise.all([cancelBy('key'), cancelBy('account')]);
  });

  it('is limited in number', async () => {
    const { key, account, keyId } = await newAccount();
    const { store } = await stack();
    const { body } = await create(key);
    await ended(key, body.id);
    const stored = await store.batches.findOne({ _id: body.id });
    ok(stored);
    const copy = (at: number, fields: object) => ({
      ...stored,
      key: keyId,
      ...fields,
      _id: `bat_${account}${at}`.toLowerCase(),
    });
    const far = new Date(Date.now() + 3_600_000);
    const running = Array.from({ length: BATCHES.unfinished }, (_, at) =>
      copy(at, { state: 'creating' as const, open: true as const, created: far }),
    );
    await store.batches.insertMany(running);
    deepEqual((await create(key)).body.type, 'too_many_batches');
    await store.batches.deleteMany({ account, open: true });
    equal((await create(key)).status, 202);
    await store.batches.deleteMany({ account });
  });

  it('takes and returns CSV', async () => {
    const { key } = await newAccount();
    const csv = 'Name;E-Mail\nAda;ada@example.com\n=1+1;nobody\n';
    const { body } = await create(key, { items: undefined, csv, columns: { email: 'E-Mail' } });
    equal((await ended(key, body.id)).done, 2, JSON.stringify(body));
    const { response, text } = await results(key, body.id, 'csv');
    equal(response.headers.get('content-disposition'), `attachment; filename="${body.id}.csv"`);
    const [header, first, second] = text.split('\r\n');
    ok(header?.startsWith('Name,E-Mail,status,error,email,'), header);
    ok(first?.startsWith('Ada,ada@example.com,200,,ada@example.com,'), first);
    ok(second?.startsWith("'=1+1,nobody,200,"), second);
  });

  it('renders QR codes into an archive, whose files are named by a pattern', async () => {
    const { key } = await newAccount();
    const items = [
      { qr_code_text: 'https://example.com/1', name: 'A' },
      { qr_code_text: 'x'.repeat(3_000), name: 'B' },
      { qr_code_text: 'https://example.com/2', name: '../a', frame_text: 'Two' },
    ];
    const defaults = { image_format: 'PNG', image_width: 300, frame_name: 'badge', download: true };
    const { body } = await call(
      '/v1/batches',
      { endpoint: '/v1/qr-code/generate', items, defaults, name_pattern: '{name}' },
      { key },
    );
    deepEqual((await ended(key, body.id)).succeeded, 2);
    const { platform } = await stack();
    const response = await fetch(`${platform.baseUrl}/v1/batches/${body.id}/results?format=zip`, {
      headers: { 'x-api-key': key },
    });
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
    deepEqual(Object.keys(files), ['A.png', 'a-3.png']);
    const { jsqr } = await decode(Buffer.from(files['a-3.png'] ?? []));
    equal(jsqr, 'https://example.com/2');
    const { key: other } = await newAccount();
    const emailsOnly = (await create(other)).body;
    equal((await results(other, emailsOnly.id, 'zip')).response.status, 422);
  });

  it('of a test key returns examples free of charge', async () => {
    const { key, account } = await newAccount({ mode: 'test', credits: 0 });
    const { body } = await create(key, { items: [{ email: 'a@example.com' }, {}] });
    deepEqual([body.test, body.credits_held], [true, 0]);
    const end = await ended(key, body.id);
    deepEqual([end.succeeded, end.failed, end.credits_charged], [1, 1, 0]);
    const { store } = await stack();
    equal(await store.usage.countDocuments({ account }), 0);
  });
});
