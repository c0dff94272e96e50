import sharp from 'sharp';
import { ApiError } from '../../shared/contract/api-error.js';
import handler from '../../workers/qr-code/generate.js';
import { runHandler } from './run-handler.js';
import { nightlyOrDaily } from './scale.js';

export const contents: Readonly<Record<string, string>> = {
  ascii: 'https://example.com/menu?table=12',
  'utf-8': 'Grüße aus Zürich, Καλημέρα, Привет, 你好, 🎉',
  '300-character URL': `https://example.com/a?${'token=Zm9vYmFy1234&'.repeat(16)}`.slice(0, 300),
};
const widths = ['300', '500', '1000'];

/** Values of the request's fields. */
export const styles = {
  body_style: ['square', 'dot', 'rounded', 'leaf', 'soft-square', 'small-square', 'vertical-bars', 'horizontal-bars'],
  eye_style: ['square', 'circle', 'rounded', 'cushion', 'leaf', 'teardrop'],
  image_format: ['SVG', 'PNG', 'JPG', 'WEBP', 'PDF'],
  frame_name: ['no-frame', 'bottom-banner', 'top-header', 'speech-bubble', 'ribbon-tag', 'badge'],
  qr_code_logo: ['no-logo', 'scan-me', 'scan-me-square', 'upload'],
};
/** Content and width in one, since together they decide how many pixels a module has. */
export const sizes = nightlyOrDaily(
  Object.keys(contents).flatMap((content) => widths.map((width) => `${content} at ${width} px`)),
  [
    'ascii at 300 px',
    'ascii at 1000 px',
    'utf-8 at 500 px',
    '300-character URL at 300 px',
    '300-character URL at 500 px',
  ],
);

/** A value of each style, and a size. */
type Look = Readonly<Record<keyof typeof styles | 'size', string>>;

export interface ScanCase extends Look {
  /** True if the third decoder reads it too. */
  readonly byThree: boolean;
}

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

/** Result of reading an image. */
export interface ScanResult {
  /** Decoders that did not read it. */
  failed: string[];
  /** Error message, if it was not drawn. */
  refusal?: string;
}
