import type { Disk } from 'flydrive';
import { KEPT_EXPERIENCE_OVERHEAD } from '../../shared/contract/bounds.js';
import type { Block } from '../../shared/contract/hosted-pages/blocks.js';
import type { PageDocument } from '../../shared/contract/hosted-pages/document.js';
import type { HostedPage } from './collections.js';

/** A picture of a page that its owner sent: a contact's photo, or the logo. */
export interface Photo {
  /** Which contact of the page it shows, from 1 in the order of the page; 0 is the logo. */
  readonly number: number;
  readonly bytes: Buffer;
}

/** The number of a page's logo among its pictures. */
export const LOGO_NUMBER = 0;

/** What names the photos of an experience, or of a version of it. */
type PhotoOwner = Pick<HostedPage, 'code' | 'photos'>;

/** The folder of all photos of an experience on the private disk. */
export const photoFolder = (code: string): string => `pages/${code}`;

/**
 * Where the photo of a page's n-th contact, or its logo, lies on the private disk: with the first ones, or in the folder of an
 * edit.
 */
export const photoPath = ({ code, photos }: PhotoOwner, number: number): string =>
  [photoFolder(code), ...(photos ? [photos] : []), number === LOGO_NUMBER ? 'logo.png' : `photo-${number}.jpg`].join(
    '/',
  );

/** Where the preview of a page lies on the private disk. Each has another name, so that it can be kept for good under its address. */
export const previewPath = (code: string, name: string): string => `${photoFolder(code)}/preview-${name}.png`;

/** What an experience shows or does, as it is kept: the photos of its page are files beside it. */
export interface ExtractedPhotos<Shown> {
  readonly shown: Shown;
  readonly photos: readonly Photo[];
  /** What all of it takes. */
  readonly bytes: number;
}

/** Takes the photos out of the page of an experience. */
export function extractPhotos<Shown extends { page: PageDocument | null }>(whole: Shown): ExtractedPhotos<Shown> {
  const photos: Photo[] = [];
  let contacts = 0;
  const takeOut = (block: Block): Block => {
    if (block.type !== 'vcardPlus') return { ...block, children: block.children.map(takeOut) };
    contacts += 1;
    const { photo_base64: photo, ...props } = block.props;
    if (photo) photos.push({ number: contacts, bytes: Buffer.from(photo, 'base64') });
    return {
      ...block,
      props: photo ? { ...props, photo: true } : props,
      children: block.children.map(takeOut),
    };
  };
  const page = whole.page && {
    ...whole.page,
    ...extractLogo(whole.page, photos),
    blocks: whole.page.blocks.map(takeOut),
  };
  const shown = { ...whole, page };
  const sizes = [
    KEPT_EXPERIENCE_OVERHEAD,
    Buffer.byteLength(JSON.stringify(shown)),
    ...photos.map(({ bytes }) => bytes.length),
  ];
  return { shown, photos, bytes: sizes.reduce((sum, size) => sum + size) };
}

/** The theme of a page whose logo is a file beside it. */
function extractLogo({ theme }: PageDocument, photos: Photo[]): Pick<PageDocument, 'theme'> {
  if (!theme?.logo_data_base64) return theme ? { theme } : {};
  const { logo_data_base64: logo, ...rest } = theme;
  photos.push({ number: LOGO_NUMBER, bytes: Buffer.from(logo, 'base64') });
  return { theme: { ...rest, ownLogo: true } };
}

/** Puts the photos of a page on the private disk. */
export async function savePhotos(disk: Disk, of: PhotoOwner, photos: readonly Photo[]): Promise<void> {
  for (const { number, bytes } of photos) {
    const contentType = number === LOGO_NUMBER ? 'image/png' : 'image/jpeg';
    await disk.put(photoPath(of, number), bytes, { contentType });
  }
}

/** Puts the photos of a page back into it, as base64, the way its owner sends them. */
export async function embedPhotos(
  disk: () => Promise<Disk>,
  of: PhotoOwner,
  page: PageDocument,
): Promise<PageDocument> {
  const inBase64 = async (number: number) =>
    Buffer.from(await (await disk()).getBytes(photoPath(of, number))).toString('base64');
  let contacts = 0;
  const putIn = async (block: Block): Promise<Block> => {
    const number = block.type === 'vcardPlus' ? ++contacts : 0;
    const children: Block[] = [];
    for (const child of block.children) children.push(await putIn(child));
    if (block.type !== 'vcardPlus' || !block.props.photo) return { ...block, children };
    const { photo: _, ...props } = block.props;
    return { ...block, children, props: { ...props, photo_base64: await inBase64(number) } };
  };
  const blocks: Block[] = [];
  for (const block of page.blocks) blocks.push(await putIn(block));
  const { ownLogo, ...theme } = page.theme ?? {};
  return { ...page, ...(ownLogo && { theme: { ...theme, logo_data_base64: await inBase64(LOGO_NUMBER) } }), blocks };
}
