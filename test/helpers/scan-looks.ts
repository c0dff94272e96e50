import { parentPort } from 'node:worker_threads';
import { pixelsOf, readsWithJsQr, readsWithQr, readsWithZxing } from './decoders.js';
import { contents, darkLogo, imageOf, type Scanned, type ToScan } from './looks.js';

const picture = darkLogo();

/** Draws an image and reads it. Two decoders read it; a third, much slower one, only where it is told to. */
export async function scan({ size, byThree, ...style }: ToScan): Promise<Scanned> {
  const [content = '', width] = size.split(/ at | px/);
  const text = contents[content] ?? '';
  const request = { qr_code_text: text, image_width: Number(width), logo_data_base64: await picture, ...style };
  const image = await imageOf(request);
  if (typeof image === 'string') return { failed: [], refusal: image };
  const pixels = await pixelsOf(image);
  const read: Record<string, string | undefined> = {
    zxing: await readsWithZxing(pixels),
    qr: readsWithQr(pixels),
    ...(byThree ? { jsqr: readsWithJsQr(pixels) } : {}),
  };
  return { failed: Object.keys(read).filter((decoder) => read[decoder] !== text) };
}

parentPort?.on('message', async (look: ToScan) => parentPort?.postMessage(await scan(look)));
