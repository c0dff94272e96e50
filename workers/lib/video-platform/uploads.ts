import type { UpstreamContext } from '../upstream/upstreams.js';
import { unlessAbsent } from './absent.js';
import { DataApi, lifetimes } from './data-api.js';
import { pictureOf } from './shapes.js';
import { isWithin, type TimeRange } from './time-range.js';

export interface Upload {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: string;
  readonly thumb: string | null;
}

const PAGE = 50;
/** Pages read before giving up on reaching back to an early range: each costs a hundredth of a search. */
const MOST_PAGES = 10;

/**
 * The newest uploads of a channel within a range, newest first, from the playlist in which the platform lists a
 * channel's uploads. Nothing when the range lies further back than that playlist is worth reading.
 *
 * @param playlistId the channel's `relatedPlaylists.uploads`
 */
export async function uploadsWithin(
  call: UpstreamContext,
  playlistId: string,
  range: TimeRange,
  limit: number,
): Promise<Upload[] | undefined> {
  const api = new DataApi(call);
  const within: Upload[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await unlessAbsent(
      api.playlistItems(
        {
          part: ['snippet', 'contentDetails'],
          playlistId,
          maxResults: range.before ? PAGE : Math.min(limit, PAGE),
          ...(pageToken ? { pageToken } : {}),
          fields: 'items(snippet(title,description,thumbnails),contentDetails),nextPageToken',
        },
        lifetimes.figures,
      ),
    );
    const uploads = (answer?.items ?? []).flatMap(uploadOf);
    within.push(...uploads.filter(({ publishedAt }) => isWithin(range, new Date(publishedAt))));
    const isPast = uploads.some(({ publishedAt }) => range.after && new Date(publishedAt) < range.after);
    pageToken = answer?.nextPageToken;
    if (within.length >= limit || isPast || !pageToken) return within.slice(0, limit);
  }
  return undefined;
}

/** A private or deleted video stays in the list without a date; it is nobody's to see. */
function uploadOf(item: {
  snippet?: Parameters<typeof pictureOf>[0]['snippet'] & { title?: string; description?: string };
  contentDetails?: { videoId?: string; videoPublishedAt?: string };
}): Upload[] {
  const { videoId, videoPublishedAt } = item.contentDetails ?? {};
  if (!videoId || !videoPublishedAt) return [];
  return [
    {
      id: videoId,
      title: item.snippet?.title ?? '',
      description: item.snippet?.description ?? '',
      publishedAt: videoPublishedAt,
      thumb: pictureOf(item),
    },
  ];
}
