import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import sharp from 'sharp';
import { decodePixels, readsWithJsQr, readsWithZxing } from '../../test/helpers/decoders.js';
import { contents, drawQrCode, type Look, type ScanResult, sizes, styles } from '../../test/helpers/qr-designs.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { combinations, nightlyOrDaily } from '../../test/helpers/scale.js';
import { scan } from '../../test/helpers/scan-qr-design.js';

/** Threads share the looks of the night; each takes the next one when it is done with the last. */
const THREADS = 2;
/**
 * Share of the images with a value that some decoder may miss: of the few of the day none. In some contents jsQR prefers a place among the
 * modules to an eye that is not square.
 */
const MISSED = nightlyOrDaily(0.1, 0);

async function scanOnThread(looks: Look[]): Promise<(Look & ScanResult)[]> {
  const thread = new Worker(new URL('../../test/helpers/scan-qr-design.js', import.meta.url));
  try {
    const scanned: (Look & ScanResult)[] = [];
    for (let look = looks.pop(); look; look = looks.pop()) {
      thread.postMessage(look);
      const [found] = (await once(thread, 'message')) as [ScanResult];
      scanned.push({ ...look, ...found });
    }
    return scanned;
  } finally {
    await thread.terminate();
  }
}

const scanOnThreads = async (looks: Look[]): Promise<(Look & ScanResult)[]> =>
  (await Promise.all(Array.from({ length: THREADS }, () => scanOnThread(looks)))).flat();

/** A thread takes a second to start, in which a dozen looks are scanned. */
async function scanHere(looks: Look[]): Promise<(Look & ScanResult)[]> {
  const scanned: (Look & ScanResult)[] = [];
  for (const look of looks) scanned.push({ ...look, ...(await scan(look)) });
  return scanned;
}

/** Values that some decoder did not read together: round eyes around a logo, and pupils of another shape than their ring. */
const pairs: Look[] = ['scan-me', 'scan-me-square', 'icon'].flatMap((qr_code_logo) =>
  ['square', 'dot'].flatMap((body_style) =>
    ['PNG', 'JPG'].map((image_format) => ({
      ...{ body_style, image_format, qr_code_logo, eye_style: 'circle', eye_ball_style: 'circle' },
      ...{ frame_name: image_format === 'PNG' ? 'badge' : 'no-frame', size: 'URL with parameters at 500 px' },
    })),
  ),
);

/** Eyes that a decoder did not read beside bodies with fine details, and round alignment patterns on modules that are no whole pixels. */
const hardest: Look[] = [
  ...['circle', 'cushion', 'squircle'].map((eye_style) => ({
    eye_style,
    eye_ball_style: 'plus',
    body_style: 'dot',
    size: 'ascii at 500 px',
  })),
  ...[
    ['round-outside', 'diamond', 'horizontal-bars', '300-character URL at 1000 px'],
    ['leaf', 'plus', 'diamond', '300-character URL at 1000 px'],
    ['teardrop', 'diamond', 'diamond', 'utf-8 at 1000 px'],
    ['square', 'star', 'cut-corners', 'ascii at least px'],
    ['petal', 'scooped', 'star', '300-character URL at least px'],
  ].map(([eye_style = '', eye_ball_style = '', body_style = '', size = '']) => ({
    eye_style,
    eye_ball_style,
    body_style,
    size,
  })),
].map((look) => ({ ...look, image_format: 'SVG', frame_name: 'no-frame', qr_code_logo: 'no-logo' }));

describe('QR codes scan', () => {
  const combined: Look[] = [...combinations({ ...styles, size: sizes }, 1, 3), ...pairs, ...hardest];

  it(`with three decoders in ${combined.length} combinations of style, format, logo, frame, content and width`, async function () {
    this.timeout(3_600_000);
    const scanned = await nightlyOrDaily(scanOnThreads, scanHere)([...combined]);
    equal(scanned.length, combined.length);
    for (const [field, values] of Object.entries({ ...styles, size: sizes })) {
      for (const value of values) {
        const having = scanned.filter((look) => Object(look)[field] === value);
        const unread = having.filter(({ failed }) => failed.length > 0);
        ok(unread.length <= MISSED * having.length, `${field} ${value}: ${JSON.stringify(unread, undefined, 1)}`);
      }
    }
    for (const { size, refusal } of scanned.filter(({ refusal }) => refusal !== undefined)) {
      match(
        `${size}: ${refusal}`,
        /at 1000 px: .*at most 900 for a WEBP|too long for a PDF|00 px: .*at least \d+ for this/,
      );
    }
  });

  it(seeded('in any colours that are not refused'), async () => {
    const random = xoroshiro128plus(seed);
    const colour = () => `#${uniformInt(random, 0, 0xffffff).toString(16).padStart(6, '0')}`;
    let tried = 0;
    for (let turn = 0; tried < 20; turn++) {
      ok(turn < 4_000, 'almost no colours are accepted');
      const part = ['eye_outer', 'eye_inner', 'eye1_outer', 'eye2_inner', 'eye3_outer'][uniformInt(random, 0, 4)];
      const eyes = { [`${part}_color`]: colour() };
      const look = { image_format: 'JPG', image_width: 300, body_style: turn % 2 ? 'dot' : 'square' };
      const image = await drawQrCode({
        qr_code_text: contents.ascii,
        ...look,
        ...eyes,
        foreground_color: colour(),
        background_color: colour(),
      });
      if (typeof image === 'string') {
        match(image, /contrast (ratio|of)/);
        continue;
      }
      tried++;
      const read = {
        zxing: await readsWithZxing(await decodePixels(image)),
        jsqr: readsWithJsQr(await decodePixels(await blackAndWhite(image))),
      };
      deepEqual(read, { zxing: contents.ascii, jsqr: contents.ascii }, `seed ${seed}, turn ${turn}`);
    }
  });
});

/**
 * Black where the image is darker than the middle of its range, the code always dark. jsQR is given this because it
 * takes every even area for light, so that it reads coloured backgrounds by luck; zxing reads the image itself.
 */
async function blackAndWhite(image: Buffer): Promise<Buffer> {
  const { data, width, height } = await decodePixels(image);
  const luma = new Float32Array(width * height);
  for (let at = 0; at < luma.length; at++) {
    const [red = 0, green = 0, blue = 0] = [data[at * 4], data[at * 4 + 1], data[at * 4 + 2]];
    luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  const sorted = luma.toSorted();
  const middle = ((sorted.at(0) ?? 0) + (sorted.at(-1) ?? 0)) / 2;
  const isLight = (value = 0) => value > middle;
  const ground = isLight(luma[0]);
  const twoTone = Buffer.from(luma.map((value) => (isLight(value) === ground ? 255 : 0)));
  return sharp(twoTone, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer();
}
