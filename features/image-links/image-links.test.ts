import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { newAddress } from '../../test/helpers/new-address.js';
import { createPage } from '../../test/helpers/page-visits.js';
import { rawRequest } from '../../test/helpers/raw-request.js';
import { runTaskAt } from '../../test/helpers/run-task.js';
import { call, eventually, newAccount, stack } from '../../test/helpers/stack.js';
import { waitForRestOfDay } from '../../test/helpers/timing.js';
import { cleanUpImageTexts } from './clean-up-texts.js';

const create = (key: string, fields: object) => call('/v1/image-links', { image_width: 200, ...fields }, { key });

const show = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, { redirect: 'manual', headers: { 'X-Forwarded-For': newAddress(), ...headers } });

const showText = (url: string, text: string) => show(url + encodeURIComponent(text));

const readBalance = async (key: string): Promise<number> =>
  (await call('/v1/account', {}, { key, method: 'GET' })).body.balance;

describe('An image link', () => {
  it('shows its image without a key, in emails and on other sites, and is revoked at once', async () => {
    const { key } = await newAccount({ credits: 1 });
    const { status, body } = await create(key, { qr_code_text: 'https://example.com/', name: 'Newsletter' });
    equal(status, 200, JSON.stringify(body));
    equal(await readBalance(key), 0.99);
    const image = await show(body.url);
    equal(image.status, 200);
    const { headers } = image;
    deepEqual(
      [headers.get('content-type'), headers.get('cross-origin-resource-policy'), headers.get('cache-control')],
      ['image/png', 'cross-origin', 'public, max-age=300'],
    );
    deepEqual([...new Uint8Array(await image.arrayBuffer())].slice(1, 4), [...Buffer.from('PNG')]);
    // fetch asks for a fresh response when it sends an ETag.
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    equal((await rawRequest(body.url, { method: 'GET', headers: known })).status, 304);
    equal(await readBalance(key), 0.99);
    const other = await newAccount();
    equal((await call(`/v1/image-links/${body.id}`, {}, { key: other.key, method: 'DELETE' })).status, 404);
    equal((await call(`/v1/image-links/${body.id}`, {}, { key, method: 'DELETE' })).body.state, 'revoked');
    equal((await show(body.url)).status, 404);
    deepEqual((await call('/v1/image-links', {}, { key, method: 'GET' })).body.image_links, []);
  });

  it('is for one format, under its signature', async () => {
    const { key } = await newAccount();
    const { body } = await create(key, { qr_code_text: 'x', image_format: 'SVG' });
    const { headers } = await show(body.url);
    match(headers.get('content-security-policy') ?? '', /sandbox/);
    for (const url of [
      body.url.replace('.svg', '.png'),
      body.url.replace(/sig=./, 'sig='),
      body.url.split('?')[0],
      body.url.replace(/sig=.*/, `sig=${'é'.repeat(22)}`),
    ])
      equal((await show(url)).status, 404, url);
  });

  it('draws the texts that begin with its prefix, each charged once, up to the limit of the day', async () => {
    await waitForRestOfDay();
    const { key, account } = await newAccount({ credits: 1 });
    const prefix = 'https://shop.example/o/';
    const { body } = await create(key, { text_prefix: prefix, per_day: 2 });
    match(body.url, /&text=$/);
    const again = await Promise.all([1, 2, 3].map(() => showText(body.url, `${prefix}1`)));
    for (const { status } of again) equal(status, 200);
    const [first, second] = [await showText(body.url, `${prefix}1`), await showText(body.url, `${prefix}2`)];
    deepEqual([first.status, second.status], [200, 200]);
    notEqual(Buffer.compare(Buffer.from(await first.arrayBuffer()), Buffer.from(await second.arrayBuffer())), 0);
    equal(
      await eventually(
        () => readBalance(key),
        (balance) => balance <= 0.97,
      ),
      0.97,
    );
    for (const text of ['https://shop.example', 'https://evil.example/', ''])
      equal((await showText(body.url, text)).status, 422, text);
    const refused = await showText(body.url, `${prefix}3`);
    deepEqual([refused.status, (await refused.json()).type], [429, 'image_link_exhausted']);
    ok(Number(refused.headers.get('retry-after')) > 0);
    const { store } = await stack();
    const { status, body: list } = await call('/v1/image-links', {}, { key, method: 'GET' });
    deepEqual([status, list.image_links[0].drawn_today], [200, 2]);
    const used = await store.keys.findOne({ account, purpose: 'image-links' });
    deepEqual(used?.scopes, ['qr-code']);
    await runTaskAt(cleanUpImageTexts, store, new Date(Date.now() + 32 * 86_400_000));
    equal(await store.imageLinkTexts.countDocuments({ account }), 0);
  });

  it('counts texts that are charged and refused towards the limit of the day', async () => {
    await waitForRestOfDay();
    const { key } = await newAccount({ credits: 1 });
    const { body } = await create(key, { text_prefix: 'order', per_day: 1, image_width: 64 });
    const types = [];
    for (const number of [1, 2, 3]) {
      const refused = await showText(body.url, `order${number}${'x'.repeat(300)}`);
      types.push((await refused.json()).type);
    }
    deepEqual(types, ['qr_too_small_to_scan', 'image_link_exhausted', 'image_link_exhausted']);
    equal(
      await eventually(
        () => readBalance(key),
        (balance) => balance <= 0.98,
      ),
      0.98,
    );
  });

  it('encodes a hosted page', async () => {
    const { key } = await newAccount();
    const page = await createPage('text', {}, key);
    equal((await create(key, { experience_id: page.id })).status, 200);
    equal((await create((await newAccount()).key, { experience_id: page.id })).status, 404);
  });

  it('is refused without one content, with an open prefix, and with a design that does not scan', async () => {
    const { key } = await newAccount();
    const refusals: [fields: object, type: string][] = [
      [{}, 'image_link_content'],
      [{ qr_code_text: 'x', text_prefix: 'x' }, 'image_link_content'],
      [{ text_prefix: 'https://shop.example' }, 'image_link_prefix'],
      [{ text_prefix: 'Http' }, 'image_link_prefix'],
      [{ qr_code_text: 'x', foreground_color: '#ffffff' }, 'qr_contrast_too_low'],
    ];
    for (const [fields, type] of refusals) deepEqual((await create(key, fields)).body.type, type, type);
    const { key: narrow } = await newAccount({ scopes: ['pages'] });
    equal((await create(narrow, { qr_code_text: 'x' })).status, 403);
  });

  it('needs credits for a new text, and shows others without', async () => {
    const { key } = await newAccount({ credits: 0.02 });
    const { body } = await create(key, { text_prefix: 'order ' });
    equal((await showText(body.url, 'order 1')).status, 200);
    await eventually(
      () => readBalance(key),
      (balance) => balance === 0,
    );
    equal((await showText(body.url, 'order 2')).status, 402);
    equal((await showText(body.url, 'order 1')).status, 200);
    const { platform } = await stack();
    const { pathname, search } = new URL(body.url);
    const { status } = await rawRequest(`${platform.baseUrl}${pathname}${search}order%201`, { method: 'HEAD' });
    equal(status, 200);
  });
});
