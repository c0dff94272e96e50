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
      description:
        'Type of the block: hero, gallery, appBadges, video, mp3, pdf, socialLinks, event, coupon, rating, …',
      brief:
        'Also appBadges, vcardPlus, businessHours, leadForm, mp3, pdf, event, coupon, rating, feedback, wifi, menu, faq: props as content of that type',
      maxLength: LONGEST_WORD,
    }),
    props: optional(
      anything({ description: 'Content of the block; depends on its type', brief: '', maxJson: LARGEST_CONTENT }),
    ),
    children: optional(anything({ description: 'Nested blocks', advanced: true, maxJson: LARGEST_CHILDREN })),
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

/** Language of a page, which the wording of its controls follows. */
export const pageLanguage = optional(
  named(
    'PageLanguage',
    text({
      pattern: '^[a-zA-Z]{2}$',
      shape: 'a two-letter language code such as en',
      description: "Language of the page (ISO 639-1); by default, buttons and dates follow the visitor's browser",
      advanced: true,
    }),
  ),
);

/** The page document in a request. Blocks are validated further by their types. */
export const pageDocument = named(
  'PageDocument',
  object(
    {
      version: integer({
        minimum: 1,
        maximum: 1,
        description: 'Version of the document format',
        brief: 'Always 1',
        missing: errors.pageVersionRequired,
      }),
      title: optional(
        text({ maxLength: 200, description: 'Title of the page; defaults to its first headline or title', brief: '' }),
      ),
      language: pageLanguage,
      theme: optional({ ...theme, brief: '' }),
      layout: optional(
        object(
          {
            cols: withDefault(
              integer({ minimum: 1, maximum: 4, description: 'Number of columns, on desktops only' }),
              1,
            ),
            gap: withDefault(integer({ minimum: 0, maximum: 96, description: 'Space between blocks in pixels' }), 24),
            sections: optional(sections),
          },
          { advanced: true },
        ),
      ),
      blocks: list(block, {
        maxItems: MOST_BLOCKS,
        tooLong: () => errors.tooManyBlocks({ limit: MOST_BLOCKS }),
        missing: errors.pageBlocksRequired,
        description: 'Blocks of the page, in order',
        brief: '',
      }),
    },
    { description: 'QR page document' },
  ),
);

export type SentDocument = Static<typeof pageDocument>;

/** A validated page document, as it is stored. */
export interface PageDocument extends Omit<SentDocument, 'blocks' | 'theme'> {
  theme?: Theme;
  blocks: Block[];
}

/** Returns every block of a page, including nested ones, in order. */
export const flattenBlocks = (blocks: readonly Block[]): Block[] =>
  blocks.flatMap((block) => [block, ...flattenBlocks(block.children)]);

/** Errors of a page document beyond invalid values. */
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

/** Returns the title of a page: its own, else the first headline, title or name on it. */
export function findTitle(page: PageDocument): string {
  if (page.title) return page.title;
  for (const block of flattenBlocks(page.blocks)) {
    const title = blockTitle(block);
    if (title) return title;
  }
  return 'Page';
}

/** Returns the title of a block, or what serves as one. */
export function blockTitle(block: Block): string | undefined {
  switch (block.type) {
    case 'hero':
      return block.props.headline;
    case 'vcardPlus':
      return [block.props.first_name, block.props.last_name].filter(Boolean).join(' ') || block.props.org;
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

const LONGEST_DESCRIPTION = 160;

/** Returns the beginning of the first text of a page, for link previews; empty if there is none. */
export function findDescription({ blocks }: Pick<PageDocument, 'blocks'>): string {
  for (const { props } of blocks) {
    const text = 'description' in props ? props.description : 'text' in props ? props.text : undefined;
    if (text) return text.slice(0, LONGEST_DESCRIPTION);
  }
  return '';
}
