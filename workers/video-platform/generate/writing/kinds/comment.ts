import { object, text } from '../../../../../shared/contract/fields.js';
import type { EmojiMode } from '../../../../lib/text/emoji.js';
import { settleComment } from '../guarantees.js';
import type { Kind } from '../write.js';

const draft = object({ comment: text() });

/** What a viewer says, in the order of saying it. */
const PLANS: readonly (readonly string[])[] = [
  ['comment-open', 'comment-body'],
  ['comment-open', 'comment-body', 'comment-end'],
  ['comment-body', 'comment-open'],
  ['comment-open', 'comment-end'],
  ['comment-open', 'comment-mood', 'comment-body'],
];

/** A comment under a video on the topic, as a viewer would write it. */
export const commentKind = (emojis: EmojiMode): Kind<typeof draft, string> => ({
  name: 'comment',
  draft,
  order:
    'A comment that a real viewer leaves under a video on the topic: one to four sentences, first person, concrete, no ' +
    'advertising, no summary of the video.',
  maxTokens: 300,
  compose: (_brief, composer) => ({ comment: composer.tell(composer.pick(PLANS)) }),
  settle: ({ comment }, terms) => settleComment(comment, emojis, terms),
});
