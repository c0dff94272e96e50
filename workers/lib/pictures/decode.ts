import { setPriority } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { DECODING, DECODING_WORK } from '../../../shared/contract/bounds.js';
import type { DecodeRequest, DecoderResponse, PictureFormat } from './formats.js';

/**
 * The program of a decoder's child: takes one image at a time over the channel to its parent, which has started it with a
 * limit of memory, and ends itself when an image takes too much processor time. It has no settings and no secrets.
 */

/** The only part of libvips that may read a format; all others are blocked. */
const loaders: Readonly<Record<PictureFormat, string>> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

/** How often the spent processor time is looked at, in milliseconds. */
const WATCH_EVERY_MS = 5;

/** The density, in dots per inch, at which a drawing's unit is a pixel, and the ends of what sharp takes. */
const [UNIT_DENSITY, LEAST_DENSITY, MOST_DENSITY] = [72, 1, 100_000];

sharp.concurrency(1);
sharp.cache(false);

/** What decoding a picture will cost; of a drawing that is not known before. */
function workOf({ width = 0, height = 0, isProgressive }: Metadata, { file, format }: DecodeRequest): number {
  if (format === 'svg') return 0;
  const { pixel, byte } = DECODING_WORK[format === 'jpeg' && isProgressive ? 'progressive' : format];
  return width * height * pixel + file.length * byte;
}

/** A drawing is read at the density at which its longer side is as long as is wanted. */
function open({ file, format, side }: DecodeRequest, { width = 1, height = 1 }: Metadata): Sharp {
  if (format !== 'svg') return sharp(file, { limitInputPixels: false }).autoOrient();
  const wanted = (UNIT_DENSITY * side) / Math.max(width, height);
  const density = Math.min(MOST_DENSITY, Math.max(LEAST_DENSITY, wanted));
  return sharp(file, { density, limitInputPixels: (4 * side) ** 2 });
}

const logo = (picture: Sharp, side: number): Sharp =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true });

const uses: Readonly<Record<DecodeRequest['use'], (picture: Sharp, order: DecodeRequest) => Sharp>> = {
  'logo-to-paint': (picture, { side, background }) =>
    logo(picture.flatten({ background }), side).toColourspace('srgb').removeAlpha().raw(),
  'logo-to-send': (picture, { side }) => logo(picture, side).png({ compressionLevel: 1, adaptiveFiltering: false }),
  photo: (picture, { side, background }) =>
    picture
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .flatten({ background })
      .jpeg({ quality: 82, optimiseCoding: false }),
  colours: (picture, { side }) =>
    picture.resize(side, side, { fit: 'inside' }).toColourspace('srgb').ensureAlpha().raw(),
};

async function decode(order: DecodeRequest): Promise<DecoderResponse> {
  const { file, format, use } = order;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [loaders[format]] });
  try {
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    const { width = 0, height = 0 } = metadata;
    const work = workOf(metadata, order);
    if (work > order.work || (format !== 'svg' && width * height > order.pixels)) return { refused: 'too_large' };
    const { data, info } = await uses[use](open(order, metadata), order).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, work };
  } catch {
    return { refused: 'unreadable' };
  }
}

/** Ends this process at once, whatever its other threads are at. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

async function answer(order: DecodeRequest): Promise<void> {
  const begun = process.cpuUsage();
  const limit = DECODING.cpuMs[order.format === 'svg' ? 'drawing' : 'picture'];
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > limit) end();
  }, WATCH_EVERY_MS);
  const answered = await decode(order);
  clearInterval(watch);
  process.send?.(answered);
}

/** The first image of each kind takes longer: what is loaded and compiled for it counts for nobody's limit. */
async function warmUp(): Promise<void> {
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } });
  const files: readonly [PictureFormat, Buffer][] = [
    ['png', await square.clone().png().toBuffer()],
    ['jpeg', await square.clone().jpeg().toBuffer()],
    ['webp', await square.clone().webp().toBuffer()],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>')],
  ];
  for (const [format, file] of files) {
    for (const use of ['logo-to-paint', 'logo-to-send', 'photo', 'colours'] as const) {
      await decode({ use, format, file, side: 16, background: '#ffffff', pixels: 64, work: 1e6 });
    }
  }
}

// A stop of the worker is sent to its whole group; what is in hand is finished, and the end of the channel ends the child.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', end);
setPriority(DECODING.niceness);
await warmUp();
process.on('message', (order: DecodeRequest) => void answer(order));
process.send?.('ready');
