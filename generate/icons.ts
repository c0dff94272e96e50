import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { projectFile } from '../shared/process/project-file.js';

/** The icon of our pages as pictures, for browsers and home screens that take no drawing. */

const ICON = projectFile('features/web/icon.svg');
export const ICON_FILE = projectFile('features/web/favicon.ico');
/** Preview image of a hosted page that has no picture of its own. A PNG, since few services accept SVG. */
export const PREVIEW_FILE = projectFile('features/pages/site/preview.png');

export const LARGE_ICON_FILE = projectFile('features/web/icon.png');

const ICON_SIZES = [16, 32, 48];
/** Icons for home screens, which round the corners themselves, so those of the drawing are filled. */
const LARGE_SIZE = 180;
const GROUND = '#0b57c2';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

const drawn = (size: number) =>
  sharp(readFileSync(ICON), { density: 4 * size })
    .resize(size, size)
    .png();

/** Several PNGs in one file, in the format of Windows icons (learn.microsoft.com, "Icons"). */
export async function iconFile(): Promise<Buffer> {
  const pictures = await Promise.all(ICON_SIZES.map((size) => drawn(size).toBuffer()));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = HEADER_BYTES + ENTRY_BYTES * pictures.length;
  const entries = pictures.map((png, index) => {
    const entry = Buffer.alloc(ENTRY_BYTES);
    const size = ICON_SIZES[index] ?? 0;
    entry.writeUInt8(size, 0);
    entry.writeUInt8(size, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}

export const largeIcon = (): Promise<Buffer> => drawn(LARGE_SIZE).flatten({ background: GROUND }).toBuffer();

export const preview = (): Promise<Buffer> =>
  sharp(readFileSync(projectFile('features/pages/site/preview.svg')))
    .png({ palette: true })
    .toBuffer();

export async function writeIcons(): Promise<void> {
  writeFileSync(PREVIEW_FILE, await preview());
  writeFileSync(ICON_FILE, await iconFile());
  writeFileSync(LARGE_ICON_FILE, await largeIcon());
}
