import { playlists } from '../../../shared/contract/catalogue/video-platform-channel.js';
import type { Input } from '../../../shared/contract/contract.js';
import { handle } from '../../handle.js';
import { channelIdBy } from '../../lib/video-platform/find-channel.js';
import { fetchPlaylists, type Playlist } from '../../lib/video-platform/playlists.js';
import { isWithin, timeRange } from '../../lib/video-platform/search.js';

const orders: Record<Input<typeof playlists>['order'], (a: Playlist, b: Playlist) => number> = {
  date: (a, b) => b.published_at.localeCompare(a.published_at),
  videos: (a, b) => b.video_count - a.video_count,
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
};

export default handle(playlists, async (input, call) => {
  const range = timeRange(input, call.clock.now());
  const all = await fetchPlaylists(call, await channelIdBy(call, input.channel));
  return {
    playlists: all
      .filter(({ published_at }) => isWithin(range, new Date(published_at)))
      .sort(orders[input.order])
      .slice(0, input.limit),
  };
});
