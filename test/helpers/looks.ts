import sharp from 'sharp';
import { ApiError } from '../../shared/contract/errors.js';
import handler from '../../workers/qr-code/generate.js';
import { runHandler } from './run-handler.js';

export const contents = {
  ascii: 'https://example.com/menu?table=12',
  'utf-8': 'Grüße aus Zürich, Καλημέρα, Привет, 你好, 🎉',
  '300-character URL': `https://example.com/a?${'token=Zm9vYmFy1234&'.repeat(16)}`.slice(0, 300),
};
export const widths = [300, 500, 1000];
export const bodies = ['square', 'dot'];
export const eyes = ['square', 'circle'];
export const formats = ['SVG', 'PNG', 'JPG'];
export const logos = ['no-logo', 'scan-me', 'scan-me-square', 'upload'];
export const frames = ['no-frame', 'bottom-banner', 'top-header', 'speech-bubble', 'ribbon-tag', 'badge'];

/** Every combination of one of each. */
export const combinations = (lists: readonly (readonly string[])[]): string[][] =>
  lists.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((item) => [...row, item])), [[]]);

/** A dark, opaque picture: the hardest logo to read around. */
export const darkLogo = async (): Promise<string> =>
  (
    await sharp({ create: { width: 120, height: 120, channels: 3, background: '#102030' } })
      .png()
      .toBuffer()
  ).toString('base64');

/** The image, or the words with which it is refused. */
export async function imageOf(request: object): Promise<Buffer | string> {
  try {
    return Buffer.from((await runHandler(handler, request)).data_base64 ?? '', 'base64');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** A frame and a logo by their names. */
export interface Look {
  frame: string;
  logo: string;
}

/** What became of the images of a look. */
export interface Scanned {
  images: number;
  /** What a decoder did not read, by its parts. */
  failed: string[];
  refused: { content: string; width: number; message: string }[];
}
