import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { ICON_FILE, iconFile, LARGE_ICON_FILE, largeIcon, PREVIEW_FILE, preview } from '../../generate/icons.js';

const decodePixels = (png: Buffer) => sharp(png).ensureAlpha().raw().toBuffer();

/** The pictures in an icon file. */
function picturesIn(file: Buffer): Buffer[] {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const from = file.readUInt32LE(entry + 12);
    return file.subarray(from, from + file.readUInt32LE(entry + 8));
  });
}

describe('the icons', () => {
  it('are what the drawing looks like, in each size', async () => {
    const kept = picturesIn(readFileSync(ICON_FILE));
    const made = picturesIn(await iconFile());
    deepEqual(await Promise.all(kept.map(async (png) => (await sharp(png).metadata()).width)), [16, 32, 48]);
    for (const [index, png] of kept.entries())
      deepEqual(await decodePixels(png), await decodePixels(made[index] ?? Buffer.of()));
    const large = readFileSync(LARGE_ICON_FILE);
    equal((await sharp(large).metadata()).width, 180);
    deepEqual(await decodePixels(large), await decodePixels(await largeIcon()));
    deepEqual(await decodePixels(readFileSync(PREVIEW_FILE)), await decodePixels(await preview()));
  });
});
