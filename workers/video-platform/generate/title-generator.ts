import { titleGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { TITLES } from './examples.js';
import { generator } from './generator.js';
import { TITLE_INSTRUCTIONS } from './instructions.js';
import { finishTitle } from './limits.js';

export default generator(titleGenerator, {
  name: 'title',
  draft: object({ title: text() }),
  instructions: TITLE_INSTRUCTIONS,
  examples: TITLES,
  maxTokens: 200,
  compose: ({ composer }) => ({ title: composer.title() }),
  finish: ({ title }, { input, decoration }) => ({ title: finishTitle(title, input.emojis_mode, decoration) }),
});
