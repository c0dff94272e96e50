// Contract that the editor of the studio embeds: schemas of its forms, prices, and colours of the presets. The build embeds it.
import { resolveLook } from '../features/pages/looks.js';
import { toCredits } from '../shared/contract/amounts.js';
import { generate } from '../shared/contract/catalogue/qr-code.js';
import { generateExperience } from '../shared/contract/catalogue/qr-experience.js';
import { imageFields } from '../shared/contract/catalogue/qr-image.js';
import { blockProps } from '../shared/contract/hosted-pages/blocks.js';
import { urlContent, videosContent } from '../shared/contract/hosted-pages/contents.js';
import { ownerFields } from '../shared/contract/hosted-pages/page-fields.js';
import { contentBlocks, isContentType, pageTypes } from '../shared/contract/hosted-pages/page-types.js';
import { presets, theme } from '../shared/contract/hosted-pages/theme.js';
import { directContents } from '../shared/contract/qr-content/contents.js';

/** Keywords that forms use. */
const KEYWORDS = [
  ...['type', 'const', 'enum', 'default', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
  ...['pattern', 'format', 'required', 'title'],
];

/** Returns a schema with the keywords that forms use. */
function reduce(schema: object): object {
  const given = new Map<string, unknown>(Object.entries(schema));
  const reduced = new Map(KEYWORDS.flatMap((name) => (given.has(name) ? [[name, given.get(name)]] : [])) as never);
  const properties = given.get('properties');
  if (properties) reduced.set('properties', reduceAll(Object(properties)));
  const items = given.get('items');
  if (items) reduced.set('items', reduce(Object(items)));
  const variants = given.get('variants');
  if (variants) reduced.set('variants', { by: Object(variants).by, of: reduceAll(Object(variants).of) });
  return Object.fromEntries(reduced);
}

const reduceAll = (schemas: Readonly<Record<string, object>>): object =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, reduce(schema)]));

const swatches = Object.fromEntries(
  presets.map((preset) => {
    const { primary, accent, surface, background } = resolveLook({ preset }, undefined);
    return [preset, { primary, accent, surface, background }];
  }),
);

export const studioContract = {
  blocks: reduceAll(blockProps),
  /** Contents of page types that are no block. */
  contents: { url: reduce(urlContent), videos: reduce(videosContent) },
  /** Types of blocks of the other page types. */
  contentBlocks: Object.fromEntries(pageTypes.filter(isContentType).map((type) => [type, contentBlocks[type]])),
  theme: reduce(theme),
  swatches,
  owner: reduceAll(ownerFields),
  direct: reduceAll(directContents),
  image: reduceAll(imageFields),
  prices: { page: toCredits(generateExperience.cost), code: toCredits(generate.cost) },
};
