import type { Block, BlockType } from '../../shared/contract/hosted-pages/blocks.js';
import { blockTitle } from '../../shared/contract/hosted-pages/document.js';
import type { HostedPage } from './collections.js';

const TYPES: Readonly<Record<BlockType, string>> = {
  hero: 'Header',
  text: 'Text',
  button: 'Button',
  socialLinks: 'Social links',
  gallery: 'Gallery',
  video: 'Video',
  mp3: 'Audio',
  pdf: 'Document',
  appBadges: 'App links',
  event: 'Event',
  coupon: 'Coupon',
  rating: 'Rating',
  feedback: 'Feedback form',
  vcardPlus: 'Contact',
  wifi: 'Wi-Fi',
  menu: 'Menu',
  businessHours: 'Opening hours',
  leadForm: 'Contact form',
  faq: 'Questions and answers',
  spacer: 'Space',
  divider: 'Line',
};

/** Returns the names of a page's blocks for its owner, by the ids under which their events are counted. */
export function nameBlocks({ page }: Pick<HostedPage, 'page'>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const add = (blocks: readonly Block[], prefix: string) => {
    for (const [index, block] of blocks.entries()) {
      const path = `${prefix}${index + 1}`;
      names.set(`b${path}`, nameBlock(block));
      add(block.children, `${path}-`);
    }
  };
  add(page?.blocks ?? [], '');
  return names;
}

function nameBlock(block: Block): string {
  const title = block.type === 'button' ? block.props.label : blockTitle(block);
  return title ? `${TYPES[block.type]}: ${title}` : TYPES[block.type];
}
