import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { DECODING } from '../../shared/contract/bounds.js';
import { PictureDecoder } from '../../workers/lib/pictures/decoder.js';
import type { DecodeRequest } from '../../workers/lib/pictures/formats.js';
import { eventually } from '../helpers/stack.js';

const by = (account: string, signal = new AbortController().signal) => ({ account, signal });
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
const drawing = (file: Buffer): DecodeRequest => ({
  use: 'logo-to-paint',
  format: 'svg',
  file,
  side: 64,
  background: '#ffffff',
  pixels: 1e6,
  work: 1e8,
});

/** A chunk of a PNG (ISO/IEC 15948, 5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const [length, named, sum] = [Buffer.alloc(4), Buffer.concat([Buffer.from(type), data]), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Passes of an interlaced PNG (8.2): where each starts, and its steps, across and down. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A square of one colour, one bit a pixel in the file and four bytes in memory: what is interlaced is decoded all at once. */
function interlaced(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 3, 0, 0, 1], 8);
  const steps = (from: number, step: number) => Math.ceil((side - from) / step);
  const bytes = PASSES.map(([x, y, across, down]) => steps(y, down) * (1 + Math.ceil(steps(x, across) / 8)));
  const rows = Buffer.alloc(bytes.reduce((sum, count) => sum + count, 0));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from([0x99, 0x66, 0x33, 0, 0, 0])),
    chunk('tRNS', Buffer.from([0x80])),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('the decoder of images', () => {
  let decoder: PictureDecoder;
  beforeEach(() => {
    decoder = new PictureDecoder();
  });
  afterEach(() => decoder.stop());

  it(`gives its children no more than ${DECODING.memoryBytes / 2 ** 20} MB to write to, and no settings, and has them give way`, async () => {
    await decoder.warmUp();
    const [pid = 0] = decoder.children;
    equal(getPriority(pid), Math.max(getPriority(), DECODING.niceness));
    const limit = new RegExp(`Max data size +${DECODING.memoryBytes} +${DECODING.memoryBytes} +bytes`);
    match(readFileSync(`/proc/${pid}/limits`, 'utf8'), limit);
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
    ok(
      environment.every((setting) => /^(NODE_CHANNEL|PWD|SHLVL|_|OLDPWD)/.test(setting)),
      environment.join(' '),
    );
  });

  it('refuses an image that would take more memory, and reads the next one with the same child', async () => {
    const order = { use: 'photo', format: 'png', side: 48, background: '#ffffff', pixels: 1e9, work: 1e12 } as const;
    const read = (side: number) => decoder.decode({ ...order, file: interlaced(side) }, by('a'));
    await decoder.warmUp();
    const { children } = decoder;
    const side = Math.ceil(Math.sqrt(DECODING.memoryBytes / 4));
    // Were the memory given, decoding would end the child: it takes many times what an image may take of the processor.
    await rejects(read(side), { reason: 'unreadable' });
    equal((await read(1_000)).width, 48);
    deepEqual(decoder.children, children);
    const [, peak = 0] = /VmData:\s+(\d+)/.exec(readFileSync(`/proc/${children[0]}/status`, 'utf8')) ?? [];
    ok(Number(peak) * 1024 < DECODING.memoryBytes, `${peak} KiB`);
  });

  it('kills a child over an image that never ends, and reads the next one', async () => {
    await decoder.warmUp();
    const [pid = 0] = decoder.children;
    await rejects(decoder.decode(drawing(endless), by('a')), { reason: 'too_costly' });
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
    equal((await decoder.decode(drawing(square), by('a'))).width, 64);
  });

  it("kills a child at its request's deadline, and charges nothing if the child had no time", async () => {
    await decoder.warmUp();
    const [pid = 0] = decoder.children;
    const ended = new AbortController();
    const decoding = decoder.decode(drawing(endless), by('a', ended.signal));
    setImmediate(() => ended.abort());
    await rejects(decoding, { type: 'deadline_exceeded' });
    equal(
      await eventually(
        () => isThere(pid),
        (there) => !there,
      ),
      false,
    );
  });

  it("has at most one child for an account, and another account's image does not wait", async () => {
    const photo = sharp({ create: { width: 2_000, height: 2_000, channels: 3, background: '#963' } });
    const file = await photo.jpeg().toBuffer();
    const order: DecodeRequest = {
      use: 'photo',
      format: 'jpeg',
      file,
      side: 480,
      background: '#ffffff',
      pixels: 1e7,
      work: 1e8,
    };
    // Both children have started, so that no request waits for one.
    await Promise.all([decoder.decode(order, by('a')), decoder.decode(order, by('b'))]);
    const [one = 0, another = 0, ...others] = decoder.children;
    deepEqual(others, []);
    const tell = (signal: 'SIGSTOP' | 'SIGCONT', ...pids: number[]) => {
      for (const pid of pids) process.kill(pid, signal);
    };
    // Only one of them is let go on at a time, so that it is no matter which has a processor.
    tell('SIGSTOP', one, another);
    let done = 0;
    const many = Array.from({ length: 8 }, () => decoder.decode(order, by('a')).then(() => done++));
    const other = decoder.decode(order, by('b'));
    tell('SIGCONT', one);
    await Promise.race([other, ...many]);
    if (done > 0) {
      tell('SIGSTOP', one);
      tell('SIGCONT', another);
    }
    await other;
    ok(done < many.length, `${done} before`);
    equal(decoder.children.length, 2);
    tell('SIGCONT', one, another);
    await Promise.all(many);
  });

  it('reads a format with the one loader for it: what only looks like one is unreadable', async () => {
    const file = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), endless]);
    const order: DecodeRequest = {
      use: 'photo',
      format: 'png',
      file,
      side: 480,
      background: '#ffffff',
      pixels: 1e7,
      work: 1e8,
    };
    await rejects(decoder.decode(order, by('a')), { reason: 'unreadable' });
  });
});
