import { equal, match, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { DECODING } from '../../shared/contract/bounds.js';
import { PictureDecoder } from '../../workers/lib/pictures/decoder.js';
import type { PictureOrder } from '../../workers/lib/pictures/formats.js';
import { eventually } from '../helpers/stack.js';

const never = () => new AbortController().signal;
const isThere = async (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A drawing that takes minutes to paint. */
const endless = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><radialGradient id="g"><stop/><stop offset="1" stop-opacity=".3"/></radialGradient>${'<circle cx="4" cy="4" r="4" fill="url(#g)"/>'.repeat(20_000)}</svg>`,
);
const drawing = (file: Buffer): PictureOrder => ({
  use: 'logo-to-paint',
  format: 'svg',
  file,
  side: 64,
  background: '#ffffff',
  pixels: 1e6,
  work: 1e8,
});

describe('the decoder of images', () => {
  let decoder: PictureDecoder;
  beforeEach(() => {
    decoder = new PictureDecoder();
  });
  afterEach(() => decoder.stop());

  it(`gives its children no more than ${DECODING.memoryBytes / 2 ** 20} MB to write to, and no settings`, async () => {
    await decoder.warmUp();
    const [pid] = decoder.children;
    const limit = new RegExp(`Max data size +${DECODING.memoryBytes} +${DECODING.memoryBytes} +bytes`);
    match(readFileSync(`/proc/${pid}/limits`, 'utf8'), limit);
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    ok(
      environment.every((setting) => /^(NODE_CHANNEL|PWD|SHLVL|_|OLDPWD)/.test(setting)),
      environment.join(' '),
    );
  });

  it('kills a child over an image that never ends, and reads the next one', async () => {
    await decoder.warmUp();
    const [pid = 0] = decoder.children;
    await rejects(decoder.decode(drawing(endless), 'a', never()), { reason: 'too_costly' });
    equal(
      await eventually(
        () => isThere(pid),
        (there) => !there,
      ),
      false,
    );
    const square = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>',
    );
    equal((await decoder.decode(drawing(square), 'a', never())).width, 64);
  });

  it("kills a child at its call's deadline", async () => {
    await decoder.warmUp();
    const [pid = 0] = decoder.children;
    const ended = new AbortController();
    const decoding = decoder.decode(drawing(endless), 'a', ended.signal);
    setImmediate(() => ended.abort());
    await rejects(decoding, { reason: 'too_costly' });
    equal(
      await eventually(
        () => isThere(pid),
        (there) => !there,
      ),
      false,
    );
  });

  it("has one child at most for an account, and another's image does not wait", async () => {
    const photo = sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#963' } });
    const file = await photo.jpeg().toBuffer();
    const order: PictureOrder = {
      use: 'photo',
      format: 'jpeg',
      file,
      side: 480,
      background: '#ffffff',
      pixels: 1e7,
      work: 1e8,
    };
    // Both children are there, so that nobody waits for one to start.
    await Promise.all([decoder.decode(order, 'a', never()), decoder.decode(order, 'b', never())]);
    let done = 0;
    const many = Array.from({ length: 8 }, () => decoder.decode(order, 'a', never()).then(() => done++));
    await decoder.decode(order, 'b', never());
    ok(done < many.length, `${done} before`);
    equal(decoder.children.length, 2);
    await Promise.all(many);
  });

  it('reads a format with the one loader for it: what only looks like one is unreadable', async () => {
    const file = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), endless]);
    const order: PictureOrder = {
      use: 'photo',
      format: 'png',
      file,
      side: 480,
      background: '#ffffff',
      pixels: 1e7,
      work: 1e8,
    };
    await rejects(decoder.decode(order, 'a', never()), { reason: 'unreadable' });
  });
});
