import { audit } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { errors } from '../../../shared/contract/errors.js';
import { handle } from '../../handle.js';
import type { UpstreamContext } from '../../lib/upstream/upstreams.js';
import { type AuditedVideo, bestSlot, commonest, hours, weekdays } from '../../lib/video-platform/audit-figures.js';
import { DataApi, lifetimes } from '../../lib/video-platform/data-api.js';
import { secondsOf } from '../../lib/video-platform/duration.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';
import { timeRange } from '../../lib/video-platform/time-range.js';
import { topicName } from '../../lib/video-platform/topics.js';
import { uploadsWithin } from '../../lib/video-platform/uploads.js';

const AUDITED = 50;
const TOP = 5;
const DEFAULT_PERIOD = 'year';

export default handle(audit, async ({ channel, after, before }, call) => {
  const found = await channelBy(call, channel, {
    part: ['snippet', 'brandingSettings', 'contentDetails', 'topicDetails'],
    fields:
      'snippet(country,defaultLanguage),brandingSettings/channel(country,defaultLanguage),' +
      'contentDetails/relatedPlaylists/uploads,topicDetails/topicCategories',
    lifetimeMs: lifetimes.facts,
  });
  const range = timeRange(
    { ...(after ? { after } : {}), ...(before ? { before } : {}), period: DEFAULT_PERIOD },
    call.clock.now(),
  );
  const playlist = found.contentDetails?.relatedPlaylists?.uploads;
  const uploads = playlist === undefined ? [] : ((await uploadsWithin(call, playlist, range, AUDITED)) ?? []);
  const videos = await figuresOf(call, uploads);
  if (videos.length === 0) throw errors.noRecentVideos();

  const own = found.brandingSettings?.channel;
  const topic = found.topicDetails?.topicCategories?.[0];
  return {
    bestUploadDay: bestSlot(videos, weekdays),
    bestUploadHourUTC: bestSlot(videos, hours),
    avgVideoLengthSec: Math.round(videos.reduce((sum, { seconds }) => sum + seconds, 0) / videos.length),
    topVideos: [...videos]
      .sort((a, b) => b.views - a.views || a.publishedAt.getTime() - b.publishedAt.getTime())
      .slice(0, TOP)
      .map(({ id, title, views, seconds }) => ({ id, title, views, len_s: seconds })),
    language:
      own?.defaultLanguage ?? found.snippet?.defaultLanguage ?? commonest(videos.map(({ language }) => language)),
    country: found.snippet?.country ?? own?.country ?? null,
    category: topic === undefined ? null : topicName(topic),
    categoryRaw: topic ?? null,
  };
});

/** Length, views and language of up to 50 uploads, in one request. */
async function figuresOf(
  call: UpstreamContext,
  uploads: readonly { id: string; title: string; publishedAt: string }[],
): Promise<AuditedVideo[]> {
  if (uploads.length === 0) return [];
  const { items = [] } = await new DataApi(call).videos(
    {
      id: uploads.map(({ id }) => id),
      part: ['snippet', 'contentDetails', 'statistics'],
      fields: 'items(id,snippet(defaultLanguage,defaultAudioLanguage),contentDetails/duration,statistics/viewCount)',
    },
    lifetimes.figures,
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  return uploads.flatMap(({ id, title, publishedAt }) => {
    const item = byId.get(id);
    if (!item) return [];
    return [
      {
        id,
        title,
        publishedAt: new Date(publishedAt),
        views: Number(item.statistics?.viewCount ?? 0),
        seconds: secondsOf(item.contentDetails?.duration ?? ''),
        language: item.snippet?.defaultAudioLanguage ?? item.snippet?.defaultLanguage,
      },
    ];
  });
}
