import sharp, { type Sharp } from 'sharp';

/** Distortions of an image of a code as cameras produce them. */
export const distortions = {
  small: (image: Buffer, modules: number) =>
    sharp(image).resize({ width: Math.round(SMALL * modules), kernel: 'mitchell' }),
  blurred: (image: Buffer, modules: number, width: number) => sharp(image).blur((BLUR * width) / modules),
  turned: (image: Buffer) => sharp(image).rotate(17, { background: '#fff' }),
  tilted: tilt,
} as const;

export type Distortion = keyof typeof distortions;

/** Pixels of a module in a small image, and the blur radius in modules. */
const [SMALL, BLUR] = [5, 0.45];

/**
 * Returns a distorted image of a code on a white ground, as PNG.
 *
 * @param modules width of the image
 */
export async function simulatePhoto(image: Buffer, hardship: Distortion, modules: number): Promise<Buffer> {
  const flat = await sharp(image).flatten({ background: '#fff' }).png().toBuffer();
  const { width } = await sharp(flat).metadata();
  const seen = await distortions[hardship](flat, modules, width);
  return seen.png().toBuffer();
}

/** Additional distance of the upper edge, as a share. */
const FARTHER = 0.08;

/** Tilts an image backwards: what is farther away is smaller, in both directions. */
async function tilt(image: Buffer): Promise<Sharp> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const seen = Buffer.alloc(data.length, 255);
  const at = (x: number, y: number, channel: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 255 : (data[(y * width + x) * channels + channel] ?? 255);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const [x, y] = [(2 * column) / width - 1, (2 * row) / height - 1];
      const nearness = (1 + FARTHER) / (1 + FARTHER * y);
      const [fromX, fromY] = [((x * nearness + 1) * width) / 2, (((y + FARTHER) / (1 + FARTHER * y) + 1) * height) / 2];
      const [left, top] = [Math.floor(fromX), Math.floor(fromY)];
      const [right, below] = [fromX - left, fromY - top];
      for (let channel = 0; channel < channels; channel++) {
        const upper = at(left, top, channel) * (1 - right) + at(left + 1, top, channel) * right;
        const lower = at(left, top + 1, channel) * (1 - right) + at(left + 1, top + 1, channel) * right;
        seen[(row * width + column) * channels + channel] = Math.round(upper * (1 - below) + lower * below);
      }
    }
  }
  return sharp(seen, { raw: { width, height, channels } });
}
