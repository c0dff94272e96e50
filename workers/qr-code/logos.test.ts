import { deepEqual, doesNotMatch, equal, match, ok, rejects } from 'node:assert/strict';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { decode } from '../../test/helpers/decoders.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import { cleanSvg } from '../lib/qr/clean-svg.js';
import { findHole, LARGEST_LOGO, LEAST_VERSION_WITH_LOGO } from '../lib/qr/logo.js';
import { alignmentCentres } from '../lib/qr/matrix.js';
import handler from './generate.js';

const require = createRequire(import.meta.url);
/** The tables of ISO/IEC 18004 as the `qrcode` library has them. */
const tables = {
  alignment: require('qrcode/lib/core/alignment-pattern.js') as { getPositions(version: number): [number, number][] },
  correction: require('qrcode/lib/core/error-correction-code.js') as {
    getBlocksCount(version: number, level: object): number;
    getTotalCodewordsCount(version: number, level: object): number;
  },
  level: require('qrcode/lib/core/error-correction-level.js') as { H: object },
  size: require('qrcode/lib/core/utils.js') as {
    getSymbolSize(version: number): number;
    getSymbolTotalCodewords(version: number): number;
  },
};

/** The codeword that each module carries, by row and column (ISO/IEC 18004:2015, 7.7.3); −1 for patterns. */
function codewordMap(version: number): { size: number; at(row: number, column: number): number } {
  const size = tables.size.getSymbolSize(version);
  const codewords = new Int32Array(size * size);
  const reserve = (row: number, column: number, height: number, width: number) => {
    for (let r = Math.max(0, row); r < Math.min(size, row + height); r++) {
      for (let c = Math.max(0, column); c < Math.min(size, column + width); c++) codewords[r * size + c] = -1;
    }
  };
  reserve(0, 0, 9, 9);
  reserve(0, size - 8, 9, 8);
  reserve(size - 8, 0, 8, 9);
  reserve(6, 0, 1, size);
  reserve(0, 6, size, 1);
  for (const [row, column] of tables.alignment.getPositions(version)) reserve(row - 2, column - 2, 5, 5);
  if (version >= 7) {
    reserve(0, size - 11, 6, 3);
    reserve(size - 11, 0, 3, 6);
  }
  let bit = 0;
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--;
    for (let step = 0; step < size; step++) {
      const row = upwards ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (codewords[row * size + column] !== -1) codewords[row * size + column] = bit++ >> 3;
      }
    }
    upwards = !upwards;
  }
  return { size, at: (row, column) => codewords[row * size + column] ?? -1 };
}

/** The block of each codeword in the order they are placed (7.6), and how many codewords a block of level H repairs. */
function listBlocks(version: number): { block: number[]; repairable: number } {
  const total = tables.size.getSymbolTotalCodewords(version);
  const correction = tables.correction.getTotalCodewordsCount(version, tables.level.H);
  const count = tables.correction.getBlocksCount(version, tables.level.H);
  const shortest = Math.floor((total - correction) / count);
  const longer = (total - correction) % count;
  const block: number[] = [];
  for (let turn = 0; turn <= shortest; turn++) {
    for (let of = 0; of < count; of++) if (turn < shortest || of >= count - longer) block.push(of);
  }
  for (let turn = 0; turn < correction / count; turn++) for (let of = 0; of < count; of++) block.push(of);
  return { block, repairable: Math.floor(correction / count / 2) };
}

const request = { qr_code_text: 'https://example.com/menu', image_format: 'PNG', qr_code_logo: 'upload' };
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('logos', () => {
  it('cover in no version and no proportion more than three quarters of what a block can repair', () => {
    for (let version = LEAST_VERSION_WITH_LOGO; version <= 40; version++) {
      const { size, at } = codewordMap(version);
      const { block, repairable } = listBlocks(version);
      for (const shape of ['box', 'disc'] as const) {
        for (const aspect of shape === 'disc' ? [1] : [0.1, 0.5, 0.71, 1, 1.41, 2, 10]) {
          const hole = findHole({ shape, aspect }, size, LARGEST_LOGO);
          const lost = new Set<number>();
          for (let row = 0; row < size; row++) {
            for (let column = 0; column < size; column++) if (hole.contains(row, column)) lost.add(at(row, column));
          }
          const perBlock = new Map<number, number>();
          for (const codeword of lost) {
            const of = block[codeword];
            if (of !== undefined) perBlock.set(of, (perBlock.get(of) ?? 0) + 1);
          }
          const worst = Math.max(...perBlock.values());
          ok(worst <= 0.75 * repairable, `version ${version}, ${shape} ${aspect}: ${worst} of ${repairable}`);
        }
      }
    }
  });

  it('leave the alignment patterns where the standard has them', () => {
    const inOrder = (centres: [number, number][]) => centres.map(String).sort();
    for (let version = 1; version <= 40; version++) {
      deepEqual(inOrder(alignmentCentres(version)), inOrder(tables.alignment.getPositions(version)));
    }
  });

  it('may be PNG, JPG, WebP or SVG of any proportion', async () => {
    const picture = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#8b0000' } });
    const files = [
      await picture(100, 100).png().toBuffer(),
      await picture(3000, 200).jpeg().toBuffer(),
      await picture(40, 900).webp().toBuffer(),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20"><rect width="10" height="20"/></svg>'),
    ];
    for (const file of files) {
      for (const image_format of ['PNG', 'SVG']) {
        const logo_data_base64 = `data:image/png;base64,${file.toString('base64')}`;
        const answer = await runHandler(handler, { ...request, image_format, logo_data_base64 });
        equal(answer.meta.logo, 'upload');
        const { jsqr, zxing } = await decode(Buffer.from(answer.data_base64 ?? '', 'base64'));
        deepEqual([jsqr, zxing], [request.qr_code_text, request.qr_code_text]);
      }
    }
  });

  it('are encoded anew: nothing hidden in the file is passed on', async () => {
    const secret = 'GPS 48.2082 16.3738';
    const file = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#888' } })
      .withExif({ IFD0: { ImageDescription: secret } })
      .jpeg()
      .toBuffer();
    ok(file.includes(secret));
    const logo_data_base64 = Buffer.concat([file, Buffer.from('<script>')]).toString('base64');
    const answer = await runHandler(handler, { ...request, image_format: 'SVG', logo_data_base64 });
    const svg = Buffer.from(answer.data_base64 ?? '', 'base64').toString();
    const [, embedded = ''] = /href="data:image\/png;base64,([^"]+)"/.exec(svg) ?? [];
    const inside = Buffer.from(embedded, 'base64');
    equal((await sharp(inside).metadata()).format, 'png');
    ok(!inside.includes(secret) && !inside.includes('<script'));
  });

  it('in SVG lose scripts, handlers, styles and references that reach out', () => {
    const cleaned = cleanSvg(`<?xml version="1.0"?>
      <!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" onload="x()">
        <script>alert(1)</script>
        <style>.a{fill:url(https://evil.example/x)}</style><style>.b{fill:#f00}</style>
        <style>@import "https://evil.example/y";</style>
        <image href="https://evil.example/z.png"/><foreignObject><iframe src="https://evil.example"/></foreignObject>
        <a href="javascript:x()"><path d="M0 0h5v5z" class="b" onclick="x()" style="fill:url('https://evil.example')"/></a>
        <use xlink:href="https://evil.example/#a"/><use xlink:href="#ok"/>
        <linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient>
        <rect id="ok" fill="url(#g)" width="5" height="5"/>&b;<animate attributeName="href" to="javascript:x()"/>
      </svg>`);
    doesNotMatch(cleaned, /evil|script|onload|onclick|iframe|ENTITY|passwd|animate|import|<image|<a /i);
    match(cleaned, /<svg [^>]*viewBox="0 0 10 10"/);
    match(cleaned, /\.b\{fill:#f00\}/);
    match(cleaned, /href="#ok"/);
    match(cleaned, /fill="url\(#g\)"/);
    match(cleaned, /<linearGradient id="g"><stop/);
  });

  it('are refused when missing, unreadable, too large, or of text', async () => {
    const refuses = (logo: object, message: RegExp) =>
      rejects(runHandler(handler, { ...request, ...logo }), (error: Error) => {
        match(error.message, message);
        return 'status' in error && error.status === 422;
      });
    await refuses({}, /logo_path or logo_data_base64 is required/);
    await refuses({ logo_data_base64: base64('not an image') }, /must be a PNG, JPG, WebP or SVG/);
    await refuses({ logo_data_base64: base64('<svg') }, /must be a PNG, JPG, WebP or SVG/);
    await refuses({ logo_data_base64: base64('<html><svg></svg></html>') }, /must be a PNG, JPG, WebP or SVG/);
    await refuses({ logo_data_base64: Buffer.alloc(2 * 1024 * 1024 + 1).toString('base64') }, /2 MiB/);
    await refuses({ logo_data_base64: base64('<svg viewBox="0 0 1 1"><text>hi</text></svg>') }, /outlines/);
    const gif = await sharp({ create: { width: 5, height: 5, channels: 3, background: '#000' } })
      .gif()
      .toBuffer();
    await refuses({ logo_data_base64: gif.toString('base64') }, /must be a PNG, JPG, WebP or SVG/);
    const elements = '<rect width="1" height="1"/>'.repeat(5001);
    await refuses({ logo_data_base64: base64(`<svg viewBox="0 0 1 1">${elements}</svg>`) }, /logo is too complex/);
  });

  it('of nested references are refused soon', async () => {
    const layers = (element: (of: number) => string) =>
      Array.from({ length: 12 }, (_, at) => element(at).repeat(10)).map((inner, at) => ({ id: `l${at + 1}`, inner }));
    const start = '<rect id="l0" width="9" height="9"/>';
    const bombs = [
      layers((of) => `<use href="#l${of}"/>`).map(({ id, inner }) => `<g id="${id}">${inner}</g>`),
      layers((of) => `<rect width="9" height="9" mask="url(#l${of})"/>`).map(
        ({ id, inner }) => `<mask id="${id}">${inner}</mask>`,
      ),
    ].map((parts) => `${start}${parts.join('')}<use href="#l12"/><rect width="9" height="9" mask="url(#l12)"/>`);
    for (const bomb of [...bombs, '<g id="a"><use href="#a"/></g>']) {
      const started = performance.now();
      const logo_data_base64 = base64(`<svg viewBox="0 0 9 9">${bomb}</svg>`);
      await rejects(runHandler(handler, { ...request, logo_data_base64 }), { status: 422 });
      // Nested uses that would take practically forever to draw.
      ok(performance.now() - started < 10_000, `${performance.now() - started} ms`);
    }
  });
});
