import sharp from 'sharp';

/** Pixels a side of the picture that is made. */
const SIDE = 4_000;
/** Pixels a side of its squares. */
const SQUARE = 20;
/** Other processes on the machine only ever add to it: the least of so many counts. */
const TRIES = 5;

/**
 * What `imageMs` was on the machine of `bench/README.md`, in ms, derived: rows of worst inputs that have stayed as they are, of codes and of
 * photos, took 1.65 times what they took there where this took 120 ms.
 */
const REFERENCE_MS = 73;

/**
 * How many times as much processor time work takes here, at the moment, as on the machine of `bench/README.md`. Processors differ, and one that is
 * shared with others gives twice as much in one hour as in another: what a call may cost is told in seconds of that machine.
 */
export async function slowness(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES; tries++) least = Math.min(least, await imageMs());
  return least / REFERENCE_MS;
}

/** The processor time, in ms, that this process takes for a picture as workers make them: painted in memory, encoded, and put in an answer. */
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
