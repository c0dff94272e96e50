import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQR from 'jsqr';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { projectFile } from '../../shared/process/project-file.js';

/** The pixels of an image file of any format, as RGBA; a PDF at 96 to the inch. */
export async function pixelsOf(file: Buffer) {
  const image = file.toString('latin1', 0, 5) === '%PDF-' ? await pageOf(file) : file;
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length),
    width: info.width,
    height: info.height,
  };
}

/** The first page of a PDF as PNG. */
async function pageOf(file: Buffer): Promise<Buffer> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(file);
    const { data } = await document.getPage(0).render({
      scale: 96 / 72,
      render: ({ data: pixels, width, height }) =>
        sharp(pixels, { raw: { width, height, channels: 4 } })
          .png()
          .toBuffer(),
    });
    document.destroy();
    return Buffer.from(data);
  } finally {
    library.destroy();
  }
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>;

export const readsWithJsQr = ({ data, width, height }: Pixels): string | undefined =>
  jsQR.default(data, width, height)?.data;

/** @returns what it says is wrong when it cannot read the image */
export function readsWithQr(pixels: Pixels): string {
  try {
    // Its limit of time is for live cameras; a busy machine must not make a code unreadable.
    return decodeQR(pixels, { timeLimit: Number.POSITIVE_INFINITY });
  } catch (error) {
    return String(error);
  }
}

export async function readsWithZxing(pixels: Pixels): Promise<string | undefined> {
  await zxing();
  const found = await readBarcodes({ ...pixels, colorSpace: 'srgb' }, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found.at(0)?.text;
}

let loading: Promise<unknown> | undefined;

/** The decoder's WebAssembly from node_modules: by default it would come from the network. */
function zxing(): Promise<unknown> {
  loading ??= readFile(projectFile('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm')).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return loading;
}

/** What two independent decoders read in an image. */
export async function decode(file: Buffer): Promise<{ jsqr: string | undefined; zxing: string | undefined }> {
  const pixels = await pixelsOf(file);
  return { jsqr: readsWithJsQr(pixels), zxing: await readsWithZxing(pixels) };
}
