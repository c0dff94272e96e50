import { descriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { DESCRIPTIONS } from './examples.js';
import { generator } from './generator.js';
import { DESCRIPTION_INSTRUCTIONS } from './instructions.js';
import { finishDescription } from './limits.js';

export default generator(descriptionGenerator, {
  name: 'description',
  draft: object({ description: text() }),
  instructions: DESCRIPTION_INSTRUCTIONS,
  examples: DESCRIPTIONS,
  maxTokens: 900,
  compose: ({ composer }) => ({ description: composer.description() }),
  finish: ({ description }, { input, decoration }) => ({
    description: finishDescription(description, input.emojis_mode, input.hashtags_mode, decoration),
  }),
});
