import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createPage } from '../../test/helpers/page-visits.js';
import { call, newAccount, stack } from '../../test/helpers/stack.js';

const DRAFTS = '/v1/qr-drafts';
const request = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  key: string,
  path = '',
  body?: object,
  ifMatch?: string,
) => call(DRAFTS + path, body, { method, key, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch } });

/** Requests a file of a draft as text. */
async function readFile(key: string, path: string) {
  const { platform } = await stack();
  const response = await fetch(`${platform.baseUrl}${DRAFTS}/${path}`, { headers: { 'X-API-Key': key } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('Drafts of QR codes', () => {
  let key: string;
  before(async () => {
    ({ key } = await newAccount({ credits: 5 }));
  });

  it('store whatever is typed, and replace the fields that are sent', async () => {
    const { body: made, status } = await request('POST', key, '', {
      type: 'coupon',
      body: { content: { 'odd.$name': [null, { title: '' }] } },
    });
    equal(status, 200, JSON.stringify(made));
    deepEqual(made.body, { content: { 'odd.$name': [null, { title: '' }] } });
    const { body: changed } = await request('PATCH', key, `/${made.id}`, { design: { body_style: 'dot' } }, made.etag);
    deepEqual([changed.body, changed.design], [made.body, { body_style: 'dot' }]);
    const { body: listed } = await request('GET', key);
    equal(listed.drafts[0].id, made.id);
    equal('body' in listed.drafts[0], false);
  });

  it('are changed and deleted only at the version that the client has read', async () => {
    const { body: made } = await request('POST', key, '', { name: 'first' });
    equal((await request('PATCH', key, `/${made.id}`, { name: 'x' })).status, 428);
    equal((await request('PATCH', key, `/${made.id}`, { name: 'second' }, made.etag)).status, 200);
    equal((await request('PATCH', key, `/${made.id}`, { name: 'third' }, made.etag)).body.type, 'draft_changed');
    equal((await request('DELETE', key, `/${made.id}`, undefined, made.etag)).status, 412);
    equal((await request('DELETE', key, `/${made.id}`, undefined, '*')).status, 200);
    equal((await request('GET', key, `/${made.id}`)).status, 404);
  });

  it('count towards the storage of their account until they are deleted', async () => {
    const { key: own, account } = await newAccount();
    const { store } = await stack();
    const used = async () => (await store.keptBytes.findOne({ _id: account }))?.lasting ?? 0;
    const { body: made } = await request('POST', own, '', { body: { content: { title: 'x'.repeat(1_000) } } });
    const created = await used();
    ok(created > 1_000, String(created));
    const { body: longer } = await request('PATCH', own, `/${made.id}`, { design: { body_style: 'dot' } }, made.etag);
    ok((await used()) > created);
    const { body: shorter } = await request('PATCH', own, `/${made.id}`, { body: {}, design: {} }, longer.etag);
    ok((await used()) < 1_000);
    await request('DELETE', own, `/${made.id}`, undefined, shorter.etag);
    equal(await used(), 0);
  });

  it('belong to their account', async () => {
    const { body: made } = await request('POST', key, '', {});
    const { key: other } = await newAccount();
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/check'],
      ['GET', '/preview.html'],
      ['GET', '/code.svg'],
    ] as const) {
      const { status } = await request(method, other, `/${made.id}${path}`, undefined, '*');
      equal(status, 404, `${method} ${path}`);
    }
    deepEqual((await request('GET', other)).body.drafts, []);
  });

  it('begin with the content of a page that they edit, and without its slug where they copy it', async () => {
    const content = { title: 'Ten off', code: 'TEN' };
    const theme = { primary: '#123456' };
    const slug = `ten-off-${Date.now()}`;
    const { body: page } = await call(
      '/v1/qr-experience/generate',
      { type: 'coupon', content: { ...content, theme }, label: 'Shop', slug },
      { key },
    );
    const { id } = page.experience;
    const { body: edit } = await request('POST', key, '', { experience_id: id });
    deepEqual(
      [edit.type, edit.name, edit.experience_id, edit.base_etag, edit.body.label, edit.body.slug],
      ['coupon', 'Shop', id, '"1"', 'Shop', slug],
    );
    equal(edit.body.content.code, 'TEN');
    deepEqual(edit.body.content.theme, theme);
    const { body: copy } = await request('POST', key, '', { copy_of: id });
    deepEqual([copy.name, copy.experience_id, copy.base_etag, copy.body.slug], ['Shop (copy)', null, null, undefined]);
    const { key: other } = await newAccount();
    equal((await request('POST', other, '', { copy_of: id })).status, 404);
  });

  it('name what is missing, and show the rest', async () => {
    const blocks = [
      { type: 'hero', props: { headline: 'Trattoria' } },
      { type: 'button', props: { label: 'Reserve' } },
      { type: 'gallery', props: { images: [{ url: 'https://example.com/a.jpg' }, { url: 'nowhere' }] } },
      { type: 'text', props: { text: 'Closed on Mondays' } },
    ];
    const { body: made } = await request('POST', key, '', {
      body: { page: { version: 1, theme: { primary: 'red' }, blocks } },
      design: { body_style: 'dot', foreground_color: '#eeeeee', eye_style: 'cube' },
    });
    const { body: found } = await request('GET', key, `/${made.id}/check`);
    const params = (problems: { param: string }[]) => problems.map(({ param }) => param);
    ok(params(found.content).includes('page.theme.primary'), JSON.stringify(found));
    deepEqual(params(found.design), ['eye_style', 'foreground_color']);
    equal(found.ready, false);
    await request('PATCH', key, `/${made.id}`, { body: { page: { version: 1, blocks } } }, '*');
    const { body: again } = await request('GET', key, `/${made.id}/check`);
    deepEqual(params(again.content), ['page.blocks[1].props.href', 'page.blocks[2].props.images[1].url']);
    const page = await readFile(key, `${made.id}/preview.html`);
    match(page.text, /Trattoria[\s\S]*a\.jpg[\s\S]*Closed on Mondays/);
    ok(!page.text.includes('Reserve'));
    match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'self'; sandbox allow-scripts$/);
    const code = await readFile(key, `${made.id}/code.svg`);
    match(code.text, /^<svg[^>]*width="480"/);
  });

  it('show examples in place of what a content needs', async () => {
    const { body: made } = await request('POST', key, '', { type: 'event', body: { content: { title: 'My party' } } });
    match((await readFile(key, `${made.id}/preview.html`)).text, /My party/);
    const { body: found } = await request('GET', key, `/${made.id}/check`);
    deepEqual(
      found.content.map(({ param }: { param: string }) => param),
      ['content.start'],
    );
  });

  it('find a slug that is taken', async () => {
    const slug = `taken-${Date.now()}`;
    const page = await createPage('text', {}, key);
    await call(`/v1/qr-experience/${page.id}`, { slug }, { key, method: 'PATCH', headers: { 'If-Match': '*' } });
    const { body: made } = await request('POST', key, '', {
      type: 'url',
      body: { content: { url: 'https://a.example' }, slug },
    });
    const { body: found } = await request('GET', key, `/${made.id}/check`);
    deepEqual(found.content, [{ param: 'slug', message: found.content[0]?.message }]);
    const { body: edit } = await request('POST', key, '', { experience_id: page.id });
    equal((await request('GET', key, `/${edit.id}/check`)).body.ready, true);
  });
});
