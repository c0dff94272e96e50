import type { youtube_v3 } from '@googleapis/youtube';
import type { UpstreamContext } from '../upstream/upstreams.js';
import { DataApi, lifetimes } from './data-api.js';
import { decodeEntities } from './decode.js';
import { pictureOf } from './shapes.js';

/** Something that a search found. */
export interface Found {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: string;
  readonly channelId: string;
  readonly thumb: string | null;
}

/**
 * One search, one request: up to 50 videos, channels or playlists.
 *
 * @param params as the search method has them; `part`, `fields` and the number of results are set here
 */
export async function search(
  call: UpstreamContext,
  type: 'video' | 'channel' | 'playlist',
  limit: number,
  params: youtube_v3.Params$Resource$Search$List,
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
        title: decodeEntities(title),
        description: decodeEntities(description),
        publishedAt,
        channelId: channelId ?? '',
        thumb: pictureOf(item),
      },
    ];
  });
}
