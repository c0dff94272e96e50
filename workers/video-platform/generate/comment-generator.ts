import { commentGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { object, text } from '../../../shared/contract/fields.js';
import { COMMENTS } from './examples.js';
import { generator } from './generator.js';
import { finishComment } from './limits.js';

export default generator(commentGenerator, {
  name: 'comment',
  draft: object({ comment: text() }),
  instructions:
    'A comment that a real viewer leaves under a video on the topic: one to four sentences, first person, concrete, no ' +
    'advertising, no summary of the video. A good one brings something of its own life and says nothing of what the video shows: ' +
    'you have not seen it.',
  examples: COMMENTS,
  maxTokens: 300,
  compose: ({ composer }) => ({ comment: composer.comment() }),
  finish: ({ comment }, { input, decoration }) => ({ comment: finishComment(comment, input.emojis_mode, decoration) }),
});
