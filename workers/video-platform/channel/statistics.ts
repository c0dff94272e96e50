import { statistics } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import { lifetimes } from '../../lib/video-platform/data-api.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';

export default handle(statistics, async ({ channel }, call) => {
  const { statistics: counted } = await channelBy(call, channel, {
    part: ['statistics'],
    fields: 'statistics(viewCount,subscriberCount,videoCount,hiddenSubscriberCount)',
    lifetimeMs: lifetimes.figures,
  });
  return {
    subscribers: Number(counted?.subscriberCount ?? 0),
    views: Number(counted?.viewCount ?? 0),
    videos: Number(counted?.videoCount ?? 0),
    hiddenSubs: counted?.hiddenSubscriberCount ?? false,
  };
});
