import { playlists } from '../../../shared/contract/catalogue/video-platform-search.js';
import { handle } from '../../handle.js';
import { DataApi, lifetimes } from '../../lib/video-platform/data-api.js';
import { search, searchFilters } from '../../lib/video-platform/search.js';

export default handle(playlists, async (input, call) => {
  const { limit, ...filters } = searchFilters(input);
  const found = await search(call, 'playlist', limit, filters);
  const { items = [] } =
    found.length === 0
      ? {}
      : await new DataApi(call).playlists(
          {
            id: found.map(({ id }) => id),
            part: ['contentDetails'],
            maxResults: limit,
            fields: 'items(id,contentDetails/itemCount)',
          },
          lifetimes.figures,
        );
  const counts = new Map(items.map(({ id, contentDetails }) => [id, contentDetails?.itemCount]));
  return {
    data: {
      cnt_results: found.length,
      playlists: found.map(({ thumb: _, ...playlist }) => ({ ...playlist, items: counts.get(playlist.id) ?? null })),
    },
  };
});
