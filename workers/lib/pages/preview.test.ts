import { deepEqual, equal, ok } from 'node:assert/strict';
import sharp from 'sharp';
import { computeContrast } from '../../../shared/colour.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import type { Call } from '../../handle.js';
import { createPreview } from './preview.js';
import { createPictureReader } from './stored-pictures.js';

const log: Pick<Call, 'requestId' | 'log'>['log'] = {
  ...console,
  warn: (error: object) => {
    throw new Error('drawing failed', { cause: error });
  },
} as unknown as Call['log'];

describe('the link preview of a page with a picture', () => {
  const image = 'https://pages.example/p/0123456789abcdefABCDEF.webp';
  const page = (theme: PageDocument['theme'] = {}): PageDocument => ({
    version: 1,
    theme,
    blocks: [{ type: 'hero', props: { headline: 'x', image, align: 'center' }, children: [] }],
  });
  const plain = (background: string, width = 1_600, height = 1_000) =>
    sharp({ create: { width, height, channels: 3, background } })
      .webp()
      .toBuffer();
  const create = (title: string, picture: Buffer | undefined, logo?: Buffer) =>
    createPreview(
      { type: 'page', title, page: page(logo && { ownLogo: true }) },
      { logo: async () => logo, readPicture: async () => picture },
      { requestId: 'request', log },
    );
  const colourAt = async (file: Buffer, left: number, top: number) => {
    const { channels } = await sharp(
      await sharp(file).extract({ left, top, width: 12, height: 12 }).png().toBuffer(),
    ).stats();
    return `#${channels.map(({ mean }) => Math.round(mean).toString(16).padStart(2, '0')).join('')}`;
  };

  it('shows it, and darkens it as far as the title needs', async () => {
    const drawn = await create('Trattoria Lucia', await plain('#ffffff'));
    const { width, height, format } = await sharp(drawn?.file).metadata();
    deepEqual([width, height, format, drawn?.type], [1_200, 630, 'jpeg', 'jpg']);
    ok(drawn && drawn.bytes === drawn.file.length && drawn.bytes <= 100_000);
    equal(await colourAt(drawn.file, 600, 20), '#ffffff');
    ok(computeContrast(await colourAt(drawn.file, 20, 560), '#ffffff') >= 4.5);
    const dark = await create('Trattoria Lucia', await plain('#202830'));
    ok(dark && computeContrast(await colourAt(dark.file, 20, 560), '#202830') < 1.3, 'a dark picture is left as it is');
  });

  it('puts the logo on a ground that it is visible on', async () => {
    const logoOf = (background: string) =>
      sharp({ create: { width: 200, height: 200, channels: 3, background } })
        .png()
        .toBuffer();
    for (const colour of ['#ffffff', '#7a2e0e']) {
      const drawn = await create('Lucia', await plain('#ffffff'), await logoOf(colour));
      ok(drawn);
      const [ground, logo] = [await colourAt(drawn.file, 94, 115), await colourAt(drawn.file, 150, 115)];
      ok(computeContrast(ground, logo) >= 3, `${logo} on ${ground}`);
    }
  });

  it('shows it alone if no font has the title', async () => {
    const drawn = await create('海辺のレストラン', await plain('#ffffff'));
    equal(drawn && (await colourAt(drawn.file, 20, 560)), '#ffffff');
  });

  it('is drawn on colours without a picture that is stored here, or with one that would be blurred', async () => {
    for (const picture of [undefined, await plain('#ffffff', 300, 200)]) {
      const drawn = await create('Lucia', picture);
      deepEqual([(await sharp(drawn?.file).metadata()).format, drawn?.type], ['png', undefined]);
    }
  });

  it('never reads a picture of another site', async () => {
    const read: string[] = [];
    const disk = {
      exists: async (path: string) => read.push(path) > 0,
      getBytes: async () => new Uint8Array([1]),
    };
    const readPicture = createPictureReader({
      account: 'acc',
      config: { PAGES_URL: 'https://pages.example' },
      disks: { private: Promise.resolve(disk), accountFolder: async (account: string) => `accounts/${account}` },
    } as unknown as Call);
    for (const url of [
      'https://elsewhere.example/p/0123456789abcdefABCDEF.webp',
      'https://pages.example/p/../../0123456789abcdefABCDEF.webp',
      'https://pages.example/files/0123456789abcdefABCDEF.webp',
    ])
      equal(await readPicture(url), undefined, url);
    deepEqual(read, []);
    ok(await readPicture(image));
    deepEqual(read, ['accounts/acc/pictures/0123456789abcdefABCDEF.webp']);
  });
});
