import { videos } from '../../../shared/contract/catalogue/video-platform-search.js';
import { handle } from '../../handle.js';
import { DataApi, lifetimes } from '../../lib/video-platform/data-api.js';
import { search, searchFilters } from '../../lib/video-platform/search.js';

export default handle(videos, async (input, call) => {
  const { limit, ...filters } = searchFilters(input);
  const found = await search(call, 'video', limit, { ...filters, videoDuration: input.duration });
  const { items = [] } =
    found.length === 0
      ? {}
      : await new DataApi(call).videos(
          {
            id: found.map(({ id }) => id),
            part: ['contentDetails', 'statistics'],
            fields: 'items(id,contentDetails/duration,statistics/viewCount)',
          },
          lifetimes.figures,
        );
  const byId = new Map(items.map((item) => [item.id, item]));
  return {
    data: {
      cnt_results: found.length,
      videos: found.map(({ id, title, description, publishedAt, channelId }) => {
        const views = byId.get(id)?.statistics?.viewCount;
        return {
          id,
          title,
          description,
          publishedAt,
          channelId,
          durationISO: byId.get(id)?.contentDetails?.duration ?? null,
          views: views === undefined ? null : Number(views),
        };
      }),
    },
  };
});
