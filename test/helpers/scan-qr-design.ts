import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { decodePixels, readsWithJsQr, readsWithZbar, readsWithZxing } from './decoders.js';
import { contents, darkLogo, drawQrCode, type Look, leastWidth, type ScanResult } from './qr-designs.js';

const picture = darkLogo();

/** Draws an image and reads it with three decoders. */
export async function scan({ size, ...style }: Look): Promise<ScanResult> {
  const [content = '', width] = size.split(/ at | px/);
  const text = contents[content] ?? '';
  const logo = { logo_data_base64: await picture, logo_icon_name: 'instagram' };
  const request = { qr_code_text: text, ...logo, ...style };
  const image_width = width === 'least' ? await leastWidth(request) : Number(width);
  const image = await drawQrCode({ ...request, image_width });
  if (typeof image === 'string') return { failed: [], refusal: image };
  const pixels = await decodePixels(await onPaper(image));
  const read: Record<string, string | undefined> = {
    zxing: await readsWithZxing(pixels),
    zbar: await readsWithZbar(pixels),
    jsqr: readsWithJsQr(pixels),
  };
  return { failed: Object.keys(read).filter((decoder) => read[decoder] !== text) };
}

/** Puts an image with transparent corners on white: decoders take no opacity. */
const onPaper = async (image: Buffer): Promise<Buffer> =>
  image.toString('latin1', 0, 5) === '%PDF-' ? image : sharp(image).flatten({ background: '#fff' }).png().toBuffer();

parentPort?.on('message', async (look: Look) => parentPort?.postMessage(await scan(look)));
