import { titleGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { generator } from './writing/generator.js';
import { settleTitle } from './writing/guarantees.js';
import { composeTitle, TITLE_ORDER } from './writing/title.js';
import { TITLES } from './writing/worked-examples.js';

export default generator(titleGenerator, {
  name: 'title',
  draft: object({ title: text() }),
  order: TITLE_ORDER,
  examples: TITLES,
  maxTokens: 200,
  compose: ({ brief, composer }) => ({ title: composeTitle(brief, composer) }),
  settle: ({ title }, { input, terms }) => ({ title: settleTitle(title, input.emojis_mode, terms) }),
});
