import sharp from 'sharp';

/** Side of the image, in pixels. */
const SIDE = 4_000;
/** Side of its squares, in pixels. */
const SQUARE = 20;
/** Measurements, of which the least counts: other processes only add to it. */
const TRIES = 5;

/** `imageMs` on the machine of `bench/README.md`, in ms. */
const REFERENCE_MS = 73;

/**
 * Returns the ratio of the processor time that work takes here at the moment to that on the machine of `bench/README.md`, in
 * whose seconds limits of cost are given.
 */
export async function measureSlowdown(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) least = Math.min(least, await imageMs());
  return least / REFERENCE_MS;
}

/** Measures the processor time of an image as workers draw it, in ms: painted in memory, encoded, and put in a response. */
async function imageMs(): Promise<number> {
  const before = process.cpuUsage();
  const pixels = Buffer.alloc(SIDE * SIDE * 3, 0xff);
  const across = 3 * SQUARE;
  for (let at = 0; at < pixels.length; at += across) {
    const [row, column] = [Math.floor(at / (3 * SIDE * SQUARE)), (at / across) % (SIDE / SQUARE)];
    if (((row * 31) ^ (column * 17)) % 3 === 0) pixels.fill(0x1a, at, at + across);
  }
  const raw = { raw: { width: SIDE, height: SIDE, channels: 3 } } as const;
  const encoded = await sharp(pixels, raw).jpeg({ quality: 60, optimiseCoding: false }).toBuffer();
  JSON.parse(JSON.stringify({ data_base64: encoded.toString('base64') }));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
