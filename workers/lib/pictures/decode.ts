import { getPriority, setPriority } from 'node:os';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { DECODING, DECODING_WORK } from '../../../shared/contract/bounds.js';
import type { DecodeRequest, DecoderResponse, PictureFormat } from './formats.js';

/**
 * Program of a decoder process: decodes one image at a time for its parent, which has started it with a memory limit, and kills
 * itself when an image takes too much processor time. It has no settings and no secrets.
 */

/** The loader of libvips for each format; all others are blocked. */
const loaders: Readonly<Record<PictureFormat, string>> = {
  png: 'VipsForeignLoadPngBuffer',
  jpeg: 'VipsForeignLoadJpegBuffer',
  webp: 'VipsForeignLoadWebpBuffer',
  svg: 'VipsForeignLoadSvgBuffer',
};

/** Interval between checks of the processor time, in ms. */
const WATCH_EVERY_MS = 5;

/** Density at which a unit of an SVG is a pixel, and the limits of sharp, in dots per inch. */
const [UNIT_DENSITY, LEAST_DENSITY, MOST_DENSITY] = [72, 1, 100_000];

sharp.concurrency(1);
sharp.cache(false);

/** Estimates the work of decoding an image, see DECODING_WORK; that of an SVG is not known before. */
function estimateWork({ width = 0, height = 0, isProgressive }: Metadata, { file, format }: DecodeRequest): number {
  if (format === 'svg') return 0;
  const { pixel, byte } = DECODING_WORK[format === 'jpeg' && isProgressive ? 'progressive' : format];
  return width * height * pixel + file.length * byte;
}

/** Opens an image; an SVG at the density at which its longer side has the requested length. */
function open({ file, format, side }: DecodeRequest, { width = 1, height = 1 }: Metadata): Sharp {
  if (format !== 'svg') return sharp(file, { limitInputPixels: false }).autoOrient();
  const wanted = (UNIT_DENSITY * side) / Math.max(width, height);
  const density = Math.min(MOST_DENSITY, Math.max(LEAST_DENSITY, wanted));
  return sharp(file, { density, limitInputPixels: (4 * side) ** 2 });
}

const fitted = (picture: Sharp, side: number): Sharp =>
  picture.resize(side, side, { fit: 'inside', withoutEnlargement: true });

const uses: Readonly<Record<DecodeRequest['use'], (picture: Sharp, request: DecodeRequest) => Sharp>> = {
  'logo-to-paint': (picture, { side, background }) =>
    fitted(picture.flatten({ background }), side).toColourspace('srgb').removeAlpha().raw(),
  'logo-to-send': (picture, { side }) => fitted(picture, side).png({ compressionLevel: 1, adaptiveFiltering: false }),
  photo: (picture, { side, background }) =>
    picture
      .resize(side, side, { fit: 'cover', position: 'attention' })
      .flatten({ background })
      .jpeg({ quality: 82, optimiseCoding: false }),
  picture: (picture, { side }) => fitted(picture, side).webp({ quality: 80, effort: 2 }),
  colours: (picture, { side }) =>
    picture.resize(side, side, { fit: 'inside' }).toColourspace('srgb').ensureAlpha().raw(),
};

async function decode(request: DecodeRequest): Promise<DecoderResponse> {
  const { file, format, use } = request;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [loaders[format]] });
  try {
    const metadata = await sharp(file, { limitInputPixels: false }).metadata();
    const { width = 0, height = 0 } = metadata;
    const work = estimateWork(metadata, request);
    if (work > request.work || (format !== 'svg' && width * height > request.pixels)) return { refused: 'too_large' };
    const { data, info } = await uses[use](open(request, metadata), request).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height, work };
  } catch {
    return { refused: 'unreadable' };
  }
}

/** Kills this process with all its threads. */
const end = (): void => void process.kill(process.pid, 'SIGKILL');

async function respond(request: DecodeRequest): Promise<void> {
  const begun = process.cpuUsage();
  const limit = DECODING.cpuMs[request.format === 'svg' ? 'drawing' : 'picture'];
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(begun);
    if ((user + system) / 1000 > limit) end();
  }, WATCH_EVERY_MS);
  const response = await decode(request);
  clearInterval(watch);
  process.send?.(response);
}

/** Decodes an image of each kind, so that loading and compiling does not count towards the limit of a client. */
async function warmUp(): Promise<void> {
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } });
  const files: readonly [PictureFormat, Buffer][] = [
    ['png', await square.clone().png().toBuffer()],
    ['jpeg', await square.clone().jpeg().toBuffer()],
    ['webp', await square.clone().webp().toBuffer()],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>')],
  ];
  for (const [format, file] of files) {
    for (const use of ['logo-to-paint', 'logo-to-send', 'photo', 'picture', 'colours'] as const) {
      await decode({ use, format, file, side: 16, background: '#ffffff', pixels: 64, work: 1e6 });
    }
  }
}

// A signal to stop reaches the whole process group: the current image is finished, and the worker disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});
process.on('disconnect', end);
// An unprivileged process cannot raise its priority, and a privileged one must not.
setPriority(Math.max(getPriority(), DECODING.niceness));
await warmUp();
process.on('message', (request: DecodeRequest) => void respond(request));
process.send?.('ready');
