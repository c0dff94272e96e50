import { list, object, text } from '../../../../../shared/contract/fields.js';
import type { HashtagMode } from '../../../../lib/text/hashtags.js';
import { LIMITS, settleHashtags } from '../guarantees.js';
import { hashtagIdeas } from '../tag-ideas.js';
import type { Kind } from '../write.js';

const draft = object({ hashtags: list(text()) });

/** Longest hashtag that reads well in the middle of a sentence. */
const SHORT = 16;

/**
 * Hashtags, chosen for where they will stand: five to eight for the end of a text, up to six short ones to strew into
 * its sentences, fifteen for a block.
 */
export const hashtagsKind = (mode: Exclude<HashtagMode, 'none'>): Kind<typeof draft, string[]> => ({
  name: 'hashtags',
  draft,
  order: '15 hashtags for one video without spaces, the most specific first, then broader ones, no repetition.',
  maxTokens: 300,
  compose: (brief, composer) => ({ hashtags: hashtagIdeas(brief, composer) }),
  settle: ({ hashtags }, { hashtags: ideas, random }) => {
    if (mode === 'seo_block') return settleHashtags(hashtags, ideas, LIMITS.hashtags.most);
    if (mode === 'end') return settleHashtags(hashtags, ideas, 7);
    const short = [...settleHashtags(hashtags, [], 30), ...ideas].filter((tag) => tag.length <= SHORT);
    return settleHashtags(random.shuffle(short.slice(0, 6)), ideas, 6);
  },
});
