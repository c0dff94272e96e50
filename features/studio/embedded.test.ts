import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { newAddress } from '../../test/helpers/new-address.js';
import { createPage } from '../../test/helpers/page-visits.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const ORIGIN = 'https://app.example.com';

/** A session of an embedded editor, and its token. */
async function open(key: string, fields: object = {}) {
  const { status, body } = await call('/v1/qr-studio/sessions', { origin: ORIGIN, ...fields }, { key });
  equal(status, 200, JSON.stringify(body));
  const { platform } = await stack();
  const path = new URL(body.url).pathname;
  const page = await fetch(platform.baseUrl + path);
  const html = await page.text();
  const token = /data-token="([\w-]+)"/.exec(html)?.[1] ?? '';
  const send = (method: string, route: string, sent?: object, headers: Record<string, string> = {}) =>
    call(`${path}/api/${route}`, sent, { method, headers: { 'X-Form-Token': token, ...headers } });
  return { path, page, html, send };
}

describe('The embedded studio', () => {
  it('is one page for one origin, without cookies and referrers', async () => {
    const { key } = await newAccount();
    const { page, html } = await open(key);
    match(page.headers.get('content-security-policy') ?? '', new RegExp(`frame-ancestors ${ORIGIN}$`));
    deepEqual(
      ['x-frame-options', 'set-cookie', 'referrer-policy', 'cache-control'].map((name) => page.headers.get(name)),
      [null, null, 'no-referrer', 'no-store'],
    );
    match(html, new RegExp(`data-origin="${ORIGIN}"`));
  });

  it('makes one draft, publishes it with its key, and reaches nothing else of the account', async () => {
    const { key, account, keyId } = await newAccount();
    const { store } = await stack();
    const { id: other } = await createPage('text', {}, key);
    const { body: foreign } = await call('/v1/qr-drafts', {}, { key });
    const { send } = await open(key);
    equal((await send('POST', 'drafts', { experience_id: other })).status, 403);
    const content = { title: 'Ten off', code: 'TEN' };
    const { body: draft } = await send('POST', 'drafts', { type: 'coupon', body: { content } });
    ok(draft.id, JSON.stringify(draft));
    for (const [method, path] of [
      ['POST', 'drafts'],
      ['GET', `drafts/${foreign.id}`],
      ['POST', `drafts/${foreign.id}/publish`],
      ['GET', `pages/${other}/code`],
    ] as const)
      equal((await send(method, path, {})).status, 403, path);
    deepEqual(
      (await send('GET', 'drafts')).body.drafts.map(({ id }: { id: string }) => id),
      [draft.id],
    );
    const { body: done } = await send('POST', `drafts/${draft.id}/publish`, {});
    ok(done.experience_id, JSON.stringify(done));
    equal((await send('GET', `pages/${done.experience_id}/code`, {})).status, 200);
    const request = await store.usage.findOne({ account, endpoint: 'qr-experience/generate' }, { sort: { at: -1 } });
    equal(request?.key, keyId);
  });

  it('has one draft, however many are created at once, and its pictures alone', async () => {
    const { key, account } = await newAccount();
    const [one, other] = [await open(key), await open(key)];
    const picture = { data_base64: PIXEL };
    equal((await other.send('POST', 'pictures', picture)).status, 403);
    const created = await Promise.all([1, 2, 3].map(() => one.send('POST', 'drafts', {})));
    deepEqual(created.map(({ status }) => status).sort(), [200, 403, 403]);
    const { store } = await stack();
    equal(await store.qrDrafts.countDocuments({ account }), 1);
    equal((await one.send('POST', 'pictures', picture)).status, 200);
    equal((await one.send('GET', 'pictures')).body.pictures.length, 1);
    equal((await other.send('GET', 'pictures')).body.pictures.length, 0);
  });

  it('limits requests of one network, also for unknown sessions', async () => {
    const { platform } = await stack();
    const headers = { 'X-Forwarded-For': newAddress() };
    const guess = async () => (await fetch(`${platform.baseUrl}/studio/${'x'.repeat(43)}`, { headers })).status;
    // On a busy machine they may come over several seconds.
    const statuses = await eventually(
      () => Promise.all(Array.from({ length: 140 }, guess)),
      (found) => found.includes(429),
    );
    ok(statuses.includes(429));
  });

  it('edits a page, without publishing unless it may', async () => {
    const { key } = await newAccount();
    const { id } = await createPage('text', {}, key);
    const { send, html } = await open(key, { experience_id: id, may: ['edit'] });
    match(html, /data-no-publish/);
    const draft = /data-draft="([\w-]+)"/.exec(html)?.[1];
    equal((await send('GET', `drafts/${draft}`)).body.experience_id, id);
    equal((await send('PATCH', `drafts/${draft}`, { name: 'x' }, { 'If-Match': '*' })).status, 200);
    equal((await send('POST', `drafts/${draft}/publish`, {})).status, 403);
    const { key: narrow } = await newAccount({ scopes: ['pages'] });
    const { status } = await call('/v1/qr-studio/sessions', { origin: ORIGIN }, { key: narrow });
    equal(status, 403);
  });

  it('ends with its time, its key, and its account', async () => {
    const { store } = await stack();
    for (const end of [
      (account: string) => store.qrStudioSessions.updateMany({ account }, { $set: { expires: new Date() } }),
      (account: string) => store.keys.updateMany({ account }, { $set: { active: false } }),
      (account: string) =>
        store.accounts.updateOne({ _id: account }, { $set: { closed: { at: new Date(), reason: '' } } }),
    ]) {
      const { key, account } = await newAccount();
      const { path, send } = await open(key);
      await end(account);
      equal((await send('GET', 'drafts')).body.type, 'studio_session_ended');
      const page = await fetch((await stack()).platform.baseUrl + path);
      equal(page.status, 403);
      match(page.headers.get('content-security-policy') ?? '', /frame-ancestors https:\/\/app/);
    }
  });
});
