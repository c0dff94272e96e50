import { errors } from '../../../shared/contract/errors.js';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { unlessAbsent } from './absent.js';
import { DataApi, lifetimes } from './data-api.js';
import type { PlaylistItem } from './shapes.js';

export interface Playlist {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly video_count: number;
  readonly published_at: string;
}

const PAGE = 50;
/** The platform lists playlists in no order that it documents, so all are read before any are left out. */
const MOST_PAGES = 10;

/**
 * The playlists of a channel, the first 500 that the platform lists.
 *
 * @throws ApiError 404 when there is no such channel
 */
export async function playlistsOf(call: UpstreamContext, channelId: string): Promise<Playlist[]> {
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
    all.push(...(answer.items ?? []).flatMap(playlistOf));
    pageToken = answer.nextPageToken;
    if (!pageToken) break;
  }
  return all;
}

const playlistOf = ({ id, snippet, contentDetails }: PlaylistItem): Playlist[] =>
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
