import sharp from 'sharp';
import { errors } from '../../../shared/contract/errors.js';
import type { Block } from '../../../shared/experience/blocks.js';
import type { PageDocument } from '../../../shared/experience/document.js';

/** Side of a contact's photo in pixels: sharp on a phone, small enough for an address book. */
const SIDE = 480;

/** The most pixels of a photo that is sent. */
const MOST_PIXELS = 40_000_000;

/** Encodes the photos of a page anew: square, small, without what a camera wrote into them. */
export async function encodePhotos(page: PageDocument): Promise<PageDocument> {
  return { ...page, blocks: await encodeIn(page.blocks) };
}

const encodeIn = (blocks: readonly Block[]): Promise<Block[]> => Promise.all(blocks.map(encodeInBlock));

async function encodeInBlock(block: Block): Promise<Block> {
  const children = await encodeIn(block.children);
  if (block.type !== 'vcardPlus' || !block.props.photo_base64) return { ...block, children };
  return { ...block, children, props: { ...block.props, photo_base64: await encodePhoto(block.props.photo_base64) } };
}

async function encodePhoto(sent: string): Promise<string> {
  const file = Buffer.from(sent.replace(/^data:[^,]{0,100},/, ''), 'base64');
  try {
    const picture = sharp(file, { limitInputPixels: MOST_PIXELS });
    const { format } = await picture.metadata();
    if (!['png', 'jpeg', 'webp'].includes(format ?? '')) throw new Error(`the photo is ${format}`);
    const encoded = await picture
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer();
    return encoded.toString('base64');
  } catch (cause) {
    throw errors.photoUnreadable({}, cause);
  }
}
