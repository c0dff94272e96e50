import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { accountRoutes } from '../../features/account-api/index.js';
import { buildTarget } from '../../shared/contract/route.js';
import { createPage } from '../helpers/page-visits.js';
import { addCoupon, order } from '../helpers/payments.js';
import { ADMIN_TOKEN, call, newAccount, stack } from '../helpers/stack.js';

const withKey = (idempotencyKey: string = randomUUID()) => ({ 'Idempotency-Key': idempotencyKey });
const EVERYTHING = ['*', 'billing'];

/** The body and path parameters with which each POST service route succeeds. */
const inputs: Readonly<Record<string, (key: string) => Promise<Record<string, unknown>>>> = {
  createBatch: async () => batch(1),
  cancelBatch: async (key) => ({ batch: (await call('/v1/batches', batch(2_000), { key })).body.id }),
  createToken: async () => ({ scopes: ['vat'] }),
  buyCredits: async () => ({ pack: 'small' }),
  redeemCoupon: async () => createCoupon(),
  billingPortal: async () => ({}),
  cancelOrder: async (key) => ({ order: (await order(key)).id }),
  createWebhook: async () => webhook(),
  testWebhook: async (key) => ({ webhook: await createdWebhook(key) }),
  rotateWebhookSecret: async (key) => ({ webhook: await createdWebhook(key) }),
  repeatDelivery: async (key) => createDelivery(key),
  restoreExperience: async (key) => restorable(key),
  createImageLink: async () => ({ qr_code_text: 'https://example.com/' }),
  createDomain: async () => domain(),
  verifyDomain: async (key) => addDomain(key),
  createQrDraft: async () => ({ name: randomUUID() }),
  uploadPicture: async () => ({ data_base64: PICTURE, name: randomUUID() }),
  createStudioSession: async () => ({ origin: 'https://app.example.com' }),
};

/** A picture of one pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** Routes whose response holds a secret, which is not stored. */
const SECRET = new Set(['createStudioSession', 'createToken', 'createWebhook', 'rotateWebhookSecret']);

async function createCoupon() {
  const code = randomUUID().slice(0, 8).toUpperCase();
  await addCoupon(code);
  return { code };
}

const batch = (count: number) => ({
  endpoint: '/v1/vat',
  items: Array.from({ length: count }, () => ({ action: 'country-rates', country_code: 'DE' })),
});

const webhook = () => ({ url: `http://127.0.0.1:9/${randomUUID()}`, events: ['job.completed'] });
const createdWebhook = async (key: string): Promise<string> =>
  (await call('/v1/webhooks', webhook(), { key })).body.webhook;

const domain = () => ({ host: `go.${randomUUID()}.example` });

async function addDomain(key: string) {
  const added = domain();
  await call('/v1/domains', added, { key });
  return added;
}

async function createDelivery(key: string) {
  const id = await createdWebhook(key);
  const { store } = await stack();
  const { body } = await call('/v1/account', {}, { key, method: 'GET' });
  const delivery = `dlv_${randomUUID()}`;
  const created = new Date();
  await store.deliveries.insertOne({
    ...{ _id: delivery, account: body.account, webhook: id, message: `msg_${randomUUID()}`, type: 'job.completed' },
    ...{ orderingKey: `test ${id}`, state: 'failed', tries: 1, attempts: [], created },
    expires: new Date(created.getTime() + 3_600_000),
  });
  return { webhook: id, delivery };
}

async function restorable(key: string) {
  const { id } = await createPage('text', {}, key);
  await call(`/v1/qr-experience/${id}`, { label: 'Second' }, { key, method: 'PATCH', headers: { 'If-Match': '*' } });
  return { id, version: 1, if_match: '*' };
}

describe('Idempotency-Key on service routes', () => {
  const posts = accountRoutes.filter(({ contract }) => contract.method === 'POST').map(({ contract }) => contract);

  it('holds on every POST', async () => {
    deepEqual(posts.map(({ name }) => name).sort(), Object.keys(inputs).sort());
    for (const route of posts) {
      const { key } = await newAccount({ scopes: EVERYTHING, credits: 10 });
      const input = (await inputs[route.name]?.(key)) ?? {};
      const headers = withKey();
      const ask = () => call(buildTarget(route, input), input, { key, headers });
      const first = await ask();
      equal(first.status, route.status ?? 200, `${route.name}: ${JSON.stringify(first.body)}`);
      equal(first.headers.get('idempotent-replayed'), null);
      const second = await ask();
      equal(second.headers.get('idempotent-replayed'), 'true', route.name);
      if (SECRET.has(route.name))
        deepEqual([second.status, second.body.type], [409, 'response_not_stored'], route.name);
      else deepEqual([second.status, second.body], [first.status, first.body], route.name);
      equal(second.headers.get('etag'), SECRET.has(route.name) ? null : first.headers.get('etag'), route.name);
    }
  });

  it('makes one order of several requests at once', async () => {
    const { key, account } = await newAccount({ scopes: EVERYTHING });
    const headers = withKey();
    const buy = () => call('/v1/account/orders', { pack: 'small' }, { key, headers });
    const answers = await Promise.all([buy(), buy(), buy(), buy()]);
    for (const { status, body } of answers) ok(status === 200 || body.type === 'idempotency_key_in_use', `${status}`);
    const { store } = await stack();
    equal(await store.orders.countDocuments({ account }), 1);
    equal((await buy()).status, 200);
    equal(await store.orders.countDocuments({ account }), 1);
  });

  it('refuses another body or another route with the same key (422)', async () => {
    const { key, account } = await newAccount({ scopes: EVERYTHING });
    const headers = withKey();
    await call('/v1/account/orders', { pack: 'small' }, { key, headers });
    const others = [
      await call('/v1/account/orders', { pack: 'small', save_method: true }, { key, headers }),
      await call('/v1/webhooks', webhook(), { key, headers }),
      await call('/v1/vat', { action: 'calculate', net: 100, vat_rate: 20 }, { key, headers }),
    ];
    for (const { status, body } of others) deepEqual([status, body.type], [422, 'idempotency_key_reused']);
    const { store } = await stack();
    equal(await store.orders.countDocuments({ account }), 1);
  });

  it('is refused when it is unusable (422)', async () => {
    const { key, account } = await newAccount({ scopes: EVERYTHING });
    const { status, body } = await call('/v1/account/orders', { pack: 'small' }, { key, headers: withKey('a b') });
    deepEqual([status, body.type], [422, 'idempotency_key_invalid']);
    const { store } = await stack();
    equal(await store.orders.countDocuments({ account }), 0);
  });

  it('holds on POSTs of operators too', async () => {
    const { account } = await newAccount();
    const { store } = await stack();
    const headers = { ...withKey(), Authorization: `Bearer ${ADMIN_TOKEN}` };
    const issue = () => call(`/v1/admin/accounts/${account}/keys`, { name: 'Twice' }, { headers });
    equal((await issue()).status, 200);
    const again = await issue();
    deepEqual([again.status, again.body.type], [409, 'response_not_stored']);
    equal(await store.keys.countDocuments({ account, name: 'Twice' }), 1);
    const note = () =>
      call(`/v1/admin/accounts/${account}/rename`, { name: 'New' }, { headers: { ...headers, ...named } });
    const named = withKey();
    const [first, second] = [await note(), await note()];
    deepEqual([second.status, second.body], [first.status, first.body]);
    equal(second.headers.get('Idempotent-Replayed'), 'true');
  });

  it('stores no secret', async () => {
    const { key } = await newAccount({ scopes: EVERYTHING });
    const { body } = await call('/v1/webhooks', webhook(), { key, headers: withKey() });
    const { store } = await stack();
    ok(body.secret);
    for await (const first of store.firstAnswers.find({})) ok(!JSON.stringify(first).includes(body.secret));
  });
});
