import type { HostedPage } from './collections.js';

/** Maximum number of terms of a page, and of characters of a term. */
const MOST_TERMS = 60;
const LONGEST_TERM = 100;

type SearchableFields = Pick<HostedPage, 'title' | 'target' | 'page'> & {
  [Field in 'label' | 'slug' | 'targets' | 'ended']?: HostedPage[Field] | undefined;
};

/** Extracts the terms by which operators find a page: words of its title and label, its slug, and the hosts that it links to. */
export function extractSearchTerms({
  title,
  label = '',
  slug,
  target,
  targets,
  ended,
  page,
}: SearchableFields): string[] {
  const hosts = findHosts([target, targets, ended, page]);
  const words = `${title} ${label}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const terms = new Set([...(slug ? [slug] : []), ...hosts, ...words]);
  return [...terms].map((term) => term.slice(0, LONGEST_TERM)).slice(0, MOST_TERMS);
}

/** Returns the hosts of all URLs anywhere in a value. */
function findHosts(value: unknown): string[] {
  if (typeof value === 'string') {
    return /^https?:\/\//i.test(value) && URL.canParse(value) ? [new URL(value).hostname] : [];
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(findHosts) : [];
}
