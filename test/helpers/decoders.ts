import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { scanRGBABuffer } from '@undecaf/zbar-wasm';
import jsQR from 'jsqr';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { projectFile } from '../../shared/process/project-file.js';

interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** The pixels of an image file of any format, as RGBA; a PDF at 96 to the inch. */
export async function decodePixels(file: Buffer): Promise<Pixels> {
  if (file.toString('latin1', 0, 5) === '%PDF-') return renderPdf(file);
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length);
  return { data: pixels, width: info.width, height: info.height };
}

let opening: Promise<PDFiumLibrary> | undefined;

/** The first page of a PDF. */
async function renderPdf(file: Buffer): Promise<Pixels> {
  opening ??= PDFiumLibrary.init();
  const document = await (await opening).loadDocument(file);
  try {
    const { data, width, height } = await document
      .getPage(0)
      .render({ scale: 96 / 72, render: async ({ data: pixels }) => pixels });
    return { data: new Uint8ClampedArray(data), width, height };
  } finally {
    document.destroy();
  }
}

export async function readsWithZbar({ data, width, height }: Pixels): Promise<string | undefined> {
  const [found] = await scanRGBABuffer(data.buffer, width, height);
  return found?.decode();
}

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

/** Texts that two independent decoders read in an image. */
export async function decode(file: Buffer): Promise<{ jsqr: string | undefined; zxing: string | undefined }> {
  const pixels = await decodePixels(file);
  return { jsqr: readsWithJsQr(pixels), zxing: await readsWithZxing(pixels) };
}
