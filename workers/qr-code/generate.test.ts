import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { generate } from '../../shared/contract/catalogue/qr-code.js';
import { readInput } from '../../shared/contract/input.js';
import { decode, decodePixels } from '../../test/helpers/decoders.js';
import { makeCall, runHandler } from '../../test/helpers/run-handler.js';
import { FileAnswer } from '../handle.js';
import handler from './generate.js';

const url = 'https://example.com/menu';
const decodeBytes = (answer: { data_base64: string | null }) => Buffer.from(answer.data_base64 ?? '', 'base64');

describe('qr-code/generate', () => {
  for (const image_format of ['SVG', 'PNG', 'JPG', 'WEBP']) {
    it(`renders a ${image_format} that both decoders read`, async () => {
      const answer = await runHandler(handler, { qr_code_text: url, image_format, image_width: 500 });
      deepEqual(await decode(decodeBytes(answer)), { jsqr: url, zxing: url });
      equal(answer.width, 500);
      equal(answer.height, 500);
      const pixels = await sharp(decodeBytes(answer)).metadata();
      deepEqual([pixels.width, pixels.height], [500, 500]);
      equal(pixels.format, { SVG: 'svg', PNG: 'png', JPG: 'jpeg', WEBP: 'webp' }[image_format]);
    });
  }

  it('returns everything that the image was drawn from', async () => {
    const answer = await runHandler(handler, { qr_code_text: url, eye1_inner_color: '#b00020', include_bytes: 0 });
    deepEqual(answer, {
      mime: 'image/svg+xml',
      ext: 'svg',
      width: 500,
      height: 500,
      saved: false,
      scan_url: url,
      meta: {
        format: 'SVG',
        logo: 'no-logo',
        shape: { body: 'square', eye: 'square', ball: 'square' },
        colors: {
          foreground: '#000000',
          background: '#FFFFFF',
          gradient: null,
          eye_outer: null,
          eye_inner: null,
          eye1_outer: null,
          eye1_inner: '#b00020',
          eye2_outer: null,
          eye2_inner: null,
          eye3_outer: null,
          eye3_inner: null,
        },
        frame: { name: 'no-frame', color: null, text: null, textColor: null, icon: null },
        download: false,
        saved: false,
        type: 'text',
        encoded_text: url,
        page: null,
      },
      data_base64: null,
    });
  });

  it('has a scan_url only for text that is a URL', async () => {
    for (const [qr_code_text, expected] of [
      ['hello', null],
      ['WIFI:S:guest;T:WPA;P:secret;;', null],
      ['http://', null],
      ['HTTPS://EXAMPLE.COM/A', 'HTTPS://EXAMPLE.COM/A'],
    ]) {
      equal((await runHandler(handler, { qr_code_text })).scan_url, expected);
    }
  });

  it('returns the image itself, under a safe name, for a download', async () => {
    const input = readInput(generate, {
      qr_code_text: url,
      image_format: 'PNG',
      download: 1,
      filename: '../Menu é.png',
    });
    const answer = await handler.run(input, makeCall());
    ok(answer instanceof FileAnswer);
    equal(answer.mime, 'image/png');
    equal(answer.filename, 'menu.png');
    deepEqual(await decode(answer.bytes), { jsqr: url, zxing: url });
  });

  it('gives the same bytes for the same request', async () => {
    for (const image_format of ['SVG', 'PNG', 'JPG']) {
      const request = { qr_code_text: url, image_format, body_style: 'dot', eye_style: 'circle' };
      const [first, second] = [await runHandler(handler, request), await runHandler(handler, request)];
      equal(first.data_base64, second.data_base64);
    }
  });

  it('gives the same bytes on every machine', async () => {
    const look = { body_style: 'dot', eye_style: 'circle', qr_code_logo: 'scan-me' };
    const frame = { frame_name: 'ribbon-tag', frame_text: 'Γεια, Ёлка & Žluťoučký', frame_icon_name: 'wifi' };
    const { data_base64 } = await runHandler(handler, { qr_code_text: url, ...look, ...frame });
    // Taken with Node 20 on Linux for x86-64; nothing in an SVG may depend on where it is made.
    equal(
      createHash('sha256')
        .update(data_base64 ?? '')
        .digest('hex'),
      '2d8c3b8f06dfc626f4b46620b26374bb5ad8c20a0e4774c07ba58f97bfb6f7ed',
    );
  });

  it('paints in the requested colours and keeps four light modules around the code', async () => {
    const [foreground_color, background_color] = ['#1a237e', '#fff8e1'];
    const answer = await runHandler(handler, {
      qr_code_text: url,
      image_format: 'PNG',
      image_width: 330,
      foreground_color,
      background_color,
    });
    const { data, width, height } = await decodePixels(decodeBytes(answer));
    const colourAt = (x: number, y: number) =>
      `#${Buffer.from(data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)).toString('hex')}`;
    const dark: number[] = [];
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const colour = colourAt(x, y);
        ok([foreground_color, background_color].includes(colour), colour);
        if (colour === foreground_color) dark.push(x, y);
      }
    }
    // Version 2 has 25 modules a side: 33 with the quiet zone, 10 pixels each.
    equal(Math.min(...dark), 40);
    equal(Math.max(...dark), 289);
  });

  it('refuses text that no code holds, up to the last byte that one does', async () => {
    // 2,331 bytes are what version 40 of level M holds (ISO/IEC 18004:2015, table 7).
    const longest = 'a'.repeat(2331);
    const answer = await runHandler(handler, { qr_code_text: longest, image_format: 'PNG', image_width: 800 });
    deepEqual(await decode(decodeBytes(answer)), { jsqr: longest, zxing: longest });
    for (const qr_code_text of [`${longest}a`, 'ü'.repeat(1200), '漢'.repeat(50_000)]) {
      await rejects(runHandler(handler, { qr_code_text }), { status: 422, message: 'qr_code_text is too long' });
    }
  });

  it('refuses what is missing or out of bounds by name', async () => {
    const refuses = (request: object, message: RegExp) =>
      rejects(runHandler(handler, { qr_code_text: url, ...request }), (error: Error) => {
        match(error.message, message);
        equal('status' in error && error.status, 422);
        return true;
      });
    await refuses({ qr_code_text: ' ' }, /^qr_code_text is required$/);
    await refuses({ image_width: 63 }, /image_width.* 64 .*4000/);
    await refuses({ image_width: 4001 }, /image_width/);
    await refuses({ image_format: 'GIF' }, /image_format must be one of SVG, PNG, JPG, WEBP, PDF/);
    await refuses({ foreground_color: 'red' }, /foreground_color must be a hex colour/);
    await refuses({ foreground_color: '#999999' }, /3:1 \(it is 2\.85:1\)/);
    await refuses({ eye2_inner_color: '#ffff00' }, /#ffff00/);
    await refuses({ foreground_color: '#fff', background_color: '#777', eye_outer_color: '#000' }, /#000/);
    // Halfway between black eyes and white ground, a body of this grey could be either to a decoder.
    await refuses({ foreground_color: '#8a8a8a', eye_outer_color: '#000', eye_inner_color: '#000' }, /#8a8a8a/);
  });
});
