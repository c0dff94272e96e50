import type { Block, BlockType } from '../../../shared/contract/hosted-pages/blocks.js';
import { blockTitle, findDescription, type PageDocument } from '../../../shared/contract/hosted-pages/document.js';
import { guessLanguage } from './guess-language.js';
import type { Words } from './words/en.js';
import type { Translation } from './words/index.js';
import { textDirection } from './words/index.js';

/** A block as templates render it. */
export interface BlockView {
  /** Unique on the page, and stable. */
  readonly id: string;
  readonly type: BlockType;
  readonly props: Block['props'];
  readonly children: readonly BlockView[];
  /** Frame of the block: a card, a plain section, or none. */
  readonly wrap: 'card' | 'plain' | 'bare';
  /** Heading of a collapsible block; undefined for others. */
  readonly foldedAs: string | undefined;
  readonly open: boolean;
  /** Position among the blocks of its type, from 1; part of the URLs of its files. */
  readonly number: number;
  /** True if its headline is that of the page. */
  readonly leads: boolean;
  readonly playable: boolean;
  /** Icon above a block that is the whole page. */
  readonly emblem: string | undefined;
  /** True if it is alone in a row, and takes all columns. */
  readonly whole: boolean;
}

interface PageView {
  /** Language of the content; that of the controls where it is not known. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly blocks: readonly BlockView[];
  /** One block alone, blocks below each other, or in columns. */
  readonly shape: 'single' | 'narrow' | 'wide';
  /** True if no block contains the headline of the page. */
  readonly needsHeadline: boolean;
  /** For link previews. */
  readonly description: string;
}

const VIDEO_FILE = /\.(mp4|m4v|webm|ogv|mov)$/i;

/** True if a browser can play the file at a URL. */
export const isVideoFile = (url: string): boolean => VIDEO_FILE.test(new URL(url).pathname);

/** Blocks without a frame. */
const BARE: readonly BlockType[] = ['hero', 'button', 'spacer', 'divider'];

/** Blocks that span all columns. */
const ACROSS: readonly BlockType[] = ['hero', 'spacer', 'divider'];

/** Icons above a block that is the whole page. Events and contacts show a date or a picture there. */
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
 * Builds the view of a page for the templates.
 *
 * @param translation wording of the controls
 */
export function buildPageView(page: PageDocument, title: string, { language: controls, words }: Translation): PageView {
  const language =
    page.language?.toLowerCase() ?? guessLanguage([title, ...listTexts(page.blocks)].join(' ')) ?? controls;
  const counts = new Map<BlockType, number>();
  const sections = page.layout?.sections;
  const columns = page.layout?.cols ?? 1;
  const alone = page.blocks.length === 1 && page.blocks.every(({ type }) => !BARE.includes(type));
  const view = (block: Block, path: string): BlockView => {
    const number = (counts.get(block.type) ?? 0) + 1;
    counts.set(block.type, number);
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
      whole: aloneInRow.has(path),
    };
  };
  const aloneInRow = findAloneInRow(page.blocks, columns);
  const blocks = page.blocks.map((block, at) => view(block, String(at + 1)));
  return {
    language,
    direction: textDirection(language),
    blocks,
    shape: alone ? 'single' : columns > 1 ? 'wide' : 'narrow',
    needsHeadline: !blocks.some(hasHeadline),
    description: findDescription(page),
  };
}

/** Text with spaces, or in a script that is written without them. */
const IS_PROSE = /\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Returns all texts anywhere in a value, without URLs, codes and other single words. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return IS_PROSE.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

const readTypeName = (type: BlockType, { names, more }: Words): string =>
  new Map<BlockType, string>(Object.entries(names) as [BlockType, string][]).get(type) ?? more;

/** Returns the paths of blocks that are alone in a row because the next block spans all columns. */
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
