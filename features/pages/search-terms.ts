import type { Experience } from './collections.js';

/** Terms of one experience, and characters of each. */
const MOST = 60;
const LONGEST = 100;

/** What is looked at of an experience; what is undefined is not there. */
type Described = Pick<Experience, 'title' | 'target' | 'page'> & {
  [Field in 'label' | 'slug' | 'targets']?: Experience[Field] | undefined;
};

/** What operators find an experience by: words of what it is called, and hosts to which it leads. In lower case. */
export function searchTerms({ title, label = '', slug, target, targets, page }: Described): string[] {
  const hosts = hostsIn([target, targets, page]);
  const words = `${title} ${label}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const terms = new Set([...(slug ? [slug] : []), ...hosts, ...words]);
  return [...terms].map((term) => term.slice(0, LONGEST)).slice(0, MOST);
}

/** The hosts of all addresses anywhere in a value. */
function hostsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^https?:\/\//i.test(value) && URL.canParse(value) ? [new URL(value).hostname] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(hostsIn) : [];
}
