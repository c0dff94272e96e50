import { writeFile } from 'node:fs/promises';
import { QR_STYLES_FILE, type QrStylePictures } from '../features/docs/qr-styles.js';
import { imageFields } from '../shared/contract/catalogue/qr-image.js';
import { runHandler } from '../test/helpers/run-handler.js';
import generate from '../workers/qr-code/generate.js';

/** Fields of `qr-code/generate` whose values have a picture, and the fields that go with each. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  body_style: {},
  eye_style: {},
  eye_ball_style: { eye_style: 'rounded' },
  frame_name: {},
  qr_code_logo: {},
  gradient_type: { foreground_color: '#0b57c2', gradient_color: '#8b1f8f' },
};

/** Draws a picture of every style of QR codes by the endpoint, for the documentation. */
export async function drawQrStyles(): Promise<QrStylePictures> {
  const pictures: Record<string, Record<string, string>> = {};
  for (const [field, others] of Object.entries(FIELDS)) {
    const drawn: Record<string, string> = {};
    for (const value of valuesOf(field)) {
      const request = {
        qr_code_text: 'HELLO',
        image_format: 'SVG',
        image_width: 160,
        logo_icon_name: 'instagram',
        ...others,
        [field]: value,
      };
      const { data_base64 } = await runHandler(generate, request);
      drawn[value] = Buffer.from(data_base64 ?? '', 'base64').toString();
    }
    pictures[field] = drawn;
  }
  return pictures;
}

/** Returns the values of a field that have a picture of their own: `upload` needs a file. */
function valuesOf(field: string): string[] {
  const { enum: values } = Object(Object(imageFields)[field]);
  if (!Array.isArray(values)) throw new TypeError(`${field} has no list of values`);
  return values.map(String).filter((value) => value !== 'upload');
}

/** Draws the pictures of the documentation, and writes them to their file. */
export async function writeQrStyles(): Promise<void> {
  await writeFile(QR_STYLES_FILE, `${JSON.stringify(await drawQrStyles(), null, 1)}\n`);
}
