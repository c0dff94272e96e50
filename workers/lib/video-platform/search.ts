import { decodeHTMLStrict } from 'entities';
import type { Static } from 'typebox';
import { type item, parseInstant } from '../../../shared/contract/catalogue/video-platform.js';
import type { videos } from '../../../shared/contract/catalogue/video-platform-channel.js';
import type { channels } from '../../../shared/contract/catalogue/video-platform-search.js';
import type { Input } from '../../../shared/contract/contract.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { DataApi, lifetimes, type SearchParams } from './data-api.js';
import { choosePicture } from './resources.js';

/** A search result. */
export interface Found extends Static<typeof item> {
  channelId: string;
}

/**
 * One search, one request: up to 50 videos, channels or playlists.
 *
 * @param params as the search method has them
 */
export async function search(
  call: UpstreamContext,
  type: 'video' | 'channel' | 'playlist',
  limit: number,
  params: SearchParams,
): Promise<Found[]> {
  const { items = [] } = await new DataApi(call).search(
    {
      ...params,
      part: ['snippet'],
      type: [type],
      maxResults: limit,
      fields: `items(id/${type}Id,snippet(title,description,publishedAt,channelId,thumbnails))`,
    },
    lifetimes.figures,
  );
  return items.flatMap((item) => {
    const id = item.id[`${type}Id`];
    const { title = '', description = '', publishedAt, channelId } = item.snippet ?? {};
    if (!id || !publishedAt) return [];
    return [
      {
        id,
        title: decodeHTMLStrict(title),
        description: decodeHTMLStrict(description),
        publishedAt,
        channelId: channelId ?? '',
        thumb: choosePicture(item),
      },
    ];
  });
}

/** Sort orders of a search. */
const SORTS = ['relevance', 'date', 'rating', 'title', 'viewCount'];
const MOST_FOUND = 50;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Options of a search, parsed leniently: a limit from 1 to 50, a known order, dates only where they are dates. */
export function searchFilters(input: Input<typeof channels>) {
  const wanted = input.sort.toLowerCase();
  const after = parseDay(input.published_after);
  const before = parseDay(input.published_before);
  return {
    q: input.q,
    limit: Math.min(MOST_FOUND, Math.max(1, input.limit)),
    order: SORTS.find((sort) => sort.toLowerCase() === wanted) ?? 'relevance',
    ...publishedIn({ ...(after ? { after } : {}), ...(before ? { before } : {}) }),
  };
}

const parseDay = (text: string | undefined): Date | undefined =>
  text !== undefined && DAY.test(text) ? parseInstant(text) : undefined;

/** From `after` on, up to but not including `before`. */
export interface TimeRange {
  readonly after?: Date;
  readonly before?: Date;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PERIOD_DAYS = { week: 7, month: 30, year: 365 } as const;

/**
 * The time that a request asks about. `after` and `before`, already known to be dates, override the period; `today`
 * begins at 00:00 UTC, the others so many days ago, to the minute, so that requests a moment apart share a cache entry.
 */
export function timeRange(input: Pick<Input<typeof videos>, 'after' | 'before' | 'period'>, now: Date): TimeRange {
  const { after, before, period } = input;
  if (after !== undefined || before !== undefined) {
    return { ...limit('after', after), ...limit('before', before) };
  }
  if (period === undefined) return {};
  if (period === 'today') return { after: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS) };
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return { after: new Date(minute - PERIOD_DAYS[period] * DAY_MS) };
}

function limit(name: 'after' | 'before', text: string | undefined): TimeRange {
  const instant = text === undefined ? undefined : parseInstant(text);
  return instant ? { [name]: instant } : {};
}

/** True if an instant lies in a range. */
export const isWithin = ({ after, before }: TimeRange, instant: Date): boolean =>
  (!after || instant >= after) && (!before || instant < before);

/** A range as the search method wants it. */
export function publishedIn({ after, before }: TimeRange): { publishedAfter?: string; publishedBefore?: string } {
  return {
    ...(after ? { publishedAfter: rfc3339(after) } : {}),
    ...(before ? { publishedBefore: rfc3339(before) } : {}),
  };
}

const rfc3339 = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');
