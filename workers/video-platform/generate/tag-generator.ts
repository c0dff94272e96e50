import { tagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { generator } from './writing/generator.js';
import { settleTags } from './writing/guarantees.js';
import { TAGS_ORDER, tagIdeas } from './writing/tag-ideas.js';
import { TAGS } from './writing/worked-examples.js';

export default generator(tagGenerator, {
  name: 'tags',
  draft: object({ tags: list(text()) }),
  order: TAGS_ORDER,
  examples: TAGS,
  maxTokens: 400,
  compose: ({ brief, composer }) => ({ tags: tagIdeas(brief, composer) }),
  settle: ({ tags }, { brief, composer }) => ({ tags: settleTags(tags, tagIdeas(brief, composer)) }),
});
