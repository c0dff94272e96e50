import { deepEqual, ok } from 'node:assert/strict';
import sharp from 'sharp';
import { enlarge } from './enlarge.js';

/** Colours that go over into each other. */
const [WIDTH, HEIGHT] = [40, 30];
const data = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
  const [x, y] = [Math.floor(at / 3) % WIDTH, Math.floor(at / 3 / WIDTH)];
  return [6 * x, 8 * y, 3 * (x + y)][at % 3] ?? 0;
});

function enlarged(width: number, height: number): Uint8Array {
  const rows = new Uint8Array(width * height * 3);
  enlarge({ data, width: WIDTH, height: HEIGHT }, width, height, (row, y) => rows.set(row, y * width * 3));
  return rows;
}

describe('a picture that is made larger', () => {
  it('is the same at its own size', () => {
    deepEqual(enlarged(WIDTH, HEIGHT), data);
  });

  it('looks as a library makes it look', async () => {
    const [width, height] = [97, 73];
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
    const theirs = await sharp(data, { raw }).resize(width, height, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
    const ours = enlarged(width, height);
    const furthest = ours.reduce((most, value, at) => Math.max(most, Math.abs(value - (theirs[at] ?? 0))), 0);
    // A pixel's step to the next is 8 at most.
    ok(furthest <= 8, `${furthest}`);
  });
});
