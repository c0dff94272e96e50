import { scriptGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import type { Input } from '../../../shared/contract/contract.js';
import { object, text } from '../../../shared/contract/fields.js';
import { cutAtSentence } from '../../lib/text/plain-text.js';
import { SCRIPTS } from './examples.js';
import { generator } from './generator.js';
import { LIMITS } from './limits.js';

type Person = Input<typeof scriptGenerator>['person'];

const instructionsFor = (person: Person): string =>
  'The script of one video of about three minutes, 420 to 600 words of plain text: a hook, four to six scenes, each with a heading, ' +
  'what is on screen and what is said, and an outro. Separate them by blank lines. A good one is spoken language: short sentences, ' +
  'one thing after the other, a reason to stay in each scene; what is on screen can be filmed with a telephone. ' +
  (person === '1st'
    ? 'The narrator speaks as "I".'
    : 'The narrator speaks in the third person and never says "I" or "we".');

export default generator(scriptGenerator, {
  name: 'script',
  draft: object({ script: text() }),
  instructions: ({ person }) => instructionsFor(person),
  examples: SCRIPTS,
  maxTokens: 1_600,
  compose: ({ composer }) => ({ script: composer.script() }),
  finish: ({ script }) => ({ script: cutAtSentence(script, LIMITS.script, 0) }),
});
