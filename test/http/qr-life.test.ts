import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import sharp from 'sharp';
import { MOST_VERSIONS } from '../../shared/contract/bounds.js';
import { type Answer, call, newAccount, stack } from '../helpers/stack.js';
import { asVisitors, contents, type Made, make, PHONE } from '../helpers/visits.js';

const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 Mobile';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';

describe('a hosted page that lives', () => {
  const { visit } = asVisitors();

  const ask = (method: string, path: string, body: object, key: string, headers: Record<string, string> = {}) =>
    call(`/v1/qr-experience${path}`, body, { method, key, headers });

  /** What the owner of an experience asks about it. */
  const of = ({ id, key }: Pick<Made, 'id' | 'key'>) => ({
    get: async (path = '') => (await ask('GET', `/${id}${path}`, {}, key)).body,
    edit: (fields: object, etag = '*') => ask('PATCH', `/${id}`, fields, key, { 'If-Match': etag }),
    restore: (version: number, etag = '*') =>
      ask('POST', `/${id}/versions/${version}/restore`, {}, key, { 'If-Match': etag }),
    remove: (etag = '*') => ask('DELETE', `/${id}`, {}, key, { 'If-Match': etag }),
  });

  const edited = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    equal(status, 200, JSON.stringify(body));
    return body;
  };

  const refused = async (answer: Promise<Answer>, status: number, type: string, param?: string) => {
    const { body, ...got } = await answer;
    deepEqual([got.status, body.type, body.param], [status, type, param], JSON.stringify(body));
  };

  const storage = async (key: string): Promise<number> =>
    (await call('/v1/account', {}, { method: 'GET', key })).body.storage.bytes_used;

  it('is listed, read and edited in the fields in which it was made, whatever its type, and its code stays', async () => {
    const { key } = await newAccount({ credits: 2 });
    for (const type of Object.keys(contents)) {
      const made = await make(type, {}, key);
      const owner = of(made);
      const before = await owner.get();
      equal(before.etag, '"1"', type);
      const sent = type === 'page' ? { page: before.page } : { content: before.content };
      const after = await edited(owner.edit({ ...sent, label: `my ${type}` }, before.etag));
      const { version, etag, label, changed_at, ...rest } = after;
      const { version: _, etag: __, label: ___, changed_at: ____, ...wasBefore } = before;
      deepEqual(rest, wasBefore, type);
      deepEqual([version, etag, label], [2, '"2"', `my ${type}`]);
      ok(Date.parse(changed_at) > 0);
      const { headers } = await ask('GET', `/${made.id}`, {}, key);
      equal(headers.get('etag'), '"2"');
      ok([200, 302].includes((await visit(made.path)).status), type);
    }
    const list = (query: string) => ask('GET', query, {}, key);
    const all = (await list('')).body.experiences;
    equal(all.length, Object.keys(contents).length);
    const [latest] = all;
    deepEqual((await list(`?type=${latest.type}`)).body.experiences, [latest]);
    deepEqual((await list('?label=my%20coupon')).body.experiences[0].type, 'coupon');
    equal((await list('?state=paused')).body.experiences.length, 0);
    const first = (await list('?limit=3')).body;
    const second = (await list(`?limit=200&after=${first.next}`)).body;
    deepEqual([...first.experiences, ...second.experiences], all);
    equal(second.next, null);
    await refused(list('?after=x'), 422, 'cursor_invalid', 'after');
  });

  it('shows what it was edited to: content, theme, language, target, and targets for phones', async () => {
    const made = await make('text');
    const owner = of(made);
    await edited(owner.edit({ content: { title: 'New hours', text: 'From noon' }, theme: { primary: '#7a2e0e' } }));
    const html = await (await visit(made.path)).text();
    match(html, /New hours[\s\S]*From noon/);
    match(html, /#7a2e0e/i);
    await edited(owner.edit({ language: 'de' }));
    match(await (await visit(made.path)).text(), /<html lang="de">[\s\S]*#7a2e0e[\s\S]*Seite melden/i);
    const { content, theme, language } = await owner.get();
    deepEqual([content.text, theme, language], ['From noon', { primary: '#7a2e0e' }, 'de']);

    const link = await make('url');
    const targets = { ios: 'https://apps.example/ios', android: 'https://apps.example/android' };
    await edited(of(link).edit({ target: 'https://example.com/spring', targets }));
    const leads = async (agent: string) =>
      (await visit(link.path, { headers: { 'User-Agent': agent } })).headers.get('location');
    deepEqual(
      [await leads(PHONE), await leads(ANDROID), await leads(DESKTOP)],
      [targets.ios, targets.android, 'https://example.com/spring'],
    );
    await edited(of(link).edit({ targets: {} }));
    equal(await leads(PHONE), 'https://example.com/spring');
    await edited(owner.edit({ targets: { ios: targets.ios } }));
    deepEqual(
      [await visit(made.path), await visit(made.path, { headers: { 'User-Agent': DESKTOP } })].map(
        ({ status }) => status,
      ),
      [302, 200],
      'a page may send one kind of phone elsewhere',
    );
  });

  it('is edited under the contract by which such things are made: the same words refuse', async () => {
    const { key } = await newAccount();
    const made = await make('event', {}, key);
    const attempts = [
      { content: { title: 'x' } },
      { content: { title: 'x', start: '2031-02-30' } },
      { content: { title: 'x', start: '2031-02-03', url: 'javascript:alert(1)' } },
    ];
    for (const fields of attempts) {
      const generated = await call('/v1/qr-experience/generate', { type: 'event', ...fields }, { key });
      const { status, body } = await of(made).edit(fields);
      const problem = ({ error, type, param, errors }: Answer['body']) => ({ error, type, param, errors });
      deepEqual([status, problem(body)], [generated.status, problem(generated.body)]);
      equal(status, 422);
    }
    const page = await make('page', {}, key);
    const blocks = [{ type: 'nothing', props: {} }];
    await refused(of(page).edit({ page: { version: 1, blocks } }), 422, 'block_type_unknown', 'page.blocks[0].type');
    await refused(of(page).edit({ content: { url: 'https://example.com' } }), 422, 'field_of_another_type', 'content');
    await refused(of(made).edit({ target: 'https://example.com' }), 422, 'field_of_another_type', 'target');
    await refused(of(made).edit({ theme: { primary: 'red' } }), 422, 'invalid_field', 'theme.primary');
    await refused(of(made).edit({ targets: { ios: 'javascript:1' } }), 422, 'invalid_field', 'targets.ios');
    equal((await of(made).get()).version, 1);
  });

  it('is edited only by who has read it: 428 without If-Match, 412 with that of another version', async () => {
    const made = await make('text');
    const owner = of(made);
    await refused(ask('PATCH', `/${made.id}`, { label: 'x' }, made.key), 428, 'if_match_required', 'if_match');
    await edited(owner.edit({ label: 'one' }, '"1"'));
    for (const etag of ['"1"', '"3"', '2', 'W/"2"'])
      await refused(owner.edit({ label: 'two' }, etag), 412, 'experience_changed', 'if_match');
    await refused(owner.restore(1, '"1"'), 412, 'experience_changed', 'if_match');
    await refused(owner.remove('"1"'), 412, 'experience_changed', 'if_match');
    const inBody = await ask('PATCH', `/${made.id}`, { label: 'two', if_match: '"2"' }, made.key);
    equal((await edited(Promise.resolve(inBody))).label, 'two');
  });

  it('loses no edit of 100 that race: each success is a version, all others are 412', async () => {
    const made = await make('text');
    const owner = of(made);
    const won: string[] = [];
    let others = 0;
    for (let round = 0; round < 4; round++) {
      const { etag } = await owner.get();
      const answers = await Promise.all(
        Array.from({ length: 25 }, async () => {
          const label = nanoid();
          return { label, answer: await owner.edit({ label }, etag) };
        }),
      );
      for (const { label, answer } of answers) {
        if (answer.status === 200) won.push(label);
        else {
          equal(answer.status, 412, JSON.stringify(answer.body));
          others += 1;
        }
      }
    }
    deepEqual([won.length, others], [4, 96]);
    const { versions } = await owner.get('/versions');
    const labels = await Promise.all(
      versions.map(async ({ version }: { version: number }) => (await owner.get(`/versions/${version}`)).label),
    );
    deepEqual(labels, [...won.reverse(), null]);
  });

  it(`keeps ${MOST_VERSIONS} versions, any of which comes back, and gives back what the others took`, async () => {
    /** A picture that does not compress. */
    const photo = async (mean: number) => {
      const noise = { type: 'gaussian', mean, sigma: 60 } as const;
      const picture = sharp({ create: { width: 480, height: 480, channels: 3, background: '#888', noise } });
      return (await picture.png().toBuffer()).toString('base64');
    };
    const content = { first_name: 'Ada', photo_base64: await photo(90) };
    const made = await make('vcard_plus', { content });
    const owner = of(made);
    const photoShown = async () => {
      const html = await (await visit(made.path)).text();
      const [, address = ''] = /src="([^"]+photo\.jpg[^"]*)"/.exec(html) ?? [];
      return Buffer.from(await (await visit(address.replaceAll('&amp;', '&'))).arrayBuffer());
    };
    const first = await photoShown();
    await edited(owner.edit({ content: { first_name: 'Grace', photo_base64: await photo(160) } }));
    const second = await photoShown();
    notEqual(first.toString('base64'), second.toString('base64'));
    const back = await edited(owner.restore(1));
    equal(back.content.first_name, 'Ada');
    ok((await photoShown()).equals(first));
    const { versions } = await owner.get('/versions');
    deepEqual(
      versions.map(({ version, is_current, changed, title }: Answer['body']) => [version, is_current, changed, title]),
      [
        [3, true, ['version'], 'Ada'],
        [2, false, ['content'], 'Grace'],
        [1, false, [], 'Ada'],
      ],
    );
    ok(versions[0].key && !versions[2].key);
    const held = await storage(made.key);
    for (let count = 0; count < MOST_VERSIONS; count++)
      await edited(owner.edit({ content: { first_name: `A${count}` } }));
    const left = await storage(made.key);
    ok(held > 100_000 && left < 40_000 + 100_000, `${left} of ${held}: what is gone takes nothing`);
    const { store } = await stack();
    const kept = await store.experienceVersions.find({ experience: made.id }).toArray();
    const now = await store.experiences.findOne({ _id: made.id });
    const drawn = now?.preview?.bytes ?? 0;
    ok(drawn > 0 && drawn <= 100_000);
    equal(
      left,
      [...kept, now].reduce((sum, one) => sum + (one?.bytes ?? 0), drawn),
    );
    equal((await owner.get('/versions')).versions.length, MOST_VERSIONS);
    await refused(owner.restore(3), 404, 'version_unknown', 'version');
    await refused(owner.restore(99), 404, 'version_unknown', 'version');
  });

  it('is paused and shown again: the page says so, in the language of the visitor, and nothing else of it is had', async () => {
    const made = await make('vcard_plus', {
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
    equal((await edited(of(made).edit({ state: 'paused' }))).state, 'paused');
    const page = await visit(made.path, { headers: { 'Accept-Language': 'fr' } });
    equal(page.status, 404);
    match(await page.text(), /<html lang="fr">[\s\S]*en pause/);
    for (const file of ['photo.jpg', 'contact.vcf']) equal((await visit(`${made.path}/${file}`)).status, 404, file);
    const body = new URLSearchParams({ event: 'contact_saved' });
    equal((await visit(`${made.path}/events`, { method: 'POST', body })).status, 404);
    await edited(of(made).edit({ state: 'active' }));
    equal((await visit(made.path)).status, 200);
  });

  it('has a name of its own beside its code: of 3 to 48 letters, unique, not reserved', async () => {
    const made = await make('text');
    const owner = of(made);
    const slug = `trattoria-${nanoid(8)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, 'x')}`;
    const { slug_url, scan_url } = await edited(owner.edit({ slug }));
    equal(slug_url, scan_url.replace(made.code, slug));
    for (const name of [slug, slug.toUpperCase(), made.code]) equal((await visit(`/e/${name}`)).status, 200, name);
    const another = of(await make('text'));
    await refused(another.edit({ slug }), 409, 'slug_taken', 'slug');
    await refused(another.edit({ slug: 'admin' }), 422, 'slug_reserved', 'slug');
    for (const bad of ['ab', 'a'.repeat(49), '-ab', 'ab-', 'a--b', 'a_b', 'Ünal', '../x'])
      await refused(another.edit({ slug: bad }), 422, 'invalid_field', 'slug');
    await edited(owner.edit({ slug: '' }));
    equal((await visit(`/e/${slug}`)).status, 404);
    await edited(another.edit({ slug }));
    const { experiences } = (await ask('GET', '', {}, made.key)).body;
    equal(experiences[0].slug, null);
  });

  it('is made with its label, its slug and its targets, under the rules of an edit', async () => {
    const { key } = await newAccount();
    const slug = `made-${nanoid(8)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, 'x')}`;
    const targets = { ios: 'https://apps.example/ios' };
    const made = await make('text', { label: 'Table cards', slug, targets }, key);
    const { body } = await ask('GET', `/${made.id}`, {}, key);
    deepEqual([body.label, body.slug, body.targets], ['Table cards', slug, { ...targets, android: null }]);
    const phone = await visit(`/e/${slug}`);
    deepEqual([phone.status, phone.headers.get('location')], [302, targets.ios]);
    equal((await visit(`/e/${slug}`, { headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' } })).status, 200);
    const kept = await storage(key);
    const generate = (fields: object) =>
      call('/v1/qr-experience/generate', { type: 'text', content: contents.text, ...fields }, { key });
    await refused(generate({ slug }), 409, 'slug_taken', 'slug');
    await refused(generate({ slug: 'ab' }), 422, 'invalid_field', 'slug');
    await refused(generate({ slug: 'admin' }), 422, 'slug_reserved', 'slug');
    await refused(generate({ targets: { ios: 'javascript:x' } }), 422, 'invalid_field', 'targets.ios');
    equal(await storage(key), kept, 'what is refused takes nothing');
    const photo = { type: 'vcard_plus', content: contents.vcard_plus, slug };
    await refused(generate(photo), 409, 'slug_taken', 'slug');
    equal(await storage(key), kept);
    const racing = `race-${made.id}`;
    const raced = await Promise.all(Array.from({ length: 8 }, () => generate({ slug: racing })));
    deepEqual(raced.map(({ status }) => status).sort(), [200, ...Array.from({ length: 7 }, () => 409)]);
    await edited(of(made).remove());
    equal((await generate({ slug })).status, 200, 'what the account has deleted does not keep it');
  });

  it('has a picture for others to show, drawn once for each thing it shows, under an address that can be kept', async () => {
    const { key } = await newAccount();
    const empty = await storage(key);
    const made = await make('text', { content: { title: 'Trattoria Lucia', text: 'Since 1962' } }, key);
    const owner = of(made);
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
    await edited(owner.edit({ label: 'x' }));
    equal(await address(), first, 'what it shows is the same');
    await edited(owner.edit({ theme: { preset: 'candy' } }));
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
    await edited(owner.edit({ content: { title: 'مطعم لوسيا', text: 'أطباق', language: 'ar' } }));
    const inked = async (left: number) => {
      const title = { left, top: 280, width: 500, height: 120 };
      const { png: drawn } = await read(await address());
      // Statistics are those of what is read, before anything is done to it.
      const { channels } = await sharp(await sharp(drawn).extract(title).greyscale().png().toBuffer()).stats();
      return channels[0]?.stdev ?? 0;
    };
    const [right, left] = [await inked(620), await inked(40)];
    ok(right > 3 * left, `from right to left: ${right}, ${left}`);
    await edited(owner.restore(1));
    deepEqual((await read(await address())).png, png);
    await edited(owner.remove());
    equal((await visit(first)).status, 404);
    equal(await storage(key), empty);
    const unwritten = await make('text', { content: { title: '日本語', text: '日本語' } }, key);
    const html = await (await visit(unwritten.path)).text();
    match(html, /og:image" content="[^"]*\/assets\/preview\.png/, 'a script without a font');
  });

  it('is deleted for good: 410 at its code and slug, everything that it took is given back', async () => {
    const { key } = await newAccount();
    const empty = await storage(key);
    const made = await make('text', {}, key);
    const owner = of(made);
    const slug = `gone-${made.id}`;
    await edited(owner.edit({ slug, content: { text: 'word '.repeat(500) } }));
    await edited(owner.edit({ label: 'x' }));
    ok((await storage(key)) > empty + 5_000);
    deepEqual(await edited(owner.remove()), { id: made.id, state: 'deleted' });
    equal(await storage(key), empty);
    for (const name of [made.code, slug]) {
      const page = await visit(`/e/${name}`);
      equal(page.status, 410);
      match(await page.text(), /no longer here/);
    }
    for (const path of ['', '/versions', '/versions/1', '/stats'])
      equal((await ask('GET', `/${made.id}${path}`, {}, key)).status, 404, path);
    await refused(owner.edit({ label: 'y' }), 404, 'experience_unknown');
    await refused(owner.remove(), 404, 'experience_unknown');
    deepEqual((await ask('GET', '', {}, key)).body.experiences, []);
    equal((await call('/v1/qr-scan/scan', { experience_id: made.id }, { key })).status, 404);
    await refused(of(await make('text')).edit({ slug }), 409, 'slug_taken', 'slug');
    await edited(of(await make('text', {}, key)).edit({ slug }));
    equal((await visit(`/e/${slug}`)).status, 200);
  });

  it('is its account’s alone: to others it is not there, whatever they try', async () => {
    const made = await make('text');
    await edited(of(made).edit({ label: 'x' }));
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
        (await ask(method, `/${made.id}${path}`, { label: 'mine' }, stranger, match)).status,
        404,
        `${method} ${path}`,
      );
      equal((await ask(method, `/${made.id}${path}`, {}, narrow, match)).status, 403, `${method} ${path}`);
    }
    equal((await of(made).get()).label, 'x');
    deepEqual((await ask('GET', '', {}, stranger)).body.experiences, []);
  });
});
