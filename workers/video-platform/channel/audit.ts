import { Duration } from 'luxon';
import { audit } from '../../../shared/contract/catalogue/video-platform-channel.js';
import { errors } from '../../../shared/contract/errors.js';
import { handle } from '../../handle.js';
import type { UpstreamContext } from '../../lib/upstream/upstreams.js';
import { DataApi, lifetimes } from '../../lib/video-platform/data-api.js';
import { channelBy } from '../../lib/video-platform/find-channel.js';
import { uploadsWithin } from '../../lib/video-platform/playlists.js';
import { topicName } from '../../lib/video-platform/resources.js';
import { timeRange } from '../../lib/video-platform/search.js';

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
  const videos = await fetchFigures(call, uploads);
  if (videos.length === 0) throw errors.noRecentVideos();

  const own = found.brandingSettings?.channel;
  const topic = found.topicDetails?.topicCategories?.[0];
  return {
    bestUploadDay: findBestSlot(videos, weekdays),
    bestUploadHourUTC: findBestSlot(videos, hours),
    avgVideoLengthSec: Math.round(videos.reduce((sum, { seconds }) => sum + seconds, 0) / videos.length),
    topVideos: [...videos]
      .sort((a, b) => b.views - a.views || a.publishedAt.getTime() - b.publishedAt.getTime())
      .slice(0, TOP)
      .map(({ id, title, views, seconds }) => ({ id, title, views, len_s: seconds })),
    language:
      own?.defaultLanguage ?? found.snippet?.defaultLanguage ?? findMostCommon(videos.map(({ language }) => language)),
    country: found.snippet?.country ?? own?.country ?? null,
    category: topic === undefined ? null : topicName(topic),
    categoryRaw: topic ?? null,
  };
});

/** Length, views and language of up to 50 uploads, in one request. */
async function fetchFigures(
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
        seconds: parseSeconds(item.contentDetails?.duration ?? ''),
        language: item.snippet?.defaultAudioLanguage ?? item.snippet?.defaultLanguage,
      },
    ];
  });
}

interface AuditedVideo {
  readonly id: string;
  readonly title: string;
  readonly publishedAt: Date;
  readonly views: number;
  readonly seconds: number;
  readonly language: string | undefined;
}

/** Names for parts of a week or day, in order, and which of them an instant falls into. */
interface Slots {
  readonly names: readonly string[];
  of(instant: Date): number;
}

const weekdays: Slots = {
  names: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  of: (instant) => (instant.getUTCDay() + 6) % 7,
};

const hours: Slots = {
  names: Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
  of: (instant) => instant.getUTCHours(),
};

/** The slot (UTC) whose uploads were viewed most on average; the earlier one when two are level. */
function findBestSlot(videos: readonly AuditedVideo[], { names, of }: Slots): string {
  const averages = names.map((_, slot) => {
    const uploads = videos.filter(({ publishedAt }) => of(publishedAt) === slot);
    return uploads.length === 0 ? -1 : uploads.reduce((sum, { views }) => sum + views, 0) / uploads.length;
  });
  return names[averages.indexOf(Math.max(...averages))] ?? '';
}

/** The value that occurs most often; the one that occurs first when two are level. */
function findMostCommon(values: readonly (string | undefined)[]): string | null {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? null;
}

/** The seconds of an ISO 8601 duration such as PT4M13S; 0 when it is none, as with a live broadcast. */
function parseSeconds(duration: string): number {
  const seconds = Duration.fromISO(duration).as('seconds');
  return Number.isFinite(seconds) ? Math.round(seconds) : 0;
}
