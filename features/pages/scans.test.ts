import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { newAddress } from '../../test/helpers/new-address.js';
import { oneScriptedFront } from '../../test/helpers/one-scripted-front.js';
import { createPage, PHONE, readStats, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { COUNTRY_HEADER } from '../../test/helpers/test-platform.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';
import { hashClientAddress } from './visits.js';

const PREVIEW = 'WhatsApp/2.23.20.0';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

describe('scans and events', () => {
  const { visit, address } = useVisitorAddresses();

  it('count unique visitors by address, crawlers and link previews separately', async () => {
    const made = await createPage('page');
    const today = await waitForRestOfDay();
    const { store } = await stack();
    const { baseUrl } = await oneScriptedFront();
    for (const agent of [PHONE, PHONE, PREVIEW, GOOGLEBOT]) {
      const headers = { 'User-Agent': agent, 'X-Forwarded-For': newAddress() };
      await fetch(baseUrl + made.path, { headers });
    }
    await fetch(baseUrl + made.path, { method: 'HEAD' });
    // Whatever they say of their address, they are one, and it is kept nowhere.
    equal((await store.scans.distinct('ip_hash', { experience: made.id })).length, 1);
    ok(!JSON.stringify(await store.scans.find({ experience: made.id }).toArray()).includes('127.0.0.1'));
    const { scans, devices } = await readStats(made);
    deepEqual([scans.total, scans.bots, scans.unique], [2, 2, 1]);
    deepEqual(scans.per_day, [{ date: today, count: 2 }]);
    deepEqual(devices, { mobile: 2 });
  });

  it('store device, country, language and referrer of the visitor', async () => {
    const made = await createPage('coupon');
    const { store } = await stack();
    const headers = { 'User-Agent': PHONE, Referer: 'https://search.example/?q=coffee' };
    await visit(made.path, { headers });
    const body = new URLSearchParams({ event: 'coupon_copied', value: 'KAFFEE' });
    await visit(`${made.path}/events`, { method: 'POST', body, headers });
    await call('/v1/qr-scan/scan', { experience_id: made.id }, { key: made.key, headers });
    const elsewhere = { client_ip: '203.0.113.9', user_agent: 'Till/1.0', referrer: 'https://shop.example/' };
    await call('/v1/qr-scan/event', { experience_id: made.id, event: 'x', ...elsewhere }, { key: made.key, headers });
    const kept = [...(await store.scans.find({ experience: made.id }).toArray())];
    kept.push(...(await store.events.find({ experience: made.id }).toArray()));
    const usual = [PHONE, 'https://search.example/?q=coffee'];
    const hashOf = (ip: string) => hashClientAddress(store, ip);
    const [visitor, local, given] = await Promise.all([address(), '127.0.0.1', '203.0.113.9'].map(hashOf));
    deepEqual(
      kept.map(({ ip_hash, user_agent, referrer }) => [ip_hash, user_agent, referrer]),
      [
        [visitor, ...usual],
        [local, ...usual],
        [visitor, ...usual],
        [given, 'Till/1.0', 'https://shop.example/'],
      ],
    );
  });

  it('trust the address from a proxy, not that from the client', async () => {
    const made = await createPage('text');
    const { store } = await stack();
    const [first, second, pretended] = [newAddress(), newAddress(), newAddress()];
    const come = (forwarded: string, country: string) =>
      visit(made.path, { headers: { 'X-Forwarded-For': forwarded, [COUNTRY_HEADER]: country } });
    await come(first, 'IT');
    await come(`${pretended}, ${first}`, 'IT');
    await come(second, 'AT');
    const hashes = await Promise.all([first, second].map((ip) => hashClientAddress(store, ip)));
    deepEqual((await store.scans.distinct('ip_hash', { experience: made.id })).sort(), hashes.sort());
    const { scans, countries } = await readStats(made);
    deepEqual([scans.total, scans.unique, countries], [3, 2, { AT: 1, IT: 2 }]);
  });

  it('accept events of buttons and forms, with and without script', async () => {
    const made = await createPage('page');
    const post = (body: string, headers: Record<string, string> = {}) =>
      visit(`${made.path}/events`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html', ...headers },
      });
    const form = await post('event=rating_submitted&value=4&block=b13');
    deepEqual([form.status, form.headers.get('location')], [303, `${made.path}?done=b13#b13`]);
    match(await (await visit(`${made.path}?done=b13`)).text(), /Thank you for your rating!/);
    const fetched = await post('event=feedback_submitted&value=Grazie&block=b14', { Accept: 'application/json' });
    deepEqual([fetched.status, await fetched.json()], [200, { ok: true }]);
    const beacon = await post('event=cta_click&value=Reserve', { 'Sec-Fetch-Site': 'same-origin' });
    equal(beacon.status, 200);
    const { events, scans } = await readStats(made);
    deepEqual(events, { rating_submitted: 1, feedback_submitted: 1, cta_click: 1 });
    equal(scans.total, 0);
  });

  it('refuse events that no page sends', async () => {
    const made = await createPage('text');
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      visit(`${made.path}/events`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': newAddress(), ...headers },
      });
    equal((await post({ event: 'drop_tables' })).status, 422);
    equal((await post({ event: 'rating_submitted', value: 11 })).status, 422);
    equal((await post({ event: 'cta_click', value: 'x'.repeat(3_000) })).status, 422);
    equal((await post({ event: 'cta_click' }, { 'Sec-Fetch-Site': 'cross-site' })).status, 403);
    notEqual((await post({ event: 'cta_click', value: 'x'.repeat(40_000) })).status, 200);
    equal(
      (await visit('/e/aaaaaaaaaa/events', { method: 'POST', body: new URLSearchParams({ event: 'cta_click' }) }))
        .status,
      404,
    );
    deepEqual((await readStats(made)).events, {});
  });

  it('are rate-limited per address', async () => {
    const made = await createPage('text');
    const report = (from: string) =>
      visit(`${made.path}/events`, {
        method: 'POST',
        body: new URLSearchParams({ event: 'cta_click' }),
        headers: { 'X-Forwarded-For': from },
      });
    for (const [count, ask] of [
      [30, () => report(address())],
      [60, () => visit(made.path)],
      [140, () => visit('/files/public/none.png')],
    ] as const) {
      const askAtOnce = () => Promise.all(Array.from({ length: count }, ask));
      // On a busy machine they may come over several seconds.
      const refused = await eventually(
        async () => (await askAtOnce()).filter(({ status }) => status === 429).length,
        (found) => found >= 15,
      );
      ok(refused >= 15, `${refused} of ${count}`);
    }
    equal((await report(newAddress())).status, 200);
  });

  it('are recorded by API requests for pages of the account only', async () => {
    const made = await createPage('coupon');
    const { key } = made;
    const byId = await call('/v1/qr-scan/scan', { experience_id: made.id }, { key });
    deepEqual(byId.body, { ok: true, experience_id: made.id, code: made.code, type: 'coupon' });
    const byCode = await call('/v1/qr-scan/scan', { type: 'coupon', code: made.code, user_agent: PHONE }, { key });
    deepEqual(byCode.body, byId.body);
    const event = {
      type: 'coupon',
      code: made.code,
      event: 'redeemed',
      value: 2.5,
      meta: { till: 3 },
      user_agent: PHONE,
    };
    deepEqual((await call('/v1/qr-scan/event', event, { key })).body, { ok: true });
    const wrong = async (path: string, body: object, status: number, message: RegExp, as = key) => {
      const answer = await call(path, body, { key: as });
      equal(answer.status, status, JSON.stringify(answer.body));
      match(answer.body.error, message);
    };
    const stranger = (await newAccount()).key;
    await wrong('/v1/qr-scan/scan', { experience_id: made.id }, 404, /Unknown hosted page/, stranger);
    await wrong('/v1/qr-scan/scan', { experience_id: 999_999_999 }, 404, /Unknown hosted page/);
    await wrong('/v1/qr-scan/scan', { type: 'event', code: made.code }, 404, /Unknown hosted page/);
    await wrong('/v1/qr-scan/scan', {}, 422, /either experience_id, or type and code/);
    await wrong('/v1/qr-scan/scan', { type: 'coupon' }, 422, /either experience_id/);
    await wrong('/v1/qr-scan/scan', { experience_id: made.id, type: 'coupon', code: made.code }, 422, /either/);
    await wrong('/v1/qr-scan/event', { experience_id: made.id }, 422, /event is required/);
    await wrong('/v1/qr-scan/event', { experience_id: made.id, event: 'x', value: {} }, 422, /value/);
    await wrong('/v1/qr-scan/event', { experience_id: made.id, event: 'x', meta: 'y' }, 422, /meta/);
    const big = { experience_id: made.id, event: 'x', meta: { text: 'y'.repeat(5_000) } };
    await wrong('/v1/qr-scan/event', big, 422, /meta must have at most/);
    const found = await eventually(
      () => readStats(made),
      ({ events }) => events.redeemed === 1,
    );
    equal(found.scans.total, 1);
    equal((await call(`/v1/qr-experience/${made.id}/stats`, {}, { key: stranger, method: 'GET' })).status, 404);
    equal((await call(`/v1/qr-experience/${made.id}/stats`, {}, { method: 'GET' })).status, 401);
  });
});
