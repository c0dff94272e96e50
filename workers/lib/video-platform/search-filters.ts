import { instantOf } from '../../../shared/contract/catalogue/video-platform.js';
import { publishedIn } from './time-range.js';

const SORTS = ['relevance', 'date', 'rating', 'title', 'viewCount'];
const MOST = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface SearchInput {
  readonly q: string;
  readonly limit: number;
  readonly sort: string;
  readonly published_after?: string;
  readonly published_before?: string;
}

/** What a search takes, read leniently: a limit from 1 to 50, a known order, dates only where they are dates. */
export function searchFilters(input: SearchInput) {
  const wanted = input.sort.toLowerCase();
  const after = dayOf(input.published_after);
  const before = dayOf(input.published_before);
  return {
    q: input.q,
    limit: Math.min(MOST, Math.max(1, input.limit)),
    order: SORTS.find((sort) => sort.toLowerCase() === wanted) ?? 'relevance',
    ...publishedIn({ ...(after ? { after } : {}), ...(before ? { before } : {}) }),
  };
}

const dayOf = (text: string | undefined): Date | undefined =>
  text !== undefined && DAY.test(text) ? instantOf(text) : undefined;
