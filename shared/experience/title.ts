import type { Block } from './blocks.js';
import { allBlocks, type PageDocument } from './document.js';

/** The title of a page: its own, else the first headline, title or name on it. */
export function titleOf(page: PageDocument): string {
  if (page.title) return page.title;
  for (const block of allBlocks(page.blocks)) {
    const title = blockTitle(block);
    if (title) return title;
  }
  return 'Page';
}

/** What a block calls itself. */
export function blockTitle(block: Block): string | undefined {
  switch (block.type) {
    case 'hero':
      return block.props.headline;
    case 'vcardPlus':
      return fullName(block.props) || block.props.org;
    case 'button':
    case 'spacer':
    case 'divider':
      return undefined;
    default:
      return block.props.title;
  }
}

/** First and last name, as far as they are given. */
export const fullName = ({ first_name, last_name }: { first_name?: string; last_name?: string }): string =>
  [first_name, last_name].filter(Boolean).join(' ');
