import { hashtagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { HASHTAGS } from './examples.js';
import { generator } from './generator.js';
import { LIMITS, limitHashtags } from './limits.js';

/** Maximum length of a hashtag that is scattered over a text, and number of them. */
const SHORT = 16;
const SCATTERED = 6;
/** Number of hashtags at the end of a text. */
const AT_END = 7;

/**
 * Hashtags, chosen for where they will stand: up to seven for the end of a text, up to six short ones to scatter over its
 * sentences, up to fifteen for a block.
 */
export default generator(hashtagGenerator, {
  name: 'hashtags',
  draft: object({ hashtags: list(text()) }),
  instructions:
    '15 hashtags for one video without spaces, the most specific first, then broader ones, no repetition. Good ones are ' +
    'searched for by people who want exactly this video; none that fits every video (viral, fyp).',
  examples: HASHTAGS,
  maxTokens: 300,
  compose: ({ composer }) => ({ hashtags: composer.hashtags() }),
  finish({ hashtags }, { input: { hashtags_mode: mode }, composer, decoration: { random } }) {
    const more = composer.hashtags();
    if (mode === 'seo_block') return { hashtags: limitHashtags(hashtags, more, LIMITS.hashtags.most) };
    if (mode === 'end') return { hashtags: limitHashtags(hashtags, more, AT_END) };
    const short = [...limitHashtags(hashtags, [], 30), ...more].filter((tag) => tag.length <= SHORT);
    return { hashtags: limitHashtags(random.shuffle(short.slice(0, SCATTERED)), more, SCATTERED) };
  },
});
