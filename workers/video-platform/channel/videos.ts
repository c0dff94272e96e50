import { videos } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import type { UpstreamContext } from '../../lib/upstream/upstreams.js';
import { lifetimes } from '../../lib/video-platform/data-api.js';
import { channelBy, channelIdBy } from '../../lib/video-platform/find-channel.js';
import { type Upload, uploadsWithin } from '../../lib/video-platform/playlists.js';
import { publishedIn, search, type TimeRange, timeRange } from '../../lib/video-platform/search.js';

export default handle(videos, async ({ channel, limit, order, ...dates }, call) => {
  const range = timeRange(dates, call.clock.now());
  const newest = order === 'date' ? await newestUploads(call, channel, range, limit) : undefined;
  if (newest) return newest;
  const channelId = await channelIdBy(call, channel);
  const found = await search(call, 'video', limit, { channelId, order, ...publishedIn(range) });
  return found.map(({ channelId: _, ...video }) => video);
});

/** The channel's list of uploads has the same answer as a search by date, for a hundredth of the quota. */
async function newestUploads(
  call: UpstreamContext,
  channel: string,
  range: TimeRange,
  limit: number,
): Promise<Upload[] | undefined> {
  const { contentDetails } = await channelBy(call, channel, {
    part: ['contentDetails'],
    fields: 'contentDetails/relatedPlaylists/uploads',
    lifetimeMs: lifetimes.identity,
  });
  const uploads = contentDetails?.relatedPlaylists?.uploads;
  return uploads === undefined ? undefined : uploadsWithin(call, uploads, range, limit);
}
