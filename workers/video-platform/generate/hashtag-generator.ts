import { hashtagGenerator } from '../../../shared/contract/catalogue/video-platform-generate.js';
import { list, object, text } from '../../../shared/contract/fields.js';
import { generator } from './writing/generator.js';
import { LIMITS, settleHashtags } from './writing/guarantees.js';
import { hashtagIdeas } from './writing/tag-ideas.js';
import { HASHTAGS } from './writing/worked-examples.js';

/** Longest hashtag that reads well in the middle of a sentence, and how many of them are strewn into a text. */
const SHORT = 16;
const STREWN = 6;
/** How many stand at the end of a text. */
const AT_END = 7;

/**
 * Hashtags, chosen for where they will stand: seven for the end of a text, up to six short ones to strew into
 * its sentences, fifteen for a block.
 */
export default generator(hashtagGenerator, {
  name: 'hashtags',
  draft: object({ hashtags: list(text()) }),
  order:
    '15 hashtags for one video without spaces, the most specific first, then broader ones, no repetition. Good ones are ' +
    'searched for by people who want exactly this video; none that fits every video (viral, fyp).',
  examples: HASHTAGS,
  maxTokens: 300,
  compose: ({ brief, composer }) => ({ hashtags: hashtagIdeas(brief, composer) }),
  settle({ hashtags }, { input: { hashtags_mode: mode }, composer, terms: { hashtags: ideas } }) {
    if (mode === 'seo_block') return { hashtags: settleHashtags(hashtags, ideas, LIMITS.hashtags.most) };
    if (mode === 'end') return { hashtags: settleHashtags(hashtags, ideas, AT_END) };
    const short = [...settleHashtags(hashtags, [], 30), ...ideas].filter((tag) => tag.length <= SHORT);
    return { hashtags: settleHashtags(composer.shuffle(short.slice(0, STREWN)), ideas, STREWN) };
  },
});
