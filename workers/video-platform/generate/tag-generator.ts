import { tagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { TAGS } from './examples.js';
import { generator } from './generator.js';
import { TAGS_INSTRUCTIONS } from './instructions.js';
import { limitTags } from './limits.js';

export default generator(tagGenerator, {
  name: 'tags',
  draft: object({ tags: list(text()) }),
  instructions: TAGS_INSTRUCTIONS,
  examples: TAGS,
  maxTokens: 400,
  compose: ({ composer }) => ({ tags: composer.tags() }),
  finish: ({ tags }, { composer }) => ({ tags: limitTags(tags, composer.tags()) }),
});
