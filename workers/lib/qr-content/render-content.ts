import { ApiError } from '../../../shared/contract/api-error.js';
import { type ImageRequest, imageFields } from '../../../shared/contract/catalogue/qr-image.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import { refuseAll } from '../../../shared/contract/input.js';
import type { Design } from '../qr/design.js';
import { type QrImage, render } from '../qr/render.js';
import type { EncodedContent } from './encode-content.js';
import { renderSwissCode } from './swiss-code.js';

/** Design, format and width of an image. */
type ImageOptions = Omit<ImageRequest, 'download' | 'save' | 'include_bytes'>;

/**
 * Renders a content by the rules of its standard, if it has one.
 *
 * @throws ApiError 422 if the standard does not allow the design, and see render
 */
export async function renderContent(
  { text, standard, isContent }: EncodedContent,
  design: Design,
  options: ImageOptions,
): Promise<QrImage> {
  const { image_format: format, image_width: width } = options;
  if (standard === 'sepa') refuseLogo(design);
  if (standard !== 'swiss') {
    const image = render(text, design, format, width);
    return isContent ? image.catch(throwOfContent) : image;
  }
  refuseDesigned(options);
  if (format === 'SVG' || format === 'PDF' || format === 'PNG') return renderSwissCode(text, format, width);
  throw invalidInput(422, 'image_format must be SVG, PDF or PNG for a Swiss QR code', 'image_format');
}

/** Names `content` instead of the text that it became. */
function throwOfContent(error: unknown): never {
  if (!(error instanceof ApiError) || error.type !== errors.qrTextTooLong.type) throw error;
  throw new ApiError(error.type, error.status, 'content is too long for a QR code', { param: 'content' });
}

/** A logo needs more error correction than level M, which the standard prescribes. */
function refuseLogo({ logo }: Design): void {
  if (logo) throw invalidInput(422, 'qr_code_logo must be no-logo for a SEPA code', 'qr_code_logo');
}

/** Fields that say nothing about how a code looks. */
const OUTPUT = new Set([
  'image_format',
  'image_width',
  'download',
  'save',
  'storage_disk',
  'storage_folder',
  'filename',
  'filename_base',
  'include_bytes',
]);

/** A Swiss QR code is black on white, with squares and its cross. */
function refuseDesigned(options: ImageOptions): void {
  const sent = new Map<string, unknown>(Object.entries(options));
  refuseAll(
    Object.entries<object>(imageFields).flatMap(([name, field]) => {
      const usual = 'default' in field ? field.default : undefined;
      const value = sent.get(name);
      if (OUTPUT.has(name) || value === undefined || isSame(value, usual)) return [];
      const allowed = usual === undefined ? 'must not be sent' : `must be ${String(usual)}`;
      return [invalidInput(422, `${name} ${allowed} for a Swiss QR code`, name)];
    }),
  );
}

/** Compares values, and colours without regard to their notation. */
function isSame(value: unknown, usual: unknown): boolean {
  const normalize = (colour: unknown) =>
    String(colour)
      .toLowerCase()
      .replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  return normalize(value) === normalize(usual);
}
