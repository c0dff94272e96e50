import { info } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import { lifetimes } from '../../lib/video-platform/data-api.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';
import { topicName } from '../../lib/video-platform/resources.js';

export default handle(info, async ({ channel }, call) => {
  const { id, snippet, brandingSettings, topicDetails } = await channelBy(call, channel, {
    part: ['snippet', 'brandingSettings', 'topicDetails'],
    fields:
      'snippet(title,description,country),brandingSettings/channel(keywords,country),topicDetails/topicCategories',
    lifetimeMs: lifetimes.facts,
  });
  const topics = topicDetails?.topicCategories ?? [];
  return {
    id,
    title: snippet?.title ?? '',
    description: snippet?.description ?? '',
    keywords: brandingSettings?.channel?.keywords ?? '',
    topicCats: topics.map(topicName),
    topicCatsRaw: topics,
    country: snippet?.country ?? brandingSettings?.channel?.country ?? null,
  };
});
