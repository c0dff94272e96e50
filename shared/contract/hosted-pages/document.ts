import type { Static } from 'typebox';
import { LARGEST_CHILDREN, LARGEST_CONTENT, LONGEST_WORD, MOST_BLOCKS } from '../bounds.js';
import { errors } from '../errors.js';
import {
  anything,
  colour,
  flag,
  integer,
  list,
  named,
  object,
  oneOf,
  optional,
  text,
  varying,
  withDefault,
} from '../fields.js';
import { type Block, blockVariants } from './blocks.js';
import { type Theme, theme } from './theme.js';

const rawBlock = varying(
  object({
    type: text({
      description: 'hero, gallery, appBadges, video, mp3, pdf, socialLinks, event, coupon, rating, …',
      maxLength: LONGEST_WORD,
    }),
    props: optional(anything({ description: 'What the block shows, by type', maxJson: LARGEST_CONTENT })),
    children: optional(anything({ description: 'Blocks inside this one', maxJson: LARGEST_CHILDREN })),
  }),
  blockVariants,
);

const block = named('Block', rawBlock);

const sections = object({
  enabled: withDefault(flag(), true),
  collapsible: withDefault(flag(), false),
  default_open: withDefault(flag(), true),
  style: withDefault(oneOf(['card', 'plain']), 'card'),
  radius: optional(integer({ minimum: 0, maximum: 64 })),
  border: optional(
    text({
      pattern: '^(none|\\d{1,2}px (solid|dashed|dotted) #([0-9a-fA-F]{3}|[0-9a-fA-F]{6}))$',
      shape: 'none, or a border such as 1px solid #dddddd',
    }),
  ),
  background: optional(colour()),
});

/** The language of a page; its own wording follows it. */
export const pageLanguage = optional(
  text({
    pattern: '^[a-zA-Z]{2}$',
    shape: 'a two-letter language code such as en',
    description: "Language of the page (ISO 639-1); without it buttons and dates follow the visitor's browser",
  }),
);

/** The QR page document, as it is sent; its blocks are read further by their types. */
export const pageDocument = named(
  'PageDocument',
  object(
    {
      version: integer({
        minimum: 1,
        maximum: 1,
        description: '1 is the version in use',
        missing: errors.pageVersionRequired,
      }),
      title: optional(
        text({ maxLength: 200, description: 'Title of the page; by default its first headline or title' }),
      ),
      language: pageLanguage,
      theme: optional(theme),
      layout: optional(
        object({
          cols: withDefault(integer({ minimum: 1, maximum: 4, description: 'Columns, on desktops only' }), 1),
          gap: withDefault(integer({ minimum: 0, maximum: 96, description: 'Pixels between blocks' }), 24),
          sections: optional(sections),
        }),
      ),
      blocks: list(block, {
        maxItems: MOST_BLOCKS,
        tooLong: () => errors.tooManyBlocks({ limit: MOST_BLOCKS }),
        missing: errors.pageBlocksRequired,
        description: 'What the page shows, in order',
      }),
    },
    { description: 'The QR page document' },
  ),
);

export type SentDocument = Static<typeof pageDocument>;

/** A page document as it is kept: every field known, every value checked. */
export interface PageDocument extends Omit<SentDocument, 'blocks' | 'theme'> {
  theme?: Theme;
  blocks: Block[];
}

/** Every block of a page, those inside others included, in the order of the page. */
export const allBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...allBlocks(block.children)]);

/** What can be wrong with a page document beyond a single value. */
export const pageErrors = [
  errors.pageRequired,
  errors.pageVersionRequired,
  errors.pageBlocksRequired,
  errors.blockTypeUnknown,
  errors.tooManyBlocks,
  errors.blocksTooDeep,
  errors.pageTooLarge,
  errors.photoUnreadable,
  errors.photoTooLarge,
  errors.photoTooCostly,
  errors.tooManyPhotos,
];

/** The title of a page: its own, else the first headline, title or name on it. */
export function findTitle(page: PageDocument): string {
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
    case 'wifi':
      return block.props.title ?? block.props.ssid;
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

const LONGEST_DESCRIPTION = 160;

/** The first words of a page, for what others show of it; empty where there are none. */
export function findDescription({ blocks }: Pick<PageDocument, 'blocks'>): string {
  for (const { props } of blocks) {
    const words = 'description' in props ? props.description : 'text' in props ? props.text : undefined;
    if (words) return words.slice(0, LONGEST_DESCRIPTION);
  }
  return '';
}
