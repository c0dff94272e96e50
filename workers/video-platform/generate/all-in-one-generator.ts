import { allInOneGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { PACKS } from './examples.js';
import { generator } from './generator.js';
import { DESCRIPTION_INSTRUCTIONS, TAGS_INSTRUCTIONS, TITLE_INSTRUCTIONS } from './instructions.js';
import { finishDescription, finishTitle, limitTags } from './limits.js';

export default generator(allInOneGenerator, {
  name: 'all_in_one',
  draft: object({ title: text(), description: text(), tags: list(text()) }),
  instructions: `Three texts for one video that belong together. ${TITLE_INSTRUCTIONS} ${DESCRIPTION_INSTRUCTIONS} ${TAGS_INSTRUCTIONS}`,
  examples: PACKS,
  maxTokens: 1_500,
  compose: ({ composer }) => ({
    title: composer.title(),
    description: composer.description(),
    tags: composer.tags(),
  }),
  finish: ({ title, description, tags }, { composer, decoration }) => ({
    title: finishTitle(title, 'none', decoration),
    description: finishDescription(description, 'none', 'none', decoration),
    tags: limitTags(tags, composer.tags()),
  }),
});
