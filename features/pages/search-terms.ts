import type { HostedPage } from './collections.js';

/** Terms of one experience, and characters of each. */
const MOST_TERMS = 60;
const LONGEST_TERM = 100;

/** What is looked at of an experience; what is undefined is not there. */
type SearchableFields = Pick<HostedPage, 'title' | 'target' | 'page'> & {
  [Field in 'label' | 'slug' | 'targets']?: HostedPage[Field] | undefined;
};

/** What operators find an experience by: words of what it is called, and hosts to which it leads. In lower case. */
export function extractSearchTerms({ title, label = '', slug, target, targets, page }: SearchableFields): string[] {
  const hosts = findHosts([target, targets, page]);
  const words = `${title} ${label}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const terms = new Set([...(slug ? [slug] : []), ...hosts, ...words]);
  return [...terms].map((term) => term.slice(0, LONGEST_TERM)).slice(0, MOST_TERMS);
}

/** The hosts of all addresses anywhere in a value. */
function findHosts(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^https?:\/\//i.test(value) && URL.canParse(value) ? [new URL(value).hostname] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findHosts) : [];
}
