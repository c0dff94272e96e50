import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { logIn } from '../../test/helpers/log-in.js';
import { useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { type Receiver, startReceiver, withStatus } from '../../test/helpers/receiver.js';
import { scrape, sumSamples } from '../../test/helpers/scrape.js';
import { ADMIN_TOKEN, call, eventually, isAtRest, newAccount, stack } from '../../test/helpers/stack.js';

const VAT = { action: 'calculate', net: 100, vat_rate: 20 };

const admin = async (method: string, path: string, body: object = {}) => {
  const answer = await call(`/v1/admin${path}`, body, { method, headers: { Authorization: `Bearer ${ADMIN_TOKEN}` } });
  equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

describe('webhook events', () => {
  const { visit } = useVisitorAddresses();
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.close());

  const listen = async (key: string, events: string[]): Promise<string> =>
    (await call('/v1/webhooks', { url: receiver.url, events }, { key })).body.webhook;

  it('report a balance below the threshold, once for each crossing', async () => {
    const { key, account } = await newAccount({ credits: 0.01 });
    await listen(key, ['credits.low']);
    const set = await call('/v1/account', { credits_low_below: 0.008 }, { method: 'PATCH', key });
    const others = { credits_low_days: null, errors_above_percent: null };
    deepEqual(set.body, { account, credits_low_below: 0.008, ...others });
    equal((await call('/v1/account', {}, { method: 'GET', key })).body.credits_low_below, 0.008);
    const spend = async () => equal((await call('/v1/vat', VAT, { key })).status, 200);
    // 0.009, 0.008, 0.007, 0.006
    for (let calls = 0; calls < 4; calls++) await spend();
    const [first] = await receiver.got(1);
    deepEqual([first?.event.type, first?.event.data.below], ['credits.low', 0.008]);
    ok(first?.event.data.balance < 0.008);

    await admin('POST', `/accounts/${account}/purchases`, { credits: 0.003 });
    // 0.008, 0.007
    for (let calls = 0; calls < 2; calls++) await spend();
    const second = (await receiver.got(2))[1];
    equal(second?.event.type, 'credits.low');
    await spend();
    const { store } = await stack();
    const low = () => store.wallets.findOne({ _id: account });
    const wallet = await eventually(low, (found) => found?.low?.untold === undefined && found?.low?.crossings === 2);
    deepEqual(wallet?.low, { below: 8_000, is: true, crossings: 2 });
    equal(await store.messages.countDocuments({ account }), 2);

    // A threshold that is crossed already is reported once when it is set.
    for (const below of [0.02, 0.02]) await call('/v1/account', { credits_low_below: below }, { method: 'PATCH', key });
    const third = (await receiver.got(3))[2];
    deepEqual([third?.event.type, third?.event.data.below], ['credits.low', 0.02]);
    equal(await store.messages.countDocuments({ account }), 3);
  });

  it('report the rotation of a key', async () => {
    const { key, keyId } = await newAccount();
    await listen(key, ['key.rotated']);
    const { key: made, prefix } = await admin('POST', `/keys/${keyId}/rotate`, { overlap_seconds: 3_600 });
    const [one] = await receiver.got(1);
    const { old_works_until, ...data } = one?.event.data ?? {};
    deepEqual(data, { key: made, name: 'test', prefix, replaces: keyId });
    ok(Math.abs(Date.parse(old_works_until) - Date.now() - 3_600_000) < 60_000);
    ok(!one?.body.includes(key));
  });

  it('report the feedback of visitors', async () => {
    const { key } = await newAccount();
    await listen(key, ['experience.feedback']);
    const content = { title: 'How was it?', question: 'Tell us', email: 'owner@example.com' };
    const { experience } = (await call('/v1/qr-experience/generate', { type: 'feedback', content }, { key })).body;
    const say = (event: string, value: unknown) => call(`/e/${experience.code}/events`, { event, value });
    equal((await say('link_click', 'https://example.com')).status, 200);
    equal((await say('feedback_submitted', 'Wonderful')).status, 200);
    equal((await say('rating_submitted', 5)).status, 200);
    const received = await receiver.got(2);
    const told = received.map(({ event: { type, data } }) => [type, data.experience.code, data.kind, data.value]);
    deepEqual(told.sort(), [
      ['experience.feedback', experience.code, 'feedback', 'Wonderful'],
      ['experience.feedback', experience.code, 'rating', 5],
    ]);
  });

  it('report the forms of visitors, and ignore bots', async () => {
    const { key, account } = await newAccount();
    await listen(key, ['experience.lead']);
    const fields = [
      { name: 'name', label: 'Your name', required: true },
      { name: 'when', label: 'When', type: 'choice', options: ['Noon', 'Night'] },
    ];
    const content = { title: 'A table', fields, consent: 'You may call me back' };
    const { experience } = (await call('/v1/qr-experience/generate', { type: 'lead_form', content }, { key })).body;
    const report = async (filled: Record<string, string>) => {
      const body = new URLSearchParams({ block: 'b1', ...filled });
      const headers = { Accept: 'application/json' };
      return (await visit(`/e/${experience.code}/events`, { method: 'POST', body, headers })).status;
    };
    const form = { event: 'lead_submitted', consent: 'yes' };
    equal(await report({ ...form, field_name: 'A program', website: 'https://example.com' }), 200);
    equal(await report({ ...form, field_when: 'Noon' }), 422);
    equal(await report({ ...form, field_name: 'Ada', field_when: 'Night' }), 200);
    equal(await report({ event: 'link_click', value: 'https://example.com' }), 200);
    const [told] = await receiver.got(1);
    deepEqual(told?.event.data, { experience, fields: { name: 'Ada', when: 'Night' }, block: 'b1' });
    const { store } = await stack();
    equal(await store.messages.countDocuments({ account }), 1);
  });

  it('create no message without a subscription', async () => {
    const { store } = await stack();
    const { key, keyId, account } = await newAccount();
    await call('/v1/vat', VAT, { key, headers: { Prefer: 'respond-async' } });
    await admin('POST', `/keys/${keyId}/rotate`);
    const settled = () => store.wallets.findOne({ _id: account });
    await eventually(settled, isAtRest);
    equal(await store.messages.countDocuments({ account }), 0);
  });

  it('are shown to operators when they fail, and repeated in the console and by the API', async () => {
    const { platform } = await stack();
    const { key, account } = await newAccount();
    const webhook = await listen(key, []);
    receiver.answers(withStatus(500, 'a secret of the receiver'));
    await call(`/v1/webhooks/${webhook}/test`, {}, { key });
    const list = () => admin('GET', `/accounts/${account}/webhooks/${webhook}/deliveries`);
    const failed = await eventually(list, ({ deliveries: [found] }) => found?.state === 'failed');
    const { delivery } = failed.deliveries[0];
    // Its state is written after that of the delivery.
    const row = await eventually(
      async () =>
        (await admin('GET', '/webhooks/failing')).webhooks.find((one: { webhook: string }) => one.webhook === webhook),
      (found) => found !== undefined,
    );
    deepEqual([row.account, row.host, row.active], [account, new URL(receiver.url).host, true]);
    ok(
      !JSON.stringify(await admin('GET', `/accounts/${account}/webhooks`)).includes('/hook'),
      'the path is the owner’s',
    );

    const { cookie } = await logIn(platform.baseUrl);
    const page = async (path: string, init: RequestInit = {}) =>
      fetch(`${platform.baseUrl}/operator${path}`, { redirect: 'manual', ...init, headers: { cookie } });
    match(await (await page('/webhooks')).text(), new RegExp(webhook));
    match(await (await page(`/webhooks?account=${account}`)).text(), new RegExp(webhook));
    const shown = await (await page(`/webhooks/${account}/${webhook}`)).text();
    match(shown, /answered 500/);
    const form_token = /name="form_token" value="(\w+)"/.exec(shown)?.[1] ?? '';
    receiver.answers(withStatus(200));
    const form = { method: 'POST', body: new URLSearchParams({ form_token }) };
    const sent = await page(`/deliveries/${delivery}/repeat`, form);
    deepEqual(
      [sent.status, sent.headers.get('location')],
      [303, `/operator/webhooks/${account}/${webhook}?done=repeated`],
    );
    await eventually(list, ({ deliveries: [found] }) => found?.state === 'delivered');
    const made = await scrape('worker:deliver');
    for (const outcome of ['delivered', 'to be repeated', 'failed'])
      ok(sumSamples(made, 'utility_api_deliveries_total', { outcome }) > 0, outcome);
    const fronts = (await scrape('api')).map(({ name }) => name);
    for (const name of ['deliveries_due', 'oldest_delivery_due_seconds', 'webhooks_failing'])
      ok(fronts.includes(`utility_api_${name}`), name);
    equal((await admin('POST', `/deliveries/${delivery}/repeat`)).account, account);
    await receiver.got(6);
  });
});
