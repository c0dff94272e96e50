import type { Static } from 'typebox';
import type { item } from '../../../shared/contract/catalogue/video-platform.js';
import type { playlists } from '../../../shared/contract/catalogue/video-platform-channel.js';
import type { Output } from '../../../shared/contract/contract.js';
import { errors } from '../../../shared/contract/errors.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { DataApi, lifetimes, unlessAbsent } from './data-api.js';
import { choosePicture, type ListedVideo, type PlaylistResource } from './resources.js';
import { isWithin, type TimeRange } from './search.js';

export type Playlist = Output<typeof playlists>['playlists'][number];

/** A video in the list of a channel's uploads. */
export type Upload = Static<typeof item>;

const PAGE = 50;
/** Pages of a list that are read at most; each costs a hundredth of a search. */
const MOST_PAGES = 10;

/**
 * The playlists of a channel, the first 500 that the platform lists, in no order that it documents.
 *
 * @throws ApiError 404 when there is no such channel
 */
export async function fetchPlaylists(call: UpstreamContext, channelId: string): Promise<Playlist[]> {
  const api = new DataApi(call);
  const all: Playlist[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const answer = await unlessAbsent(
      api.playlists(
        {
          part: ['snippet', 'contentDetails'],
          channelId,
          maxResults: PAGE,
          ...(pageToken ? { pageToken } : {}),
          fields: 'items(id,snippet(title,description,publishedAt),contentDetails/itemCount),nextPageToken',
        },
        lifetimes.figures,
      ),
    );
    if (!answer) throw errors.channelUnresolved();
    all.push(...(answer.items ?? []).flatMap(toPlaylists));
    pageToken = answer.nextPageToken;
    if (!pageToken) break;
  }
  return all;
}

const toPlaylists = ({ id, snippet, contentDetails }: PlaylistResource): Playlist[] =>
  snippet?.publishedAt
    ? [
        {
          id,
          title: snippet.title ?? '',
          description: snippet.description ?? '',
          video_count: contentDetails?.itemCount ?? 0,
          published_at: snippet.publishedAt,
        },
      ]
    : [];

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
    const uploads = (answer?.items ?? []).flatMap(toUploads);
    within.push(...uploads.filter(({ publishedAt }) => isWithin(range, new Date(publishedAt))));
    const isPast = uploads.some(({ publishedAt }) => range.after && new Date(publishedAt) < range.after);
    pageToken = answer?.nextPageToken;
    if (within.length >= limit || isPast || !pageToken) return within.slice(0, limit);
  }
  return undefined;
}

/** Private and deleted videos stay in the list without a date. They are left out. */
function toUploads(listed: ListedVideo): Upload[] {
  const { videoId, videoPublishedAt } = listed.contentDetails ?? {};
  if (!videoId || !videoPublishedAt) return [];
  return [
    {
      id: videoId,
      title: listed.snippet?.title ?? '',
      description: listed.snippet?.description ?? '',
      publishedAt: videoPublishedAt,
      thumb: choosePicture(listed),
    },
  ];
}
