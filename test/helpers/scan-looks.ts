import { parentPort } from 'node:worker_threads';
import { pixelsOf, readsWithJsQr, readsWithQr, readsWithZxing } from './decoders.js';
import {
  bodies,
  combinations,
  contents,
  darkLogo,
  eyes,
  formats,
  imageOf,
  type Look,
  type Scanned,
  widths,
} from './looks.js';

const places = Object.entries(contents).flatMap(([content, text]) => widths.map((width) => ({ content, text, width })));
const picture = darkLogo();

/** Of so many images one is read by the third decoder. */
const EVERY = 25;

/**
 * Tries a frame and a logo in every style and format, with every content and at every width. Two decoders read every
 * image; a third, much slower one, reads some.
 */
async function scan({ frame, logo }: Look): Promise<Scanned> {
  const scanned: Scanned = { images: 0, failed: [], refused: [] };
  const offset = frame.length + logo.length;
  for (const [body_style, eye_style, image_format] of combinations([bodies, eyes, formats])) {
    const style = { body_style, eye_style, image_format, frame_name: frame, qr_code_logo: logo };
    for (const { content, text, width } of places) {
      const request = { qr_code_text: text, image_width: width, logo_data_base64: await picture, ...style };
      const image = await imageOf(request);
      if (typeof image === 'string') {
        scanned.refused.push({ content, width, message: image });
        continue;
      }
      scanned.images++;
      const found = await read(image, (scanned.images + offset) % EVERY === 0);
      for (const [decoder, words] of Object.entries(found)) {
        if (words !== text) scanned.failed.push([decoder, content, width, ...Object.values(style)].join(' '));
      }
    }
  }
  return scanned;
}

async function read(image: Buffer, thrice: boolean): Promise<Record<string, string | undefined>> {
  const pixels = await pixelsOf(image);
  const twice = { zxing: await readsWithZxing(pixels), qr: readsWithQr(pixels) };
  return thrice ? { ...twice, jsqr: readsWithJsQr(pixels) } : twice;
}

parentPort?.on('message', async (look: Look) => parentPort?.postMessage(await scan(look)));
