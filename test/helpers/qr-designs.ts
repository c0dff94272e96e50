import sharp from 'sharp';
import { ApiError } from '../../shared/contract/api-error.js';
import { bodyStyles, eyeStyles, frameNames, logoTypes, pupilStyles } from '../../shared/contract/catalogue/qr-image.js';
import handler from '../../workers/qr-code/generate.js';
import { runHandler } from './run-handler.js';
import { nightlyOrDaily } from './scale.js';

export const contents: Readonly<Record<string, string>> = {
  ascii: 'https://example.com/menu?table=12',
  'URL with parameters': `https://example.com/spring?utm_source=poster&utm_medium=print&utm_campaign=${'a'.repeat(20)}`,
  'utf-8': 'Grüße aus Zürich, Καλημέρα, Привет, 你好, 🎉',
  '300-character URL': `https://example.com/a?${'token=Zm9vYmFy1234&'.repeat(16)}`.slice(0, 300),
};

/** Widths in pixels; `least` is the smallest that is not refused. */
const widths = ['least', '300', '500', '1000'];

/** Values of the request's fields. */
export const styles = {
  body_style: [...bodyStyles],
  eye_style: [...eyeStyles],
  eye_ball_style: [...pupilStyles],
  image_format: ['SVG', 'PNG', 'JPG', 'WEBP', 'PDF'],
  frame_name: [...frameNames],
  qr_code_logo: [...logoTypes],
};

/** Content and width in one, since together they decide how many pixels a module has. */
export const sizes = nightlyOrDaily(
  Object.keys(contents).flatMap((content) => widths.map((width) => `${content} at ${width} px`)),
  ['ascii at least px', 'ascii at 500 px', 'utf-8 at 300 px', '300-character URL at least px'],
);

/** A value of each style, and a size. */
export type Look = Readonly<Record<keyof typeof styles | 'size', string>>;

/** Creates a dark, opaque picture: the hardest logo to read around. */
export const darkLogo = async (): Promise<string> =>
  (
    await sharp({ create: { width: 120, height: 120, channels: 3, background: '#102030' } })
      .png()
      .toBuffer()
  ).toString('base64');

/** Returns the image, or the error message. */
export async function drawQrCode(request: object): Promise<Buffer | string> {
  try {
    return Buffer.from((await runHandler(handler, request)).data_base64 ?? '', 'base64');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** Returns the smallest width that is not refused. */
export async function leastWidth(request: object): Promise<number> {
  const refused = await drawQrCode({ ...request, image_width: 64 });
  return typeof refused === 'string' ? Number(/at least (\d+)/.exec(refused)?.[1]) : 64;
}

/** Result of reading an image. */
export interface ScanResult {
  /** Decoders that did not read it. */
  failed: string[];
  /** Error message, if it was not drawn. */
  refusal?: string;
}
