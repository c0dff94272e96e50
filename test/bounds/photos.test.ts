import { deepEqual, equal } from 'node:assert/strict';
import sharp from 'sharp';
import { itNightly } from '../helpers/scale.js';
import { call, newAccount } from '../helpers/stack.js';

const jpeg = async (width: number, height: number) =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#963' } })
      .jpeg()
      .toBuffer()
  ).toString('base64');

const page = (photos: readonly string[]) => ({
  type: 'page',
  page: {
    version: 1,
    blocks: photos.map((photo_base64) => ({ type: 'vcardPlus', props: { first_name: 'Ada', photo_base64 } })),
  },
});

const generate = async (key: string, photos: readonly string[]) => {
  const { status, body, headers } = await call('/v1/qr-code/generate', page(photos), { key });
  return [status, body.type, headers.get('x-credits-cost')];
};

describe('photos of a page', () => {
  it('are at most four, of 12 megapixels each', async () => {
    const { key } = await newAccount();
    const [largest, larger] = [await jpeg(4_000, 3_000), await jpeg(4_000, 3_010)];
    deepEqual(await generate(key, Array(4).fill(largest)), [200, undefined, '0.01']);
    deepEqual(await generate(key, Array(5).fill(largest)), [422, 'too_many_photos', '0.01']);
    deepEqual(await generate(key, [larger]), [422, 'photo_too_large', '0.01']);
  });

  itNightly('200 of 40 megapixels are refused before one is read, and delay no other request', async () => {
    const [mine, other] = [await newAccount(), await newAccount()];
    const huge = sharp({ create: { width: 8_000, height: 5_000, channels: 3, background: '#963' } });
    const bomb = (await huge.webp({ lossless: true, effort: 0 }).toBuffer()).toString('base64');
    const bombs = Promise.all(Array.from({ length: 4 }, () => generate(mine.key, Array(200).fill(bomb))));
    const codes = await Promise.all(
      Array.from({ length: 10 }, () => call('/v1/qr-code/generate', { qr_code_text: 'x' }, { key: other.key })),
    );
    deepEqual(
      codes.map(({ status }) => status),
      Array(10).fill(200),
    );
    deepEqual(await bombs, Array(4).fill([422, 'too_many_photos', '0.01']));
  });

  it('that contain an SVG are not parsed as SVG', async () => {
    const { key } = await newAccount();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9e5" stroke="#000" stroke-dasharray=".01"/></svg>';
    deepEqual(await generate(key, [Buffer.from(svg).toString('base64')]), [422, 'photo_unreadable', '0.01']);
    equal((await generate(key, [await jpeg(10, 10)]))[0], 200);
  });
});
