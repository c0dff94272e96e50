import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { nanoid } from 'nanoid';
import sharp from 'sharp';
import { MOST_VERSIONS } from '../../shared/contract/bounds.js';
import {
  expectRefusal,
  expectSuccess,
  pageRequests,
  readStorage,
  requestPages,
} from '../../test/helpers/page-requests.js';
import { contents, createPage, PHONE, useVisitorAddresses } from '../../test/helpers/page-visits.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { type Answer, call, newAccount, stack } from '../../test/helpers/stack.js';

const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131 Mobile';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';

/** Of edits that race, 25 in each. */
const ROUNDS = nightlyOrDaily(4, 2);

describe('editing hosted pages', () => {
  const { visit } = useVisitorAddresses();

  it('lists, returns and accepts the fields of creation for every type, and keeps the code', async () => {
    const { key } = await newAccount({ credits: 2 });
    const types = Object.keys(contents).filter((type, at) =>
      nightlyOrDaily(true, at % 3 === 0 || type === 'page' || type === 'coupon'),
    );
    for (const type of types) {
      const made = await createPage(type, {}, key);
      const owner = pageRequests(made);
      const before = await owner.get();
      equal(before.etag, '"1"', type);
      const sent = type === 'page' ? { page: before.page } : { content: before.content };
      const after = await expectSuccess(owner.edit({ ...sent, label: `my ${type}` }, before.etag));
      const { version, etag, label, changed_at, ...rest } = after;
      const { version: _, etag: __, label: ___, changed_at: ____, ...wasBefore } = before;
      deepEqual(rest, wasBefore, type);
      deepEqual([version, etag, label], [2, '"2"', `my ${type}`]);
      ok(Date.parse(changed_at) > 0);
      const { headers } = await requestPages('GET', `/${made.id}`, {}, key);
      equal(headers.get('etag'), '"2"');
      ok([200, 302].includes((await visit(made.path)).status), type);
    }
    const list = (query: string) => requestPages('GET', query, {}, key);
    const all = (await list('')).body.experiences;
    equal(all.length, types.length);
    const [latest] = all;
    deepEqual((await list(`?type=${latest.type}`)).body.experiences, [latest]);
    deepEqual((await list('?label=my%20coupon')).body.experiences[0].type, 'coupon');
    equal((await list('?state=paused')).body.experiences.length, 0);
    const first = (await list('?limit=3')).body;
    const second = (await list(`?limit=200&after=${first.next}`)).body;
    deepEqual([...first.experiences, ...second.experiences], all);
    equal(second.next, null);
    await expectRefusal(list('?after=x'), 422, 'cursor_invalid', 'after');
  });

  it('changes content, theme, language, target, and targets for phones', async () => {
    const made = await createPage('text');
    const owner = pageRequests(made);
    await expectSuccess(
      owner.edit({ content: { title: 'New hours', text: 'From noon' }, theme: { primary: '#7a2e0e' } }),
    );
    const html = await (await visit(made.path)).text();
    match(html, /New hours[\s\S]*From noon/);
    match(html, /#7a2e0e/i);
    await expectSuccess(owner.edit({ language: 'de' }));
    match(await (await visit(made.path)).text(), /<html lang="de">[\s\S]*#7a2e0e[\s\S]*Seite melden/i);
    const { content, theme, language } = await owner.get();
    deepEqual([content.text, theme, language], ['From noon', { primary: '#7a2e0e' }, 'de']);

    const link = await createPage('url');
    const targets = { ios: 'https://apps.example/ios', android: 'https://apps.example/android' };
    await expectSuccess(pageRequests(link).edit({ target: 'https://example.com/spring', targets }));
    const leads = async (agent: string) =>
      (await visit(link.path, { headers: { 'User-Agent': agent } })).headers.get('location');
    deepEqual(
      [await leads(PHONE), await leads(ANDROID), await leads(DESKTOP)],
      [targets.ios, targets.android, 'https://example.com/spring'],
    );
    await expectSuccess(pageRequests(link).edit({ targets: {} }));
    equal(await leads(PHONE), 'https://example.com/spring');
    await expectSuccess(owner.edit({ targets: { ios: targets.ios } }));
    deepEqual(
      [await visit(made.path), await visit(made.path, { headers: { 'User-Agent': DESKTOP } })].map(
        ({ status }) => status,
      ),
      [302, 200],
      'a page may send one kind of phone elsewhere',
    );
  });

  it('refuses invalid fields with the same errors as creation', async () => {
    const { key } = await newAccount();
    const made = await createPage('event', {}, key);
    const attempts = [
      { content: { title: 'x' } },
      { content: { title: 'x', start: '2031-02-30' } },
      { content: { title: 'x', start: '2031-02-03', url: 'javascript:alert(1)' } },
    ];
    for (const fields of attempts) {
      const generated = await call('/v1/qr-experience/generate', { type: 'event', ...fields }, { key });
      const { status, body } = await pageRequests(made).edit(fields);
      const problem = ({ error, type, param, errors }: Answer['body']) => ({ error, type, param, errors });
      deepEqual([status, problem(body)], [generated.status, problem(generated.body)]);
      equal(status, 422);
    }
    const page = await createPage('page', {}, key);
    const blocks = [{ type: 'nothing', props: {} }];
    await expectRefusal(
      pageRequests(page).edit({ page: { version: 1, blocks } }),
      422,
      'block_type_unknown',
      'page.blocks[0].type',
    );
    await expectRefusal(
      pageRequests(page).edit({ content: { url: 'https://example.com' } }),
      422,
      'field_of_another_type',
      'content',
    );
    await expectRefusal(
      pageRequests(made).edit({ target: 'https://example.com' }),
      422,
      'field_of_another_type',
      'target',
    );
    await expectRefusal(pageRequests(made).edit({ theme: { primary: 'red' } }), 422, 'invalid_field', 'theme.primary');
    await expectRefusal(
      pageRequests(made).edit({ targets: { ios: 'javascript:1' } }),
      422,
      'invalid_field',
      'targets.ios',
    );
    equal((await pageRequests(made).get()).version, 1);
  });

  it('responds with 428 without If-Match, and 412 with that of another version', async () => {
    const made = await createPage('text');
    const owner = pageRequests(made);
    await expectRefusal(
      requestPages('PATCH', `/${made.id}`, { label: 'x' }, made.key),
      428,
      'if_match_required',
      'if_match',
    );
    await expectSuccess(owner.edit({ label: 'one' }, '"1"'));
    for (const etag of ['"1"', '"3"', '2', 'W/"2"'])
      await expectRefusal(owner.edit({ label: 'two' }, etag), 412, 'experience_changed', 'if_match');
    await expectRefusal(owner.restore(1, '"1"'), 412, 'experience_changed', 'if_match');
    await expectRefusal(owner.remove('"1"'), 412, 'experience_changed', 'if_match');
    const inBody = await requestPages('PATCH', `/${made.id}`, { label: 'two', if_match: '"2"' }, made.key);
    equal((await expectSuccess(Promise.resolve(inBody))).label, 'two');
  });

  it(`loses none of ${25 * ROUNDS} concurrent edits: each success is a version, all others are 412`, async () => {
    const made = await createPage('text');
    const owner = pageRequests(made);
    const won: string[] = [];
    let others = 0;
    for (let round = 0; round < ROUNDS; round++) {
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
    deepEqual([won.length, others], [ROUNDS, 24 * ROUNDS]);
    const { versions } = await owner.get('/versions');
    const labels = await Promise.all(
      versions.map(async ({ version }: { version: number }) => (await owner.get(`/versions/${version}`)).label),
    );
    deepEqual(labels, [...won.reverse(), null]);
  });

  it(`stores ${MOST_VERSIONS} versions that can be restored, and releases the storage of older ones`, async () => {
    /** A picture that does not compress. */
    const photo = async (mean: number) => {
      const noise = { type: 'gaussian', mean, sigma: 60 } as const;
      const picture = sharp({ create: { width: 480, height: 480, channels: 3, background: '#888', noise } });
      return (await picture.png().toBuffer()).toString('base64');
    };
    const content = { first_name: 'Ada', photo_base64: await photo(90) };
    const made = await createPage('vcard_plus', { content });
    const owner = pageRequests(made);
    const photoShown = async () => {
      const html = await (await visit(made.path)).text();
      const [, address = ''] = /src="([^"]+photo\.jpg[^"]*)"/.exec(html) ?? [];
      return Buffer.from(await (await visit(address.replaceAll('&amp;', '&'))).arrayBuffer());
    };
    const first = await photoShown();
    await expectSuccess(owner.edit({ content: { first_name: 'Grace', photo_base64: await photo(160) } }));
    const second = await photoShown();
    notEqual(first.toString('base64'), second.toString('base64'));
    const back = await expectSuccess(owner.restore(1));
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
    const held = await readStorage(made.key);
    for (let count = 0; count < MOST_VERSIONS; count++)
      await expectSuccess(owner.edit({ content: { first_name: `A${count}` } }));
    const left = await readStorage(made.key);
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
    await expectRefusal(owner.restore(3), 404, 'version_unknown', 'version');
    await expectRefusal(owner.restore(99), 404, 'version_unknown', 'version');
  });
});
