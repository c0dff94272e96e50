import { commentGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { generator } from './writing/generator.js';
import { settleComment } from './writing/guarantees.js';

/** What a viewer says, in the order of saying it. */
const PLANS: readonly (readonly string[])[] = [
  ['comment-open', 'comment-body'],
  ['comment-open', 'comment-body', 'comment-end'],
  ['comment-body', 'comment-open'],
  ['comment-open', 'comment-end'],
  ['comment-open', 'comment-mood', 'comment-body'],
];

export default generator(commentGenerator, {
  name: 'comment',
  draft: object({ comment: text() }),
  order:
    'A comment that a real viewer leaves under a video on the topic: one to four sentences, first person, concrete, no ' +
    'advertising, no summary of the video.',
  maxTokens: 300,
  compose: ({ composer }) => ({ comment: composer.tell(composer.pick(PLANS)) }),
  settle: ({ comment }, { input, terms }) => ({ comment: settleComment(comment, input.emojis_mode, terms) }),
});
