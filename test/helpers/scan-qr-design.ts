import { parentPort } from 'node:worker_threads';
import { decodePixels, readsWithJsQr, readsWithQr, readsWithZxing } from './decoders.js';
import { contents, darkLogo, drawQrCode, type ScanCase, type ScanResult } from './qr-designs.js';

const picture = darkLogo();

/** Draws an image and reads it with two decoders, and with a third, much slower one on request. */
export async function scan({ size, byThree, ...style }: ScanCase): Promise<ScanResult> {
  const [content = '', width] = size.split(/ at | px/);
  const text = contents[content] ?? '';
  const request = { qr_code_text: text, image_width: Number(width), logo_data_base64: await picture, ...style };
  const image = await drawQrCode(request);
  if (typeof image === 'string') return { failed: [], refusal: image };
  const pixels = await decodePixels(image);
  const read: Record<string, string | undefined> = {
    zxing: await readsWithZxing(pixels),
    qr: readsWithQr(pixels),
    ...(byThree ? { jsqr: readsWithJsQr(pixels) } : {}),
  };
  return { failed: Object.keys(read).filter((decoder) => read[decoder] !== text) };
}

parentPort?.on('message', async (look: ScanCase) => parentPort?.postMessage(await scan(look)));
