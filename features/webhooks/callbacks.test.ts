import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { isSigned, type Receiver, startReceiver, withStatus } from '../../test/helpers/receiver.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const later = (url: string, more = '') => ({ Prefer: `respond-async; callback_url="${url}"${more}` });

describe('callback_url', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const rotate = async (key: string): Promise<string> =>
    (await call('/v1/webhooks/callback/rotate-secret', {}, { key })).body.secret;
  const deliveries = async (key: string) =>
    (await call('/v1/webhooks/callback/deliveries', {}, { method: 'GET', key })).body.deliveries;

  it('receives the result of a request, signed with the secret of the account', async () => {
    const { key } = await newAccount();
    const secret = await rotate(key);
    const direct = await call('/v1/vat', VAT, { key });
    const accepted = await call('/v1/vat', VAT, { key, headers: later(`${receiver.url}?order=1,2;x`) });
    equal(accepted.status, 202);
    const [one] = await receiver.got(1);
    ok(one && isSigned(secret, one));
    deepEqual(
      [one.path, one.event.type, one.event.data],
      [
        '/hook?order=1,2;x',
        'job.completed',
        { job_id: accepted.body.job_id, endpoint: 'vat', status: 200, body: direct.body },
      ],
    );
    const [delivery] = await eventually(
      () => deliveries(key),
      ([found]) => found?.state === 'delivered',
    );
    deepEqual([delivery.webhook, delivery.callback_url], ['callback', `${receiver.url}?order=1,2;x`]);
  });

  it('is retried as webhooks are, and sent again on request', async () => {
    const { key } = await newAccount();
    await rotate(key);
    receiver.answers(withStatus(500));
    await call('/v1/vat', VAT, { key, headers: later(receiver.url) });
    const [failed] = await eventually(
      () => deliveries(key),
      ([found]) => found?.state === 'failed',
    );
    equal(failed.attempts.length, 4);
    receiver.answers(withStatus(200));
    await call(`/v1/webhooks/callback/deliveries/${failed.delivery}/repeat`, {}, { key });
    const [delivered] = await eventually(
      () => deliveries(key),
      ([found]) => found?.state === 'delivered',
    );
    equal(delivered.attempts.length, 5);
    const { body } = await call('/v1/webhooks/callback', {}, { method: 'GET', key });
    deepEqual([body.active, body.failing_since], [true, null], 'one receiver does not speak for the others');
  });

  it('is refused without a charge if it cannot be sent or signed, or is not allowed', async () => {
    const { key, account } = await newAccount();
    const ask = (url: string, headers: object = {}, by: string | undefined = key) =>
      call('/v1/vat', VAT, { ...(by && { key: by }), headers: { ...later(url), ...headers } });
    const unsigned = await ask(receiver.url);
    deepEqual([unsigned.status, unsigned.body.type], [422, 'callback_secret_missing']);
    await rotate(key);
    const { webhooks } = (await stack()).store;
    const { secrets = [] } = (await webhooks.findOne({ account })) ?? {};
    await webhooks.updateOne({ account }, { $set: { secrets: [] } });
    equal((await ask(receiver.url)).body.type, 'callback_secret_missing');
    await webhooks.updateOne({ account }, { $set: { secrets } });
    for (const url of ['nonsense', 'http://example.com/', 'https://10.0.0.1/', 'https://[fd00::1]/']) {
      const { status, body } = await ask(url);
      deepEqual([status, body.type, body.param], [422, 'webhook_url_refused', 'callback_url'], url);
    }
    const narrow = await newAccount({ scopes: ['vat'] });
    const denied = await ask(receiver.url, {}, narrow.key);
    deepEqual([denied.status, denied.body.type], [403, 'api_key_not_allowed']);
    const { token } = (await call('/v1/tokens', {}, { key })).body;
    const byToken = await call('/v1/vat', VAT, {
      headers: { ...later(receiver.url), Authorization: `Bearer ${token}` },
    });
    deepEqual([byToken.status, byToken.body.type], [403, 'token_not_allowed']);
    const { store } = await stack();
    equal(await store.usage.countDocuments({ account }), 0);
    equal((await ask(receiver.url)).status, 202);
    await receiver.got(1);
  });

  it('is not used for an immediate response, and used once for a request that is retried with its Idempotency-Key', async () => {
    const { key } = await newAccount();
    await rotate(key);
    const direct = await call('/v1/vat', VAT, { key, headers: later(receiver.url, ', wait=9') });
    equal(direct.status, 200);
    const headers = { ...later(receiver.url), 'Idempotency-Key': 'order-1' };
    const first = await call('/v1/vat', VAT, { key, headers });
    const again = await call('/v1/vat', VAT, { key, headers });
    deepEqual([again.body, again.headers.get('idempotent-replayed')], [first.body, 'true']);
    await receiver.got(1);
    await eventually(
      () => deliveries(key),
      ([found]) => found?.state === 'delivered',
    );
    deepEqual(
      receiver.received.map(({ event }) => event.data.job_id),
      [first.body.job_id],
    );
  });

  it('can be switched off and on for all requests, and not changed otherwise', async () => {
    const { key } = await newAccount();
    await rotate(key);
    const change = (body: object) => call('/v1/webhooks/callback', body, { method: 'PATCH', key });
    for (const body of [{ url: receiver.url }, { events: ['job.failed'] }]) equal((await change(body)).status, 422);
    equal((await change({ active: false })).body.active, false);
    const refused = await call('/v1/vat', VAT, { key, headers: later(receiver.url) });
    deepEqual([refused.status, refused.body.type], [409, 'webhook_is_off']);
    equal((await change({ active: true })).body.active, true);
    equal((await call('/v1/vat', VAT, { key, headers: later(receiver.url) })).status, 202);
    await receiver.got(1);
  });

  it('receives a file as base64, and no body that is too large', async () => {
    const { key } = await newAccount();
    await rotate(key);
    const ask = (request: object) => call('/v1/qr-code/generate', request, { key, headers: later(receiver.url) });
    await ask({ qr_code_text: 'https://example.com', image_format: 'PNG', image_width: 100, download: 1 });
    const [file] = await receiver.got(1);
    match(file?.event.data.body, /^iVBORw0KGgo/);
    const large = await ask({ qr_code_text: 'x'.repeat(800), image_format: 'JPG', image_width: 4_000 });
    const two = (await receiver.got(2))[1];
    deepEqual(two?.event.data, {
      job_id: large.body.job_id,
      endpoint: 'qr-code/generate',
      status: 200,
      body: null,
      body_left_out: 'too large',
    });
  });
});
