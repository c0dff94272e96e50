import { list, object, text } from '../../../../../shared/contract/fields.js';
import { settleDescription, settleTags, settleTitle } from '../guarantees.js';
import { tagIdeas } from '../tag-ideas.js';
import type { Kind } from '../write.js';
import { composeDescription, DESCRIPTION_ORDER } from './description.js';
import { TAGS_ORDER } from './tags.js';
import { composeTitle, TITLE_ORDER } from './title.js';

const draft = object({ title: text(), description: text(), tags: list(text()) });

export interface Pack {
  title: string;
  description: string;
  tags: string[];
}

/** Title, description and tags of one video that belong together. */
export const allInOneKind: Kind<typeof draft, Pack> = {
  name: 'all_in_one',
  draft,
  order: `Three texts for one video that belong together. ${TITLE_ORDER} ${DESCRIPTION_ORDER} ${TAGS_ORDER}`,
  maxTokens: 1_500,
  compose: (brief, composer) => ({
    title: composeTitle(brief, composer),
    description: composeDescription(brief, composer),
    tags: tagIdeas(brief, composer),
  }),
  settle: ({ title, description, tags }, terms, brief, composer) => ({
    title: settleTitle(title, 'none', terms),
    description: settleDescription(description, 'none', 'none', terms),
    tags: settleTags(tags, tagIdeas(brief, composer)),
  }),
};
