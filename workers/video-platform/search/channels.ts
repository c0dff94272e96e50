import { channels } from '../../../shared/contract/catalogue/video-platform-search.js';
import { handle } from '../../handle.js';
import { search, searchFilters } from '../../lib/video-platform/search.js';

export default handle(channels, async (input, call) => {
  const { limit, ...filters } = searchFilters(input);
  const found = await search(call, 'channel', limit, filters);
  return { data: { cnt_results: found.length, channels: found.map(({ channelId: _, ...channel }) => channel) } };
});
