import { deepEqual, equal, match, ok } from 'node:assert/strict';
import sharp from 'sharp';
import { call, newAccount, stack } from '../../test/helpers/stack.js';

const PICTURES = '/v1/pictures';
const get = (path: string, key: string) => call(path, undefined, { method: 'GET', key });

/** Draws a picture as phones take it: lying on its side, with the place where it was taken. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c04020' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'Somewhere' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();

async function upload(key: string, file?: Buffer) {
  const data_base64 = (file ?? (await photo(40, 20))).toString('base64');
  return call(PICTURES, { data_base64, name: 'photo.jpg' }, { key });
}

/** Requests a picture without a key. */
async function load(url: string, headers: Record<string, string> = {}) {
  const { platform } = await stack();
  return fetch(platform.baseUrl + new URL(url).pathname, { headers });
}

describe('Pictures', () => {
  it('are stored upright, scaled, without metadata, and served to anyone', async () => {
    const { key } = await newAccount();
    const { status, body } = await upload(key, await photo(3_000, 1_500));
    equal(status, 200, JSON.stringify(body));
    deepEqual([body.width, body.height], [800, 1_600]);
    const served = await load(body.url);
    equal(served.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    equal(served.headers.get('cross-origin-resource-policy'), 'cross-origin');
    const file = Buffer.from(await served.arrayBuffer());
    const { format, exif, orientation } = await sharp(file).metadata();
    deepEqual([format, exif, orientation], ['webp', undefined, undefined]);
    equal(file.length, body.bytes);
    const known = { 'If-None-Match': served.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' };
    equal((await load(body.url, known)).status, 304);
  });

  it('count towards the storage until they are deleted', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    const { body } = await upload(key);
    equal((await store.keptBytes.findOne({ _id: account }))?.lasting, body.bytes);
    equal((await call(`${PICTURES}/${body.id}`, undefined, { key, method: 'DELETE' })).status, 200);
    equal((await store.keptBytes.findOne({ _id: account }))?.lasting, 0);
    equal((await load(body.url)).status, 404);
    equal((await store.accountLog.findOne({ account, action: 'picture.delete' }))?.outcome, 'done');
  });

  it('belong to their account, and are not served once it is closed', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    const { body } = await upload(key);
    const { key: other } = await newAccount();
    equal((await get(`${PICTURES}/${body.id}`, other)).status, 404);
    equal((await call(`${PICTURES}/${body.id}`, undefined, { key: other, method: 'DELETE' })).status, 404);
    deepEqual((await get(PICTURES, other)).body.pictures, []);
    equal((await get(PICTURES, key)).body.pictures[0].id, body.id);
    await store.accounts.updateOne({ _id: account }, { $set: { closed: { at: new Date(), reason: 'test' } } });
    equal((await load(body.url)).status, 404);
  });

  it('are refused if they are none, and beyond their number', async () => {
    const { key, account } = await newAccount();
    const { store } = await stack();
    equal(
      (await upload(key, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body.type,
      'picture_unreadable',
    );
    const many = Array.from({ length: 500 }, (_, number) => ({
      ...{ _id: `${account}-${number}`, account, name: '', width: 1, height: 1, bytes: 1, created: new Date() },
    }));
    await store.qrPictures.insertMany(many);
    equal((await upload(key)).body.type, 'too_many_pictures');
  });

  it('are logos of codes, which survive with the design of a page', async () => {
    const { key } = await newAccount();
    const { body: logo } = await upload(key, await photo(600, 600));
    const design = { qr_code_logo: 'upload', logo_picture: logo.id };
    const { status, body } = await call(
      '/v1/qr-experience/generate',
      { type: 'url', content: { url: 'https://shop.example' }, ...design },
      { key },
    );
    equal(status, 200, JSON.stringify(body));
    const { id } = body.experience;
    deepEqual((await get(`/v1/qr-experience/${id}`, key)).body.design, design);
    const { platform } = await stack();
    const code = await fetch(`${platform.baseUrl}/v1/qr-experience/${id}/code?image_format=SVG`, {
      headers: { 'X-API-Key': key },
    });
    match(await code.text(), /data:image\/png/);
    const { used_in } = (await get(`${PICTURES}/${logo.id}`, key)).body;
    deepEqual([used_in.experiences.map((one: { id: number }) => one.id), used_in.complete], [[id], true]);
    const { key: other } = await newAccount();
    const refused = await call('/v1/qr-code/generate', { qr_code_text: 'x', ...design }, { key: other });
    equal(refused.body.type, 'logo_picture_unknown');
  });

  it('are stored in a design by an edit, which is refused if it would not scan', async () => {
    const { key } = await newAccount();
    const { body } = await call(
      '/v1/qr-experience/generate',
      { type: 'url', content: { url: 'https://shop.example' } },
      { key },
    );
    const change = (design: object) =>
      call(
        `/v1/qr-experience/${body.experience.id}`,
        { design },
        {
          ...{ key, method: 'PATCH' },
          headers: { 'If-Match': '*' },
        },
      );
    deepEqual((await change({ body_style: 'dot', eye_style: 'square' })).body.design, { body_style: 'dot' });
    equal((await change({ foreground_color: '#ffff00' })).body.param, 'foreground_color');
    ok((await get(`/v1/qr-experience/${body.experience.id}`, key)).body.design.body_style === 'dot');
  });
});
