import { scriptGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import type { Input } from '../../../shared/contract/contract.js';
import { object, text } from '../../../shared/contract/fields.js';
import { everyWord } from '../../lib/text/words.js';
import type { Composer } from '../../lib/writing/compose.js';
import type { Brief } from './writing/brief.js';
import { withPlace } from './writing/composer.js';
import { generator } from './writing/generator.js';
import { settleScript } from './writing/guarantees.js';

type Person = Input<typeof scriptGenerator>['person'];

/** A hook, five scenes, an outro. */
export default generator(scriptGenerator, {
  name: 'script',
  draft: object({ script: text() }),
  order: ({ person }) =>
    'The script of one video of about three minutes, 420 to 600 words of plain text: a hook, four to six scenes, each with a heading, ' +
    'what is on screen and what is said, and an outro. Separate them by blank lines. ' +
    (person === '1st'
      ? 'The narrator speaks as "I".'
      : 'The narrator speaks in the third person and never says "I" or "we".'),
  maxTokens: 1_600,
  compose: ({ input, brief, composer }) => ({ script: composeScript(input.person, brief, composer) }),
  settle: ({ script }) => ({ script: settleScript(script) }),
});

/** Scripts with fewer words than this get more lines in their scenes. */
const AIM_WORDS = 340;

/** What the scenes of a video do, in order. The story can be told in more than one way. */
const PLANS: readonly (readonly string[])[] = [
  ['start', 'problem', 'method', 'turn', 'result'],
  ['problem', 'start', 'method', 'example', 'result'],
  ['start', 'method', 'example', 'problem', 'result'],
  ['start', 'example', 'problem', 'method', 'result'],
];

/** The scenes in which something is said of the topic's field. */
const THEMED: ReadonlySet<string> = new Set(['method', 'example']);

function composeScript(person: Person, brief: Brief, composer: Composer): string {
  const ask = { facts: { person } };
  const colon = composer.phrase('colon');
  const hook = [
    composer.phrase('hook'),
    [composer.find('script-label'), composer.tell(['script-hook', 'script-promise'], ask)].filter(Boolean).join(' '),
  ];
  const scenes = composer.pick(PLANS).map((role, at) => {
    const scene = { facts: { person, role } };
    const head = [
      `${composer.phrase('scene')} ${at + 1}${colon}${composer.say('script-heading', scene)}`,
      `${composer.phrase('on screen')}${colon}${composer.say('script-visual', scene)}`,
    ];
    const ofItsField = THEMED.has(role) ? composer.find('script-theme') : undefined;
    const lines = composer.list('script-voice', ofItsField === undefined ? 3 : 2, scene);
    const voice = [...lines, ofItsField, composer.find('script-tone', scene)];
    return { scene, head, voice: voice.filter((line) => line !== undefined) };
  });
  const outro = [
    composer.phrase('outro'),
    withPlace(composer.tell(['script-outro', 'script-cta'], ask), brief, composer),
  ];
  const whole = () =>
    [hook, ...scenes.map(({ head, voice }) => [...head, voice.join(' ')]), outro]
      .map((lines) => lines.join('\n'))
      .join('\n\n');
  for (const { scene, voice } of scenes) {
    if (everyWord(whole()).length >= AIM_WORDS) break;
    voice.push(...composer.list('script-voice', 2, scene));
  }
  return whole();
}
