import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import sharp from 'sharp';
import {
  expectRefusal,
  expectSuccess,
  pageRequests,
  readStorage,
  requestPages,
} from '../../test/helpers/page-requests.js';
import { contents, createPage, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { call, newAccount } from '../../test/helpers/stack.js';

/** Calls that want one slug at once: more of one account's have had its share of a busy machine by then. */
const RACING = nightlyOrDaily(8, 3);

describe('life cycle of hosted pages', () => {
  const { visit } = useVisitorAddresses();

  it("shows a notice in the visitor's language while a page is paused, and serves none of its files", async () => {
    const made = await createPage('vcard_plus', {
      content: {
        first_name: 'Ada',
        photo_base64: (
          await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .png()
            .toBuffer()
        ).toString('base64'),
      },
    });
    equal((await visit(`${made.path}/photo.jpg`)).status, 200);
    equal((await expectSuccess(pageRequests(made).edit({ state: 'paused' }))).state, 'paused');
    const page = await visit(made.path, { headers: { 'Accept-Language': 'fr' } });
    equal(page.status, 404);
    match(await page.text(), /<html lang="fr">[\s\S]*en pause/);
    for (const file of ['photo.jpg', 'contact.vcf']) equal((await visit(`${made.path}/${file}`)).status, 404, file);
    const body = new URLSearchParams({ event: 'contact_saved' });
    equal((await visit(`${made.path}/events`, { method: 'POST', body })).status, 404);
    await expectSuccess(pageRequests(made).edit({ state: 'active' }));
    equal((await visit(made.path)).status, 200);
  });

  it('accepts slugs of 3 to 48 characters that are unique and not reserved', async () => {
    const made = await createPage('text');
    const owner = pageRequests(made);
    const slug = `trattoria-${nanoid(8)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, 'x')}`;
    const { slug_url, scan_url } = await expectSuccess(owner.edit({ slug }));
    equal(slug_url, scan_url.replace(made.code, slug));
    for (const name of [slug, slug.toUpperCase(), made.code]) equal((await visit(`/e/${name}`)).status, 200, name);
    const another = pageRequests(await createPage('text'));
    await expectRefusal(another.edit({ slug }), 409, 'slug_taken', 'slug');
    await expectRefusal(another.edit({ slug: 'admin' }), 422, 'slug_reserved', 'slug');
    for (const bad of ['ab', 'a'.repeat(49), '-ab', 'ab-', 'a--b', 'a_b', 'Ünal', '../x'])
      await expectRefusal(another.edit({ slug: bad }), 422, 'invalid_field', 'slug');
    await expectSuccess(owner.edit({ slug: '' }));
    equal((await visit(`/e/${slug}`)).status, 404);
    await expectSuccess(another.edit({ slug }));
    const { experiences } = (await requestPages('GET', '', {}, made.key)).body;
    equal(experiences[0].slug, null);
  });

  it('accepts label, slug and targets on creation, under the rules of an edit', async () => {
    const { key } = await newAccount();
    const slug = `made-${nanoid(8)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, 'x')}`;
    const targets = { ios: 'https://apps.example/ios' };
    const made = await createPage('text', { label: 'Table cards', slug, targets }, key);
    const { body } = await requestPages('GET', `/${made.id}`, {}, key);
    deepEqual(
      [body.label, body.slug, body.targets],
      ['Table cards', slug, { ...targets, android: null, rules: [], shares: [] }],
    );
    const phone = await visit(`/e/${slug}`);
    deepEqual([phone.status, phone.headers.get('location')], [302, targets.ios]);
    equal((await visit(`/e/${slug}`, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' } })).status, 200);
    const kept = await readStorage(key);
    const generate = (fields: object) =>
      call('/v1/qr-experience/generate', { type: 'text', content: contents.text, ...fields }, { key });
    await expectRefusal(generate({ slug }), 409, 'slug_taken', 'slug');
    await expectRefusal(generate({ slug: 'ab' }), 422, 'invalid_field', 'slug');
    await expectRefusal(generate({ slug: 'admin' }), 422, 'slug_reserved', 'slug');
    await expectRefusal(generate({ targets: { ios: 'javascript:x' } }), 422, 'invalid_field', 'targets.ios');
    equal(await readStorage(key), kept, 'what is refused takes nothing');
    const photo = { type: 'vcard_plus', content: contents.vcard_plus, slug };
    await expectRefusal(generate(photo), 409, 'slug_taken', 'slug');
    equal(await readStorage(key), kept);
    const racing = `race-${made.id}`;
    const raced = await Promise.all(Array.from({ length: RACING }, () => generate({ slug: racing })));
    deepEqual(raced.map(({ status }) => status).sort(), [200, ...Array.from({ length: RACING - 1 }, () => 409)]);
    await expectSuccess(pageRequests(made).remove());
    equal((await generate({ slug })).status, 200, 'what the account has deleted does not keep it');
  });

  it('draws a link preview once per content, at a URL that can be cached', async () => {
    const { key } = await newAccount();
    const empty = await readStorage(key);
    const made = await createPage('text', { content: { title: 'Trattoria Lucia', text: 'Since 1962' } }, key);
    const owner = pageRequests(made);
    const address = async () => {
      const html = await (await visit(made.path)).text();
      return (
        /<meta property="og:image" content="[^"]*?(\/[^/"]+\/[^"]*)">/.exec(
          html.replace(/https?:\/\/[^/"]+/g, ''),
        )?.[1] ?? ''
      );
    };
    const read = async (path: string) => {
      const answer = await visit(path);
      equal(answer.status, 200, path);
      const png = Buffer.from(await answer.arrayBuffer());
      const { width, height, format } = await sharp(png).metadata();
      deepEqual([answer.headers.get('content-type'), format, width, height], ['image/png', 'png', 1_200, 630]);
      ok(png.length <= 100_000, `${png.length} bytes`);
      return { headers: answer.headers, png };
    };
    const first = await address();
    match(first, new RegExp(`^/e/${made.code}/preview\\.png\\?v=[0-9a-f]{16}$`));
    const { headers, png } = await read(first);
    match(headers.get('cache-control') ?? '', /max-age=31536000, immutable/);
    const again = await visit(first, {
      headers: { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
    });
    equal(again.status, 304);
    await expectSuccess(owner.edit({ label: 'x' }));
    equal(await address(), first, 'what it shows is the same');
    await expectSuccess(owner.edit({ theme: { preset: 'candy' } }));
    const second = await address();
    notEqual(second, first);
    const candy = await read(second);
    ok(!candy.png.equals(png));
    const late = await read(first);
    match(
      late.headers.get('cache-control') ?? '',
      /max-age=300$/,
      'an old address shows what there is, and not for good',
    );
    await expectSuccess(owner.edit({ content: { title: 'مطعم لوسيا', text: 'أطباق', language: 'ar' } }));
    const inked = async (left: number) => {
      const title = { left, top: 280, width: 500, height: 120 };
      const { png: drawn } = await read(await address());
      // Statistics are those of what is read, before anything is done to it.
      const { channels } = await sharp(await sharp(drawn).extract(title).greyscale().png().toBuffer()).stats();
      return channels[0]?.stdev ?? 0;
    };
    const [right, left] = [await inked(620), await inked(40)];
    ok(right > 3 * left, `from right to left: ${right}, ${left}`);
    await expectSuccess(owner.restore(1));
    deepEqual((await read(await address())).png, png);
    await expectSuccess(owner.remove());
    equal((await visit(first)).status, 404);
    equal(await readStorage(key), empty);
    const unwritten = await createPage('text', { content: { title: '日本語', text: '日本語' } }, key);
    const html = await (await visit(unwritten.path)).text();
    match(html, /og:image" content="[^"]*\/assets\/preview\.png/, 'a script without a font');
  });

  it('draws the link preview over an uploaded picture, also after an edit', async () => {
    const { key } = await newAccount();
    const red = { width: 1_200, height: 800, channels: 3, background: '#c04020' } as const;
    const data_base64 = (await sharp({ create: red }).jpeg().toBuffer()).toString('base64');
    const { body } = await call('/v1/pictures', { data_base64, name: 'hero.jpg' }, { key });
    const hero = (headline: string) => ({
      page: { version: 1, blocks: [{ type: 'hero', props: { headline, image: body.url } }] },
    });
    const made = await createPage('page', hero('Trattoria'), key);
    const read = async () => {
      const html = await (await visit(made.path)).text();
      const url = /<meta property="og:image" content="([^"]*\/preview\.jpg[^"]*)">/.exec(html)?.[1] ?? '';
      const answer = await visit(url.replace(/^https?:\/\/[^/]+/, ''));
      const file = Buffer.from(await answer.arrayBuffer());
      const corner = await sharp(file).extract({ left: 1_100, top: 10, width: 20, height: 20 }).png().toBuffer();
      const { channels } = await sharp(corner).stats();
      return [answer.headers.get('content-type'), url, (channels[0]?.mean ?? 0) > 2 * (channels[2]?.mean ?? 0)];
    };
    const [type, first, isPicture] = await read();
    deepEqual([type, isPicture], ['image/jpeg', true]);
    await expectSuccess(pageRequests(made).edit(hero('Osteria')));
    const [typeAfter, second, isPictureAfter] = await read();
    deepEqual([typeAfter, isPictureAfter], ['image/jpeg', true]);
    notEqual(second, first);
  });

  it('responds with 410 at code and slug of a deleted page, and releases its storage', async () => {
    const { key } = await newAccount();
    const empty = await readStorage(key);
    const made = await createPage('text', {}, key);
    const owner = pageRequests(made);
    const slug = `gone-${made.id}`;
    await expectSuccess(owner.edit({ slug, content: { text: 'word '.repeat(500) } }));
    await expectSuccess(owner.edit({ label: 'x' }));
    ok((await readStorage(key)) > empty + 5_000);
    deepEqual(await expectSuccess(owner.remove()), { id: made.id, state: 'deleted' });
    equal(await readStorage(key), empty);
    for (const name of [made.code, slug]) {
      const page = await visit(`/e/${name}`);
      equal(page.status, 410);
      match(await page.text(), /no longer exists/);
    }
    for (const path of ['', '/versions', '/versions/1', '/stats'])
      equal((await requestPages('GET', `/${made.id}${path}`, {}, key)).status, 404, path);
    await expectRefusal(owner.edit({ label: 'y' }), 404, 'experience_unknown');
    await expectRefusal(owner.remove(), 404, 'experience_unknown');
    deepEqual((await requestPages('GET', '', {}, key)).body.experiences, []);
    equal((await call('/v1/qr-scan/scan', { experience_id: made.id }, { key })).status, 404);
    await expectRefusal(pageRequests(await createPage('text')).edit({ slug }), 409, 'slug_taken', 'slug');
    await expectSuccess(pageRequests(await createPage('text', {}, key)).edit({ slug }));
    equal((await visit(`/e/${slug}`)).status, 200);
  });

  it('hides a page from the API keys of other accounts', async () => {
    const made = await createPage('text');
    await expectSuccess(pageRequests(made).edit({ label: 'x' }));
    const { key: stranger } = await newAccount();
    const { key: narrow } = await newAccount({ scopes: ['vat'] });
    const match = { 'If-Match': '*' };
    const tries = [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/versions'],
      ['GET', '/versions/1'],
      ['POST', '/versions/1/restore'],
      ['GET', '/stats'],
    ];
    for (const [method = '', path = ''] of tries) {
      equal(
        (await requestPages(method, `/${made.id}${path}`, { label: 'mine' }, stranger, match)).status,
        404,
        `${method} ${path}`,
      );
      equal((await requestPages(method, `/${made.id}${path}`, {}, narrow, match)).status, 403, `${method} ${path}`);
    }
    equal((await pageRequests(made).get()).label, 'x');
    deepEqual((await requestPages('GET', '', {}, stranger)).body.experiences, []);
  });
});
