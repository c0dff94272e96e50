import { channelDescriptionGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import type { Composer } from '../../lib/writing/compose.js';
import type { Brief } from './writing/brief.js';
import { mentions } from './writing/composer.js';
import { generator } from './writing/generator.js';
import { LIMITS, settleChannelDescription } from './writing/guarantees.js';
import { tellerOf } from './writing/teller.js';
import { CHANNEL_DESCRIPTIONS } from './writing/worked-examples.js';

export default generator(channelDescriptionGenerator, {
  name: 'channel_description',
  draft: object({ channelDescription: text() }),
  order:
    'The description of a channel about the topic: 300 to 480 characters, who it is for, what one finds there, an ' +
    'invitation to subscribe. A good one could be of no other channel: things rather than praise. Invent no names, dates ' +
    'or numbers.',
  examples: CHANNEL_DESCRIPTIONS,
  maxTokens: 300,
  compose: ({ brief, composer }) => ({ channelDescription: composeChannelDescription(brief, composer) }),
  settle: ({ channelDescription }) => ({ channelDescription: settleChannelDescription(channelDescription) }),
});

const PLANS: readonly (readonly string[])[] = [
  ['channel-open', 'channel-what', 'channel-keyword', 'channel-what', 'channel-cta'],
  ['channel-open', 'channel-keyword', 'channel-what', 'channel-for', 'channel-cta'],
  ['channel-what', 'channel-open', 'channel-keyword', 'channel-for', 'channel-cta'],
];

/** Sentences in the order of a plan as long as they fit; the invitation at the end always has its room. */
function composeChannelDescription(brief: Brief, composer: Composer): string {
  const { topic, keywords, context } = brief;
  const teller = tellerOf(brief, composer);
  const known = keywords.length > 0 ? keywords : context.keywords.slice(0, 3);
  const fresh = known.filter((keyword) => !mentions(topic.natural, keyword));
  const slots = { keyword: fresh.length > 0 ? fresh.join(composer.phrase('and')) : undefined };
  const plan = composer.pick(PLANS);
  const invitation = teller.say(plan.at(-1) ?? '', { slots, max: 200 });
  let text = '';
  for (const move of plan.slice(0, -1)) {
    const line = teller.find(move, { slots, max: LIMITS.channelDescription - text.length - invitation.length - 2 });
    if (line !== undefined) text += `${line} `;
  }
  return text + invitation;
}
