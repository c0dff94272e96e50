import { settings } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { handle } from '../../handle.js';
import { DataApi, lifetimes, unlessAbsent } from '../../lib/video-platform/data-api.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';

export default handle(settings, async ({ channel }, call) => {
  const { id, snippet, brandingSettings } = await channelBy(call, channel, {
    part: ['snippet', 'brandingSettings'],
    fields: 'snippet(country,defaultLanguage),brandingSettings/channel(country,defaultLanguage,showRelatedChannels)',
    lifetimeMs: lifetimes.facts,
  });
  // Featured channels are sections of the channel's page; the setting that once held them is no longer filled.
  const sections = await unlessAbsent(
    new DataApi(call).channelSections(
      { channelId: id, part: ['contentDetails'], fields: 'items/contentDetails/channels' },
      lifetimes.facts,
    ),
  );
  const own = brandingSettings?.channel;
  return {
    defaultLang: own?.defaultLanguage ?? snippet?.defaultLanguage ?? null,
    country: own?.country ?? snippet?.country ?? null,
    showRelatedChannels: own?.showRelatedChannels ?? false,
    featuredChannels: [
      ...new Set((sections?.items ?? []).flatMap((section) => section.contentDetails?.channels ?? [])),
    ],
  };
});
