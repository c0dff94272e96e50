import { tagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { TAGS } from './examples.js';
import { generator } from './generator.js';
import { limitTags } from './limits.js';
import { TAGS_ORDER } from './orders.js';

export default generator(tagGenerator, {
  name: 'tags',
  draft: object({ tags: list(text()) }),
  order: TAGS_ORDER,
  examples: TAGS,
  maxTokens: 400,
  compose: ({ composer }) => ({ tags: composer.tags() }),
  finish: ({ tags }, { composer }) => ({ tags: limitTags(tags, composer.tags()) }),
});
