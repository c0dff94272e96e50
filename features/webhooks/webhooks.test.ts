import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { MOST_EVENTS_PER_HOUR, MOST_WEBHOOKS } from '../../shared/contract/bounds.js';
import { compileValidator } from '../../shared/contract/input.js';
import { isSigned, type Receiver, startReceiver, withStatus } from '../../test/helpers/receiver.js';
import { type Answer, call, eventually, newAccount, stack, type TestAccount } from '../../test/helpers/stack.js';
import { allEvents, createMessageSchema, subscribableNames } from './events.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };
const DAY_MS = 24 * 3_600_000;

describe('webhooks', () => {
  let owner: TestAccount;
  let receiver: Receiver;

  beforeEach(async () => {
    [owner, receiver] = await Promise.all([newAccount(), startReceiver()]);
  });
  afterEach(() => receiver.close());

  const ask = (method: string, path: string, body: object = {}, key = owner.key): Promise<Answer> =>
    call(`/v1/webhooks${path}`, body, { method, key });

  /** Creates a webhook of the owner. */
  async function create(events: string[], url = receiver.url, key = owner.key) {
    const { status, body } = await ask('POST', '', { url, events }, key);
    equal(status, 200, JSON.stringify(body));
    return body;
  }

  const listDeliveries = async (webhook: string, query = '') =>
    (await ask('GET', `/${webhook}/deliveries${query}`)).body.deliveries;

  /** Waits for the latest delivery of a webhook to match. */
  const waitForDelivery = (webhook: string, matches: (delivery: Answer['body']) => boolean) =>
    eventually(
      async () => (await listDeliveries(webhook))[0],
      (delivery) => delivery !== undefined && matches(delivery),
    );

  const tryOut = (webhook: string, body: object = {}) => ask('POST', `/${webhook}/test`, body);

  it('receive every kind of event as declared, signed by Standard Webhooks', async () => {
    const { webhook, secret } = await create([]);
    match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    const ids: string[] = [];
    for (const { name } of allEvents) ids.push((await tryOut(webhook, { type: name })).body.message);
    const received = await receiver.got(allEvents.length);
    deepEqual(received.map(({ headers }) => headers['webhook-id']).sort(), ids.sort());
    for (const one of received) {
      const kind = allEvents.find(({ name }) => name === one.event.type);
      ok(kind, one.event.type);
      const validate = compileValidator(createMessageSchema<string, typeof kind.data>(kind));
      const isDeclared = validate(one.event);
      ok(isDeclared, JSON.stringify(validate.errors?.[0]));
      deepEqual([one.event.data, one.event.test], [kind.example, true]);
      ok(isSigned(secret, one));
      ok(!isSigned('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', one));
      equal(one.headers['content-type'], 'application/json');
    }
  });

  it('receive the ends of asynchronous requests, and of no others', async () => {
    const { webhook } = await create(['job.completed', 'job.failed']);
    await create(['credits.low'], `${receiver.url}/low`);
    const Prefer = 'respond-async';
    const direct = await call('/v1/vat', VAT, { key: owner.key });
    const good = await call('/v1/vat', VAT, { key: owner.key, headers: { Prefer } });
    const bad = await call(
      '/v1/currency/convert',
      { from: 'EUR', to: 'XQX', amount: 1 },
      { key: owner.key, headers: { Prefer } },
    );
    deepEqual([good.status, bad.status], [202, 202]);
    const received = await receiver.got(2);
    const of = (id: string) => received.find(({ event }) => event.data.job_id === id)?.event;
    deepEqual(
      [of(good.body.job_id)?.type, of(good.body.job_id)?.data],
      ['job.completed', { job_id: good.body.job_id, endpoint: 'vat', status: 200, body: direct.body }],
    );
    const failed = of(bad.body.job_id);
    deepEqual(
      [failed.type, failed.data.status, failed.data.body.type],
      ['job.failed', 404, 'exchange_rate_unavailable'],
    );
    await waitForDelivery(webhook, ({ state }) => state === 'delivered');
    equal((await listDeliveries(webhook)).length, 2);
    deepEqual(
      received.map(({ path }) => path),
      ['/hook', '/hook'],
    );
  });

  it('receive a failed delivery again with the same id until it succeeds, and list each attempt', async () => {
    const { webhook } = await create([]);
    receiver.answers(withStatus(500, `down ${'x'.repeat(5_000)}`));
    await tryOut(webhook);
    const [first] = await receiver.got(1);
    receiver.answers(withStatus(200, 'got it'));
    const delivery = await waitForDelivery(webhook, ({ state }) => state === 'delivered');
    const [failed, ...others] = delivery.attempts;
    deepEqual([failed.status, failed.error, failed.answer], [500, 'answered 500', `down ${'x'.repeat(1_019)}`]);
    const last = others.at(-1);
    deepEqual([last.status, last.error, last.answer, delivery.next_attempt_at], [200, null, 'got it', null]);
    ok(
      delivery.attempts.every(({ ms, at }: { ms: unknown; at: string }) => Number.isInteger(ms) && Date.parse(at) > 0),
    );
    deepEqual([...new Set(receiver.received.map(({ headers }) => headers['webhook-id']))], [delivery.message]);
    deepEqual([...new Set(receiver.received.map(({ body }) => body))], [first?.body]);
    equal(receiver.received.length, delivery.attempts.length);
  });

  it('fail after the last attempt, and are sent again on request', async () => {
    const { webhook } = await create([]);
    receiver.answers(withStatus(401));
    await tryOut(webhook);
    const { delivery, attempts, ended_at } = await waitForDelivery(webhook, ({ state }) => state === 'failed');
    equal(attempts.length, 4);
    ok(ended_at);
    receiver.answers(withStatus(204));
    const again = await ask('POST', `/${webhook}/deliveries/${delivery}/repeat`);
    deepEqual([again.status, again.body.state], [200, 'pending']);
    const { attempts: all } = await waitForDelivery(webhook, ({ state }) => state === 'delivered');
    deepEqual(
      all.map(({ status }: { status: number }) => status),
      [401, 401, 401, 401, 204],
    );
  });

  it('are signed with the replaced secret as well for a day, and never with an older one', async () => {
    const { webhook, secret: first } = await create([]);
    const rotate = async () => (await ask('POST', `/${webhook}/rotate-secret`)).body;
    const { secret: second, old_valid_until } = await rotate();
    ok(Math.abs(Date.parse(old_valid_until) - Date.now() - DAY_MS) < 60_000, old_valid_until);
    await tryOut(webhook);
    const [one] = await receiver.got(1);
    ok(one);
    deepEqual([isSigned(first, one), isSigned(second, one)], [true, true]);

    const { store } = await stack();
    const aged = { 'secrets.1.until': new Date(Date.now() - 1_000) };
    await store.webhooks.updateOne({ account: owner.account, id: webhook }, { $set: aged });
    await tryOut(webhook);
    const two = (await receiver.got(2))[1];
    ok(two);
    deepEqual([isSigned(first, two), isSigned(second, two)], [false, true]);
    const third = (await eventually(rotate, ({ secret }) => secret !== undefined)).secret;
    await tryOut(webhook);
    const three = (await receiver.got(3))[2];
    ok(three);
    deepEqual([isSigned(first, three), isSigned(second, three), isSigned(third, three)], [false, true, true]);
    equal((await ask('GET', `/${webhook}`)).body.secrets_valid.length, 2);
  });

  it('are switched off after five days of failures, show when and why, and can be switched on again', async () => {
    const { store } = await stack();
    const { webhook } = await create([]);
    receiver.answers(withStatus(503));
    await tryOut(webhook);
    const failing = await eventually(
      async () => (await ask('GET', `/${webhook}`)).body,
      ({ failing_since }) => failing_since !== null,
    );
    deepEqual([failing.active, failing.switched_off], [true, null]);
    const since = new Date(Date.now() - 5 * DAY_MS - 1_000);
    await store.webhooks.updateOne({ account: owner.account, id: webhook }, { $set: { failing_since: since } });
    await tryOut(webhook);
    const off = await eventually(
      async () => (await ask('GET', `/${webhook}`)).body,
      ({ active }) => !active,
    );
    match(off.switched_off.why, /^failed for 5 days without a success, at last because: answered 503$/);
    ok(Date.now() - Date.parse(off.switched_off.at) < 60_000);
    const refused = await tryOut(webhook);
    deepEqual([refused.status, refused.body.type], [409, 'webhook_is_off']);
    await eventually(
      () => listDeliveries(webhook, '?state=pending'),
      (pending) => pending.length === 0,
    );

    receiver.answers(withStatus(200));
    const on = await ask('PATCH', `/${webhook}`, { active: true });
    deepEqual([on.body.active, on.body.failing_since, on.body.switched_off], [true, null, null]);
    const before = receiver.received.length;
    await tryOut(webhook);
    await receiver.got(before + 1);
  });

  it('are switched off at once by a 410', async () => {
    const { webhook } = await create([]);
    receiver.answers(withStatus(410));
    await tryOut(webhook);
    const off = await eventually(
      async () => (await ask('GET', `/${webhook}`)).body,
      ({ active }) => !active,
    );
    equal(off.switched_off.why, 'answered 410: it wants no more');
    const [delivery] = await listDeliveries(webhook);
    deepEqual([delivery.state, delivery.attempts.length], ['failed', 1]);
  });

  it('follow no redirects', async () => {
    const elsewhere = await startReceiver();
    try {
      const { webhook } = await create([]);
      receiver.answers((_, response) => response.writeHead(307, { Location: elsewhere.url }).end());
      await tryOut(webhook);
      const { attempts } = await waitForDelivery(webhook, ({ state }) => state === 'failed');
      deepEqual(attempts[0].error, 'answered 307: redirects are not followed');
      equal(elsewhere.received.length, 0);
    } finally {
      await elsewhere.close();
    }
  });

  it('that are slow delay their own messages only, which are sent one at a time', async () => {
    const slow = await startReceiver();
    try {
      // It accepts requests and never responds.
      slow.answers(() => {});
      const { webhook: stuck } = await create([], slow.url);
      const { webhook: quick } = await create([]);
      const { store } = await stack();
      for (let at = 0; at < 12; at++) await tryOut(stuck);
      await slow.got(1);
      await tryOut(quick);
      await receiver.got(1);
      const pending = await store.deliveries.find({ account: owner.account, webhook: stuck }).toArray();
      deepEqual([slow.received.length, new Set(pending.map(({ state }) => state))], [1, new Set(['pending'])]);
    } finally {
      await ask('DELETE', `/${(await ask('GET', '')).body.webhooks[0].webhook}`);
      await slow.close();
    }
  });

  it('are refused for private and invalid URLs', async () => {
    const refused: [string, RegExp][] = [
      ['nonsense', /must be an absolute https URL/],
      ['ftp://example.com/', /must be an absolute https URL/],
      ['http://example.com/', /must be an https URL/],
      ['https://user:pass@example.com/', /must not contain a user name/],
      ['https://example.com:25/', /must use port 443/],
      ['https://10.1.2.3/', /private address/],
      ['https://169.254.169.254/latest', /private address/],
      ['https://[::1]/', /private address/],
      ['https://[::ffff:10.0.0.1]/', /private address/],
      ['https://[64:ff9b::a00:1]/', /private address/],
      ['https://[::a00:1]/', /private address/],
      ['https://0xa000001/', /private address/],
    ];
    for (const [url, problem] of refused) {
      const { status, body } = await ask('POST', '', { url, events: [] });
      deepEqual([status, body.type, body.param], [422, 'webhook_url_refused', 'url'], url);
      match(body.error, problem, url);
    }
    equal((await ask('POST', '', { url: 'https://example.com:8443/', events: [] })).status, 200);
    const unknown = await ask('POST', '', { url: 'https://example.com/', events: ['job.begun'] });
    equal(unknown.status, 422);
    ok(
      subscribableNames.every((name) => unknown.body.error.includes(name)),
      unknown.body.error,
    );
  });

  it('are open to keys of the account with the scope only, and not to tokens', async () => {
    const { webhook } = await create([]);
    await tryOut(webhook);
    const { delivery } = await waitForDelivery(webhook, ({ state }) => state === 'delivered');
    const routes: [string, string, object?][] = [
      ['GET', `/${webhook}`],
      ['PATCH', `/${webhook}`, { description: 'mine' }],
      ['POST', `/${webhook}/rotate-secret`],
      ['POST', `/${webhook}/test`],
      ['GET', `/${webhook}/deliveries`],
      ['POST', `/${webhook}/deliveries/${delivery}/repeat`],
      ['DELETE', `/${webhook}`],
    ];
    const otherAccount = await newAccount();
    const narrow = await newAccount({ scopes: ['vat'] });
    for (const [method, path, body] of routes) {
      const strange = await ask(method, path, body, otherAccount.key);
      deepEqual([strange.status, strange.body.type], [404, 'webhook_unknown'], `${method} ${path}`);
      const denied = await ask(method, path, body, narrow.key);
      deepEqual([denied.status, denied.body.type], [403, 'api_key_not_allowed'], `${method} ${path}`);
    }
    deepEqual((await ask('GET', '', {}, otherAccount.key)).body, { webhooks: [], events_dropped: 0 });
    const able = await newAccount({ scopes: ['webhooks'] });
    equal((await ask('GET', '', {}, able.key)).status, 200);
    const { token } = (await call('/v1/tokens', {}, { key: owner.key })).body;
    const byToken = await call('/v1/webhooks', {}, { method: 'GET', headers: { Authorization: `Bearer ${token}` } });
    deepEqual([byToken.status, byToken.body.type], [403, 'token_not_allowed']);
    const { webhook: own } = await create([], receiver.url, otherAccount.key);
    const across = await ask('POST', `/${own}/deliveries/${delivery}/repeat`, {}, otherAccount.key);
    deepEqual([across.status, across.body.type], [404, 'delivery_unknown']);
  });

  it('are limited in number, also when many are created at once', async () => {
    const made = await Promise.all(
      Array.from({ length: MOST_WEBHOOKS + 15 }, () => ask('POST', '', { url: receiver.url, events: [] })),
    );
    const refused = made.filter(({ status }) => status !== 200);
    ok(refused.every(({ body }) => body.type === 'too_many_webhooks'));
    equal(made.length - refused.length, MOST_WEBHOOKS);
    equal((await ask('GET', '')).body.webhooks.length, MOST_WEBHOOKS);
    equal((await ask('POST', '', { url: receiver.url, events: [] })).status, 422);
  });

  it('list their deliveries page by page, the latest first, by state too', async () => {
    const { webhook } = await create([]);
    const sent: string[] = [];
    for (let at = 0; at < 3; at++) {
      sent.unshift((await tryOut(webhook)).body.message);
      await receiver.got(at + 1);
    }
    await eventually(
      () => listDeliveries(webhook, '?state=delivered'),
      (delivered) => delivered.length === 3,
    );
    const page = async (query: string) => (await ask('GET', `/${webhook}/deliveries${query}`)).body;
    const first = await page('?limit=2');
    const second = await page(`?limit=2&after=${first.next}`);
    const messages = [...first.deliveries, ...second.deliveries].map(({ message }: { message: string }) => message);
    deepEqual([messages, second.next], [sent, null]);
    deepEqual((await page('?state=failed')).deliveries, []);
    equal((await ask('GET', `/${webhook}/deliveries?after=nonsense`)).body.type, 'cursor_invalid');
  });

  it('can be changed, switched off and deleted, which cancels pending deliveries', async () => {
    const { webhook } = await create(['job.failed']);
    const other = await startReceiver();
    try {
      const changed = await ask('PATCH', `/${webhook}`, {
        url: other.url,
        events: ['key.rotated'],
        description: 'new',
      });
      deepEqual([changed.body.url, changed.body.events, changed.body.description], [other.url, ['key.rotated'], 'new']);
      await tryOut(webhook);
      await other.got(1);
      other.answers(withStatus(500));
      const { message } = (await tryOut(webhook)).body;
      await other.got(2);
      equal((await ask('PATCH', `/${webhook}`, { active: false })).body.active, false);
      const cancelled = await eventually(
        async () => (await listDeliveries(webhook)).find((one: { message: string }) => one.message === message),
        ({ state }) => state !== 'pending',
      );
      ok(['cancelled', 'failed'].includes(cancelled.state), cancelled.state);
      deepEqual((await ask('DELETE', `/${webhook}`)).body, { webhook, state: 'deleted' });
      equal((await ask('GET', `/${webhook}`)).status, 404);
    } finally {
      await other.close();
    }
  });

  it('receive at most the hourly number of events, and show how many were dropped', async () => {
    const { store } = await stack();
    const { webhook } = await create([]);
    await tryOut(webhook);
    await receiver.got(1);
    await store.eventCounts.updateMany({ account: owner.account }, { $set: { events: MOST_EVENTS_PER_HOUR } });
    const { message } = (await tryOut(webhook)).body;
    const { events_dropped } = await eventually(
      async () => (await ask('GET', '')).body,
      (body) => body.events_dropped > 0,
    );
    equal(events_dropped, 1);
    await eventually(
      () => store.messages.findOne({ _id: message }),
      (found) => found?.pending === undefined,
    );
    equal(await store.deliveries.countDocuments({ message }), 0);
  });

  it('have secrets that are stored encrypted', async () => {
    const { secret, webhook } = await create([]);
    const { store } = await stack();
    const kept = await store.webhooks.findOne({ account: owner.account, id: webhook });
    match(kept?.secrets[0]?.sealed ?? '', /^tests:/);
    const bytes = secret.replace('whsec_', '');
    ok(!JSON.stringify(kept).includes(bytes.slice(0, 12)));
    const { webhooks } = (await ask('GET', '')).body;
    ok(!JSON.stringify(webhooks).includes(bytes.slice(0, 12)));
    notEqual((await create([])).secret, secret);
  });
});
