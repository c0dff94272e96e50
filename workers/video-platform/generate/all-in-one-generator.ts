import { allInOneGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { composeDescription, DESCRIPTION_ORDER } from './writing/description.js';
import { generator } from './writing/generator.js';
import { settleDescription, settleTags, settleTitle } from './writing/guarantees.js';
import { TAGS_ORDER, tagIdeas } from './writing/tag-ideas.js';
import { composeTitle, TITLE_ORDER } from './writing/title.js';
import { PACKS } from './writing/worked-examples.js';

export default generator(allInOneGenerator, {
  name: 'all_in_one',
  draft: object({ title: text(), description: text(), tags: list(text()) }),
  order: `Three texts for one video that belong together. ${TITLE_ORDER} ${DESCRIPTION_ORDER} ${TAGS_ORDER}`,
  examples: PACKS,
  maxTokens: 1_500,
  compose: ({ brief, composer }) => ({
    title: composeTitle(brief, composer),
    description: composeDescription(brief, composer),
    tags: tagIdeas(brief, composer),
  }),
  settle: ({ title, description, tags }, { brief, composer, terms }) => ({
    title: settleTitle(title, 'none', terms),
    description: settleDescription(description, 'none', 'none', terms),
    tags: settleTags(tags, tagIdeas(brief, composer)),
  }),
});
