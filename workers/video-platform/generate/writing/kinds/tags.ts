import { list, object, text } from '../../../../../shared/contract/fields.js';
import { settleTags } from '../guarantees.js';
import { tagIdeas } from '../tag-ideas.js';
import type { Kind } from '../write.js';

const draft = object({ tags: list(text()) });

export const TAGS_ORDER =
  '15 to 25 search tags of one to four words that viewers of the video would type, the most specific first, no repetition.';

/** The tags of a video. */
export const tagsKind: Kind<typeof draft, string[]> = {
  name: 'tags',
  draft,
  order: TAGS_ORDER,
  maxTokens: 400,
  compose: (brief, composer) => ({ tags: tagIdeas(brief, composer) }),
  settle: ({ tags }, _terms, brief, composer) => settleTags(tags, tagIdeas(brief, composer)),
};
