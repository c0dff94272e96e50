import type { Block, BlockType } from '../../../shared/contract/hosted-pages/blocks.js';
import { blockTitle, findDescription, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import type { Words } from './words/en.js';
import type { Translation } from './words/index.js';
import { textDirection } from './words/locale.js';

/** A block as the templates show it. */
export interface BlockView {
  /** Unique on the page, the same on every rendering. */
  readonly id: string;
  readonly type: BlockType;
  readonly props: Block['props'];
  readonly children: readonly BlockView[];
  /** How it is set off: on a card, as a part of the page, or not at all. */
  readonly wrap: 'card' | 'plain' | 'bare';
  /** The heading of a block that can be folded; nothing when it cannot. */
  readonly foldedAs: string | undefined;
  readonly open: boolean;
  /** Position among the blocks of its type, from 1: names the files made from it. */
  readonly number: number;
  /** Whether its headline is the page's. */
  readonly leads: boolean;
  readonly playable: boolean;
  /** The icon over a block that is the whole page. */
  readonly emblem: string | undefined;
  /** Whether it is alone in the last row of columns, and takes all of it. */
  readonly whole: boolean;
}

export interface PageView {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly blocks: readonly BlockView[];
  /** One block alone, blocks below each other, or in columns. */
  readonly shape: 'single' | 'narrow' | 'wide';
  /** Whether no block carries the page's headline. */
  readonly needsHeadline: boolean;
  /** First sentences, for previews. */
  readonly description: string;
}

/** Films that browsers play themselves; every other address of a film is a link. */
const VIDEO_FILE = /\.(mp4|m4v|webm|ogv|mov)$/i;

/** Whether a browser can play what is at an address. */
export const isVideoFile = (address: string): boolean => VIDEO_FILE.test(new URL(address).pathname);

/** Blocks that are never set off: they shape the page or lead it. */
const BARE: readonly BlockType[] = ['hero', 'button', 'spacer', 'divider'];

/** Blocks that stand across all columns. */
const ACROSS: readonly BlockType[] = ['hero', 'spacer', 'divider'];

/** What stands over a block that is the whole page; an event's date and a contact's picture stand there themselves. */
const EMBLEMS: Readonly<Partial<Record<BlockType, string>>> = {
  gallery: 'images',
  appBadges: 'phone-fill',
  video: 'play-fill',
  mp3: 'music-note-beamed',
  pdf: 'file-earmark-pdf-fill',
  socialLinks: 'people-fill',
  coupon: 'ticket-perforated-fill',
  rating: 'star-fill',
  feedback: 'chat-heart-fill',
  text: 'chat-square-text-fill',
  wifi: 'wifi',
  menu: 'cup-hot-fill',
  businessHours: 'clock-fill',
  leadForm: 'envelope-paper-fill',
  faq: 'question-lg',
};

/**
 * What the templates need to know of a page.
 *
 * @param translation the wording of the page itself
 */
export function buildPageView(page: PageDocument, { language, words }: Translation): PageView {
  const seen = new Map<BlockType, number>();
  const sections = page.layout?.sections;
  const columns = page.layout?.cols ?? 1;
  const alone = page.blocks.length === 1 && page.blocks.every(({ type }) => !BARE.includes(type));
  const view = (block: Block, path: string): BlockView => {
    const number = (seen.get(block.type) ?? 0) + 1;
    seen.set(block.type, number);
    const bare = BARE.includes(block.type);
    const folds = sections?.enabled === true && sections.collapsible && !bare;
    return {
      id: `b${path}`,
      type: block.type,
      props: block.props,
      children: block.children.map((child, at) => view(child, `${path}-${at + 1}`)),
      wrap: bare ? 'bare' : sections?.enabled === false ? 'plain' : (sections?.style ?? 'card'),
      foldedAs: folds ? (blockTitle(block) ?? readTypeName(block.type, words)) : undefined,
      open: sections?.default_open ?? true,
      number,
      leads: block.type === 'hero' && number === 1 && block.props.headline !== undefined,
      playable: block.type === 'video' && isVideoFile(block.props.url),
      emblem: alone && path === '1' && !folds ? EMBLEMS[block.type] : undefined,
      whole: leftOver.has(path),
    };
  };
  const leftOver = findAloneInRow(page.blocks, columns);
  const blocks = page.blocks.map((block, at) => view(block, String(at + 1)));
  return {
    language: page.language?.toLowerCase() ?? language,
    direction: textDirection(page.language ?? language),
    blocks,
    shape: alone ? 'single' : columns > 1 ? 'wide' : 'narrow',
    needsHeadline: !blocks.some(hasHeadline),
    description: findDescription(page),
  };
}

const readTypeName = (type: BlockType, { names, more }: Words): string =>
  new Map<BlockType, string>(Object.entries(names) as [BlockType, string][]).get(type) ?? more;

/** Blocks that would be alone in a row, beside nothing, because what follows stands across all columns. */
function findAloneInRow(blocks: readonly Block[], columns: number): Set<string> {
  const alone = new Set<string>();
  let inRow = 0;
  for (const [at, { type }] of blocks.entries()) {
    if (ACROSS.includes(type)) {
      inRow = 0;
      continue;
    }
    inRow = (inRow % columns) + 1;
    const next = blocks[at + 1];
    if (columns > 1 && inRow === 1 && (!next || ACROSS.includes(next.type))) alone.add(String(at + 1));
  }
  return alone;
}

const hasHeadline = (block: BlockView): boolean => block.leads || block.children.some(hasHeadline);
