import { commentGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import type { Composer } from '../../lib/writing/compose.js';
import type { Brief } from './writing/brief.js';
import { generator } from './writing/generator.js';
import { settleComment } from './writing/guarantees.js';
import { viewerSlots } from './writing/slots.js';
import { tellerOf } from './writing/teller.js';
import { COMMENTS } from './writing/worked-examples.js';

/** What a viewer says, in the order of saying it. */
const PLANS: readonly (readonly string[])[] = [
  ['comment-open', 'comment-body'],
  ['comment-open', 'comment-body', 'comment-end'],
  ['comment-body', 'comment-open'],
  ['comment-open', 'comment-end'],
  ['comment-open', 'comment-mood', 'comment-body'],
  ['comment-open', 'comment-mood'],
];

/** The same where a tone is asked for: what opens a comment belongs to its mood. */
const IN_TONE: readonly (readonly string[])[] = [
  ['comment-body', 'comment-end'],
  ['comment-body', 'comment-body'],
  ['comment-body', 'comment-body', 'comment-end'],
];

export default generator(commentGenerator, {
  name: 'comment',
  draft: object({ comment: text() }),
  order:
    'A comment that a real viewer leaves under a video on the topic: one to four sentences, first person, concrete, no ' +
    'advertising, no summary of the video. A good one brings something of its own life, names the thing that it is about, ' +
    'and says nothing of what the video shows: you have not seen it.',
  examples: COMMENTS,
  maxTokens: 300,
  compose: ({ brief, composer }) => ({ comment: composeComment(brief, composer) }),
  settle: ({ comment }, { input, terms }) => ({ comment: settleComment(comment, input.emojis_mode, terms) }),
});

/** Where a mood or a tone is asked for, most of what is said has it. */
function plansFor({ mood, tone }: Brief): readonly (readonly string[])[] {
  if (mood !== undefined) return PLANS.filter((plan) => plan.includes('comment-mood'));
  return tone === undefined ? PLANS : IN_TONE;
}

function composeComment(brief: Brief, composer: Composer): string {
  const teller = tellerOf(brief, composer);
  const slots = viewerSlots(brief);
  const plans = plansFor(brief);
  return composer
    .pick(plans)
    .map((move) => teller.find(move, { slots }))
    .filter(Boolean)
    .join(' ');
}
