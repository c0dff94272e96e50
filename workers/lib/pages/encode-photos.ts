import type { ApiError } from '../../../shared/contract/api-error.js';
import { PHOTOS } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import type { Block } from '../../../shared/contract/hosted-pages/blocks.js';
import type { PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import type { Call } from '../../handle.js';
import { PictureRefused } from '../pictures/decoder.js';
import { formatOf, type Refusal } from '../pictures/formats.js';

/** Side of a contact's photo, in pixels: sharp at 112 CSS pixels, small enough for an address book. */
const SIDE = 360;

/** Remaining decoding work of the pictures of a page, see DECODING_WORK. */
export interface WorkBudget {
  work: number;
}

export type DecodingCall = Pick<Call, 'account' | 'pictures' | 'signal'>;

/**
 * Re-encodes the photos of a page, one after the other: square, small, and without metadata.
 *
 * @param left budget that all pictures of the page share
 * @throws ApiError for too many photos, and for one that is too large or unreadable
 */
export async function encodePhotos(page: PageDocument, left: WorkBudget, call: DecodingCall): Promise<PageDocument> {
  const count = countPhotos(page.blocks);
  if (count === 0) return page;
  if (count > PHOTOS.count) throw errors.tooManyPhotos({ limit: PHOTOS.count });
  return { ...page, blocks: await encodeBlocks(page.blocks, left, call) };
}

const countPhotos = (blocks: readonly Block[]): number =>
  blocks.reduce(
    (sum, block) =>
      sum + countPhotos(block.children) + (block.type === 'vcardPlus' && block.props.photo_base64 ? 1 : 0),
    0,
  );

async function encodeBlocks(blocks: readonly Block[], left: WorkBudget, call: DecodingCall): Promise<Block[]> {
  const encoded: Block[] = [];
  for (const block of blocks) encoded.push(await encodeBlock(block, left, call));
  return encoded;
}

async function encodeBlock(block: Block, left: WorkBudget, call: DecodingCall): Promise<Block> {
  const children = await encodeBlocks(block.children, left, call);
  if (block.type !== 'vcardPlus' || !block.props.photo_base64) return { ...block, children };
  const photo_base64 = await encodePhoto(block.props.photo_base64, left, call);
  return { ...block, children, props: { ...block.props, photo_base64 } };
}

async function encodePhoto(sent: string, left: WorkBudget, call: DecodingCall): Promise<string> {
  const file = Buffer.from(sent.replace(/^data:[^,]{0,100},/, ''), 'base64');
  const format = formatOf(file, ['png', 'jpeg', 'webp'] as const);
  if (!format) throw errors.photoUnreadable();
  const order = {
    use: 'photo',
    format,
    file,
    side: SIDE,
    background: '#ffffff',
    pixels: PHOTOS.pixels,
    work: left.work,
  } as const;
  try {
    const { bytes, work } = await call.pictures.decode(order, call);
    left.work -= work;
    return Buffer.from(bytes).toString('base64');
  } catch (cause) {
    throw cause instanceof PictureRefused ? refusals[cause.reason](cause) : cause;
  }
}

const refusals: Readonly<Record<Refusal, (cause: unknown) => ApiError>> = {
  unreadable: (cause) => errors.photoUnreadable({}, cause),
  too_large: (cause) => errors.photoTooLarge({ limit: PHOTOS.pixels / 1e6 }, cause),
  too_costly: (cause) => errors.photoTooCostly({}, cause),
};
