import type { LinkPreview } from '../../../features/pages/index.js';
import type { Call } from '../../handle.js';
import { nameOfRequest } from '../name-of-request.js';
import { drawPreview, type PreviewSource } from './draw-preview.js';

/** A preview that is to be put on the disk. */
export interface NewPreview extends LinkPreview {
  readonly png: Buffer;
}

/**
 * Makes the preview of a page as it is published or changed, and never for whoever looks at it.
 *
 * @param logo as it is kept with the page; may have to be fetched
 * @returns nothing where there is none; what has failed is logged, as a page without is shown all the same
 */
export async function createPreview(
  page: PreviewSource,
  logo: () => Promise<Uint8Array | undefined>,
  { requestId, log }: Pick<Call, 'requestId' | 'log'>,
): Promise<NewPreview | undefined> {
  try {
    const bytes = page.page.theme?.ownLogo ? await logo() : undefined;
    const png = await drawPreview(page, bytes && Buffer.from(bytes));
    const name = nameOfRequest(requestId, 'preview', '0123456789abcdef', 16);
    return png && { name, bytes: png.length, png };
  } catch (err) {
    log.warn({ err, request: requestId }, 'a preview was not drawn');
    return undefined;
  }
}
