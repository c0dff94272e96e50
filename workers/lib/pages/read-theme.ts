import type { ApiError } from '../../../shared/contract/api-error.js';
import { LOGO } from '../../../shared/contract/bounds.js';
import { errors, invalidInput } from '../../../shared/contract/errors.js';
import type { SentTheme, Theme } from '../../../shared/contract/hosted-pages/theme.js';
import { PictureRefused } from '../pictures/decoder.js';
import { formatOf, type PictureOrder, type Refusal } from '../pictures/formats.js';
import type { DecodingCall, WorkBudget } from './encode-photos.js';
import { findLogoColours } from './logo-colours.js';

/** Longer side of a page's logo, in pixels: sharp at the size at which it is shown. */
const SIDE = 320;

/** Side to which a logo is scaled to count its colours. */
const COUNTED_SIDE = 48;

/**
 * Validates a theme, re-encodes its logo, and for the preset logo extracts the colours of the logo.
 *
 * @param path location of the theme in the request, for the error
 * @param left budget that all pictures of the page share
 * @throws ApiError 422 for a logo that is too large, too costly or unreadable
 */
export async function readTheme(
  sent: SentTheme | undefined,
  path: string,
  left: WorkBudget,
  call: DecodingCall,
): Promise<Theme | undefined> {
  if (!sent) return undefined;
  const { logo_data_base64: data } = sent;
  if (sent.preset === 'logo' && !data) {
    throw invalidInput(422, `${path}.logo_data_base64 is required for the preset logo`, `${path}.logo_data_base64`);
  }
  if (!data) return sent;
  const file = Buffer.from(data.replace(/^data:[^,]{0,100},/, ''), 'base64');
  if (file.length > LOGO.bytes) throw errors.qrLogoTooLarge();
  const logo = await decode('logo-to-send', SIDE, file, left, call);
  const theme = { ...sent, logo_data_base64: logo.toString('base64') };
  if (sent.preset !== 'logo') return theme;
  const { primary, accent, ground } = findLogoColours(await decode('colours', COUNTED_SIDE, logo, left, call));
  return { primary, accent, background: { color: ground }, ...theme };
}

async function decode(
  use: PictureOrder['use'],
  side: number,
  file: Buffer,
  left: WorkBudget,
  call: DecodingCall,
): Promise<Buffer> {
  const format = formatOf(file, ['png', 'jpeg', 'webp'] as const);
  if (!format) throw errors.qrLogoUnreadable();
  const work = Math.min(LOGO.workOnPage, left.work);
  const order = { use, format, file, side, background: '#ffffff', pixels: LOGO.pixels, work } as const;
  try {
    const decoded = await call.pictures.decode(order, call);
    left.work -= decoded.work;
    return Buffer.from(decoded.bytes);
  } catch (cause) {
    throw cause instanceof PictureRefused ? refusals[cause.reason](cause) : cause;
  }
}

const refusals: Readonly<Record<Refusal, (cause: unknown) => ApiError>> = {
  unreadable: (cause) => errors.qrLogoUnreadable({}, cause),
  too_large: (cause) => errors.qrLogoTooManyPixels({ limit: LOGO.pixels / 1e6 }, cause),
  too_costly: (cause) => errors.qrLogoTooCostly({}, cause),
};
