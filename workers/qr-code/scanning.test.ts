import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import sharp from 'sharp';
import { decode, decodePixels, readsWithJsQr, readsWithZxing } from '../../test/helpers/decoders.js';
import { contents, drawQrCode, type ScanCase, type ScanResult, sizes, styles } from '../../test/helpers/qr-designs.js';
import { seed, seeded } from '../../test/helpers/randomised.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { combinations, nightlyOrDaily } from '../../test/helpers/scale.js';
import { scan } from '../../test/helpers/scan-qr-design.js';
import handler from './generate.js';

/** Threads share the looks of the night; each takes the next one when it is done with the last. */
const THREADS = 2;
/** The share of images that some decoder may miss: none of the day's. */
const MISSED = 0.001;
/** One in this many images is also read by the third decoder. */
const BY_THREE_EVERY = 10;

async function scanOnThread(looks: ScanCase[]): Promise<(ScanCase & ScanResult)[]> {
  const thread = new Worker(new URL('../../test/helpers/scan-qr-design.js', import.meta.url));
  try {
    const scanned: (ScanCase & ScanResult)[] = [];
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

const scanOnThreads = async (looks: ScanCase[]): Promise<(ScanCase & ScanResult)[]> =>
  (await Promise.all(Array.from({ length: THREADS }, () => scanOnThread(looks)))).flat();

/** A thread takes a second to start, in which a dozen looks are scanned. */
async function scanHere(looks: ScanCase[]): Promise<(ScanCase & ScanResult)[]> {
  const scanned: (ScanCase & ScanResult)[] = [];
  for (const look of looks) scanned.push({ ...look, ...(await scan(look)) });
  return scanned;
}

describe('QR codes scan', () => {
  const combined = combinations({ ...styles, size: sizes }, 2, 4);

  it(`in ${combined.length} combinations of style, format, logo, frame, content and width`, async function () {
    this.timeout(1_800_000);
    const looks = combined.map((look, at) => ({ ...look, byThree: at % BY_THREE_EVERY === 0 }));
    const scanned = await nightlyOrDaily(scanOnThreads, scanHere)(looks);
    equal(scanned.length, combined.length);
    const unread = scanned.filter(({ failed }) => failed.length > 0);
    ok(unread.length <= MISSED * scanned.length, JSON.stringify(unread, undefined, 1));
    for (const { size, refusal } of scanned.filter(({ refusal }) => refusal !== undefined)) {
      const isLarge = size.endsWith('at 1000 px');
      match(size, isLarge ? /./ : /^300-character URL/);
      match(
        refusal ?? '',
        isLarge ? /at most 900 for a WEBP|too long for a PDF/ : /at least \d+ for this|too long for a PDF/,
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

  it('at the smallest width that is not refused', async () => {
    const failed: string[] = [];
    for (const { content, ...style } of combinations(
      {
        body_style: styles.body_style,
        eye_style: styles.eye_style,
        frame_name: ['no-frame', 'ribbon-tag'],
        qr_code_logo: ['no-logo', 'scan-me'],
        content: Object.keys(contents),
      },
      2,
    )) {
      const qr_code_text = contents[content] ?? '';
      const request = { qr_code_text, image_format: 'PNG', ...style };
      const image_width = await leastWidth(request);
      const found = await decode(Buffer.from(await drawQrCode({ ...request, image_width })));
      for (const [decoder, read] of Object.entries(found)) {
        if (read !== qr_code_text) failed.push([decoder, content, image_width, ...Object.values(style)].join(' '));
      }
    }
    deepEqual(failed, []);
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

/** The smallest width that the service itself names when it refuses 64 pixels. */
async function leastWidth(request: object): Promise<number> {
  try {
    await runHandler(handler, { ...request, image_width: 64 });
    return 64;
  } catch (error) {
    return Number(/\d+/.exec(String(error))?.[0]);
  }
}
