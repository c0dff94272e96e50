import { descriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { DESCRIPTIONS } from './examples.js';
import { generator } from './generator.js';
import { finishDescription } from './limits.js';
import { DESCRIPTION_ORDER } from './orders.js';

export default generator(descriptionGenerator, {
  name: 'description',
  draft: object({ description: text() }),
  order: DESCRIPTION_ORDER,
  examples: DESCRIPTIONS,
  maxTokens: 900,
  compose: ({ composer }) => ({ description: composer.description() }),
  finish: ({ description }, { input, decoration }) => ({
    description: finishDescription(description, input.emojis_mode, input.hashtags_mode, decoration),
  }),
});
