import type { Disk } from 'flydrive';
import { STORED_EXPERIENCE_OVERHEAD } from '../../shared/contract/bounds.js';
import type { Block } from '../../shared/contract/hosted-pages/blocks.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import type { HostedPage, LinkPreview } from './collections.js';

/** A picture that the owner of a page uploaded: a contact's photo, or the logo. */
export interface Photo {
  /** Number of the contact, from 1 in the order of the page; 0 is the logo. */
  readonly number: number;
  readonly bytes: Buffer;
}

export const LOGO_NUMBER = 0;

/** Fields of a page, or of a version of it, from which the paths of its photos follow. */
type PhotoOwner = Pick<HostedPage, 'code' | 'photos'>;

/** Returns the folder of all photos of a page on the private disk. */
export const photoFolder = (code: string): string => `pages/${code}`;

/** Returns the path of a photo or the logo on the private disk: in the folder of the page, or in that of an edit. */
export const photoPath = ({ code, photos }: PhotoOwner, number: number): string =>
  [photoFolder(code), ...(photos ? [photos] : []), number === LOGO_NUMBER ? 'logo.png' : `photo-${number}.jpg`].join(
    '/',
  );

/** Returns the path of a link preview on the private disk. Each has a new name, so that clients can cache it for good. */
export const previewPath = (code: string, { name, type }: Pick<LinkPreview, 'name' | 'type'>): string =>
  `${photoFolder(code)}/preview-${name}.${type ?? 'png'}`;

/** Media types of link previews. */
export const previewMime = ({ type }: Pick<LinkPreview, 'type'>): string =>
  type === 'jpg' ? 'image/jpeg' : 'image/png';

/** The content of a page without its photos, and the photos. */
interface ExtractedPhotos<Content> {
  readonly content: Content;
  readonly photos: readonly Photo[];
  /** Size of both. */
  readonly bytes: number;
}

/** Extracts the photos of a page, which are stored as files. */
export function extractPhotos<Content extends { page: PageDocument | null }>(whole: Content): ExtractedPhotos<Content> {
  const photos: Photo[] = [];
  let contacts = 0;
  const extract = (block: Block): Block => {
    if (block.type !== 'vcardPlus') return { ...block, children: block.children.map(extract) };
    contacts += 1;
    const { photo_base64: photo, ...props } = block.props;
    if (photo) photos.push({ number: contacts, bytes: Buffer.from(photo, 'base64') });
    return {
      ...block,
      props: photo ? { ...props, photo: true } : props,
      children: block.children.map(extract),
    };
  };
  const page = whole.page && {
    ...whole.page,
    ...extractLogo(whole.page, photos),
    blocks: whole.page.blocks.map(extract),
  };
  const content = { ...whole, page };
  const sizes = [
    STORED_EXPERIENCE_OVERHEAD,
    Buffer.byteLength(JSON.stringify(content)),
    ...photos.map(({ bytes }) => bytes.length),
  ];
  return { content, photos, bytes: sizes.reduce((sum, size) => sum + size) };
}

/** Moves the logo of a theme to the photos. */
function extractLogo({ theme }: PageDocument, photos: Photo[]): Pick<PageDocument, 'theme'> {
  if (!theme?.logo_data_base64) return theme ? { theme } : {};
  const { logo_data_base64: logo, ...rest } = theme;
  photos.push({ number: LOGO_NUMBER, bytes: Buffer.from(logo, 'base64') });
  return { theme: { ...rest, ownLogo: true } };
}

/** Saves the photos of a page on the private disk. */
export async function savePhotos(disk: Disk, owner: PhotoOwner, photos: readonly Photo[]): Promise<void> {
  for (const { number, bytes } of photos) {
    const contentType = number === LOGO_NUMBER ? 'image/png' : 'image/jpeg';
    await disk.put(photoPath(owner, number), bytes, { contentType });
  }
}

/** Puts the photos of a page back into it as base64, the format in which its owner sends them. */
export async function embedPhotos(
  disk: () => Promise<Disk>,
  owner: PhotoOwner,
  page: PageDocument,
): Promise<PageDocument> {
  const inBase64 = async (number: number) =>
    Buffer.from(await (await disk()).getBytes(photoPath(owner, number))).toString('base64');
  let contacts = 0;
  const embed = async (block: Block): Promise<Block> => {
    const number = block.type === 'vcardPlus' ? ++contacts : 0;
    const children: Block[] = [];
    for (const child of block.children) children.push(await embed(child));
    if (block.type !== 'vcardPlus' || !block.props.photo) return { ...block, children };
    const { photo: _, ...props } = block.props;
    return { ...block, children, props: { ...props, photo_base64: await inBase64(number) } };
  };
  const blocks: Block[] = [];
  for (const block of page.blocks) blocks.push(await embed(block));
  const { ownLogo, ...theme } = page.theme ?? {};
  return { ...page, ...(ownLogo && { theme: { ...theme, logo_data_base64: await inBase64(LOGO_NUMBER) } }), blocks };
}
