import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import sharp from 'sharp';
import { LOGO_PERCENT } from '../../shared/contract/bounds.js';
import { captionFonts } from '../../shared/contract/catalogue/qr-image.js';
import { decode, decodePixels } from '../../test/helpers/decoders.js';
import { runHandler } from '../../test/helpers/run-handler.js';
import handler from './generate.js';

const text = 'https://example.com/menu';
const make = (fields: object) => runHandler(handler, { qr_code_text: text, image_format: 'PNG', ...fields });
const decodeImage = (answer: { data_base64: string | null }) => Buffer.from(answer.data_base64 ?? '', 'base64');
const onWhite = (image: Buffer) => sharp(image).flatten({ background: '#fff' }).png().toBuffer();
const isRead = { jsqr: text, zxing: text };

const refuses = (fields: object, message: RegExp) =>
  rejects(make(fields), (error: Error) => {
    match(error.message, message);
    return 'status' in error && error.status === 422;
  });

describe('looks of QR codes', () => {
  for (const gradient_type of ['linear', 'radial']) {
    it(`go over from one colour to another, ${gradient_type}, in every format`, async () => {
      for (const image_format of ['PNG', 'JPG', 'WEBP', 'SVG', 'PDF']) {
        const colours = { foreground_color: '#1a237e', gradient_color: '#b00020', gradient_type };
        const image = decodeImage(await make({ ...colours, image_format, body_style: 'rounded', eye_style: 'leaf' }));
        deepEqual(await decode(image), isRead, image_format);
        const { data } = await decodePixels(image);
        const [blue, red] = [nearest(data, [0x1a, 0x23, 0x7e]), nearest(data, [0xb0, 0x00, 0x20])];
        ok(blue < 40 && red < 40, `${image_format}: ${blue} and ${red} from the two colours`);
      }
    });
  }

  it('refuse a gradient whose other end, or middle, would not scan', async () => {
    await refuses({ gradient_color: '#ffee00' }, /#ffee00 would not scan/);
    const inverted = { background_color: '#1a1a00', foreground_color: '#ffff00', gradient_color: '#00aa00' };
    ok(decodeImage(await make({ ...inverted, foreground_color: '#00ffff', gradient_color: '#ffff00' })).length > 0);
    await refuses({ ...inverted, gradient_color: '#0000ff' }, /would not scan/);
  });

  it('leave a transparent background unpainted', async () => {
    for (const image_format of ['PNG', 'WEBP', 'SVG']) {
      for (const more of [{}, { gradient_color: '#b00020' }, { qr_code_logo: 'scan-me', body_style: 'dot' }]) {
        const image = decodeImage(await make({ image_format, background_color: 'transparent', ...more }));
        const { data } = await decodePixels(image);
        equal(data[3], 0, image_format);
        deepEqual(await decode(await onWhite(image)), isRead);
      }
    }
    await refuses({ background_color: 'transparent', image_format: 'JPG' }, /JPG has no transparency/);
    await refuses({ background_color: 'transparent', foreground_color: '#ffffff' }, /contrast ratio/);
  });

  it('leave the outside of a frame unpainted, unless it is requested or a JPG', async () => {
    for (const image_format of ['PNG', 'WEBP', 'SVG']) {
      const look = { frame_name: 'bottom-banner', frame_color: '#0050a0', image_format };
      const [cut, filled] = [await make(look), await make({ ...look, transparent_corners: 0 })];
      const [corner, usual] = [
        (await decodePixels(decodeImage(cut))).data,
        (await decodePixels(decodeImage(filled))).data,
      ];
      equal(corner[3], 0, image_format);
      // The last row of an SVG whose height is no whole number of pixels is covered in part.
      ok((usual[3] ?? 0) > 200, image_format);
      deepEqual(await decode(await onWhite(decodeImage(cut))), isRead);
    }
    const framed = { frame_name: 'badge', background_color: '#ffee88', image_format: 'JPG' };
    const { data } = await decodePixels(decodeImage(await make(framed)));
    ok((data[0] ?? 0) > 240 && (data[2] ?? 255) < 160, `a corner is ${data.slice(0, 3)}`);
    await refuses({ ...framed, transparent_corners: 1 }, /JPG has no transparency/);
  });

  it('are outlines in a PDF, the same bytes each time', async () => {
    const look = { image_format: 'PDF', body_style: 'dot', frame_name: 'badge', frame_icon_name: 'wifi' };
    const [first, second] = [await make(look), await make(look)];
    deepEqual([first.mime, first.ext, first.width], ['application/pdf', 'pdf', 500]);
    equal(first.data_base64, second.data_base64);
    ok(!decodeImage(first).includes('/Subtype /Image'));
    deepEqual(await decode(decodeImage(first)), isRead);
  });

  it('fill a small picture as far as the quiet zone allows', async () => {
    const { data, width } = await decodePixels(
      decodeImage(await make({ qr_code_text: text.padEnd(40, 'x'), image_width: 100 })),
    );
    const dark = Array.from({ length: width * width }, (_, at) => at).filter((at) => (data[4 * at] ?? 255) < 128);
    const columns = dark.map((at) => at % width);
    const side = Math.max(...columns) - Math.min(...columns) + 1;
    // Version 3 has 29 modules a side, 37 with the quiet zone.
    ok(side >= 77, `${side} of 100 pixels`);
  });

  it('have a quiet zone of as many modules as `margin` says', async () => {
    // Version 2 has 25 modules a side; ten pixels each.
    for (const margin of [4, 10, 20]) {
      const image_width = 10 * (25 + 2 * margin);
      const { data, width } = await decodePixels(decodeImage(await make({ margin, image_width })));
      const first = Array.from({ length: width * width }, (_, at) => at).find((at) => (data[4 * at] ?? 255) < 128) ?? 0;
      deepEqual([first % width, Math.floor(first / width)], [10 * margin, 10 * margin]);
    }
  });

  it('have a logo of the share of the side that `logo_size` says', async () => {
    const widths: number[] = [];
    for (const logo_size of [LOGO_PERCENT.least, LOGO_PERCENT.most]) {
      const look = { qr_code_logo: 'icon', logo_icon_name: 'instagram', logo_color: '#b00020', logo_size };
      const image = decodeImage(await make({ ...look, image_width: 1_000 }));
      const { data, width } = await decodePixels(image);
      const red = Array.from({ length: width * width }, (_, at) => at).filter(
        (at) => (data[4 * at] ?? 0) > 140 && (data[4 * at + 1] ?? 255) < 60,
      );
      const columns = red.map((at) => at % width);
      widths.push(
        columns.reduce((most, each) => Math.max(most, each), 0) -
          columns.reduce((least, each) => Math.min(least, each), width),
      );
      deepEqual(await decode(image), isRead);
    }
    const [small = 0, large = 0] = widths;
    ok(small > 0 && large > 1.2 * small, `${small} and ${large} pixels`);
  });

  it('have a caption in the font that `frame_font` names', async () => {
    const images = await Promise.all(
      captionFonts.map(async (frame_font) =>
        decodeImage(
          await make({ frame_name: 'badge', frame_text: 'Menu', image_format: 'SVG', frame_font }),
        ).toString(),
      ),
    );
    equal(new Set(images).size, captionFonts.length);
  });

  it('are refused where every pixel or outline would take too much work', async () => {
    await refuses({ image_format: 'WEBP', image_width: 901 }, /at most 900 for a WEBP/);
    const framed = { frame_name: 'ribbon-tag', image_format: 'JPG' } as const;
    await refuses({ ...framed, image_width: 3_601 }, /at most 3600 for a JPG with a frame or a logo/);
    await refuses({ gradient_color: '#b00020', image_width: 1_201 }, /at most 1200 for a gradient/);
    const dense = { qr_code_text: 'a'.repeat(1_000), image_format: 'PDF' };
    await refuses({ ...dense, image_width: 2_000, body_style: 'leaf' }, /too long for a PDF with the body_style leaf/);
    equal((await make({ ...dense, image_width: 2_000 })).ext, 'pdf');
  });
});

/** Distance of the nearest pixel from a colour, in the channel that differs most. */
function nearest(data: Uint8ClampedArray, [red = 0, green = 0, blue = 0]: number[]): number {
  let least = 255;
  for (let at = 0; at < data.length; at += 4) {
    const [ofRed, ofGreen] = [Math.abs(red - (data[at] ?? 0)), Math.abs(green - (data[at + 1] ?? 0))];
    least = Math.min(least, Math.max(ofRed, ofGreen, Math.abs(blue - (data[at + 2] ?? 0))));
  }
  return least;
}
