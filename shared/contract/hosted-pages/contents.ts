import type { TObject } from 'typebox';
import { toCamelCase } from '../contract.js';
import { list, literal, named, object, optional, text, type Variants, webAddress } from '../fields.js';
import { blockProps } from './blocks.js';
import { pageDocument, pageLanguage } from './document.js';
import { contentBlocks, type PageType, pageTypes } from './page-types.js';
import { theme } from './theme.js';

/** Fields that every content may have. */
export const commonContent = object({ language: pageLanguage, theme: optional({ ...theme, advanced: true }) });

/** Content of type `url`: a redirect. */
export const urlContent = object({ url: webAddress(), title: optional(text({ maxLength: 200 })) });

/** Content of type `videos`, which becomes several blocks. */
export const videosContent = object({
  title: optional(text({ maxLength: 200 })),
  items: list(
    object({
      url: webAddress(),
      title: optional(text({ maxLength: 200 })),
      poster: optional({ ...webAddress(), advanced: true }),
    }),
    { minItems: 1, maxItems: 30 },
  ),
});

const withCommonContent = ({ properties }: TObject): TObject => object({ ...properties, ...commonContent.properties });

/** Returns the request schema of a type's `content`. */
export function findContentSchema(type: Exclude<PageType, 'page'>): TObject {
  if (type === 'url') return urlContent;
  return withCommonContent(type === 'videos' ? videosContent : blockProps[contentBlocks[type]]);
}

const TYPE_DESCRIPTION = { description: 'Type of the page' };

/** Request schemas of new pages, by type. */
export const pageVariants: Variants = {
  by: 'type',
  of: Object.fromEntries(
    pageTypes.map((type) => [type, named(`${toPascalCase(type)}Experience`, createVariantSchema(type))]),
  ),
};

function createVariantSchema(type: PageType): TObject {
  if (type === 'page') return object({ type: literal(type, TYPE_DESCRIPTION), page: pageDocument });
  const content = findContentSchema(type);
  return object(
    {
      type: literal(type, TYPE_DESCRIPTION),
      content: { ...content, description: 'Content of this type' },
    },
    type === 'lead_form' ? { advanced: true } : {},
  );
}

/** `vcard_plus` → `VcardPlus`. */
function toPascalCase(type: string): string {
  const word = toCamelCase(type.replaceAll('_', '-'));
  return word.charAt(0).toUpperCase() + word.slice(1);
}
