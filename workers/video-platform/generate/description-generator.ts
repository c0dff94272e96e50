import { descriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { composeDescription, DESCRIPTION_ORDER } from './writing/description.js';
import { generator } from './writing/generator.js';
import { settleDescription } from './writing/guarantees.js';
import { DESCRIPTIONS } from './writing/worked-examples.js';

export default generator(descriptionGenerator, {
  name: 'description',
  draft: object({ description: text() }),
  order: DESCRIPTION_ORDER,
  examples: DESCRIPTIONS,
  maxTokens: 900,
  compose: ({ brief, composer }) => ({ description: composeDescription(brief, composer) }),
  settle: ({ description }, { input, terms }) => ({
    description: settleDescription(description, input.emojis_mode, input.hashtags_mode, terms),
  }),
});
