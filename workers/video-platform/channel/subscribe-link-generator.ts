import { subscribeLinkGenerator } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import { channelIdBy } from '../../lib/video-platform/find-channel.js';

export default handle(subscribeLinkGenerator, async ({ channel }, call) => {
  const url = new URL(`channel/${await channelIdBy(call, channel)}`, `${call.config.VIDEO_PLATFORM_SITE}/`);
  url.searchParams.set('sub_confirmation', '1');
  return { url: url.href };
});
