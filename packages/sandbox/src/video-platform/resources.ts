import {
  countChannelViews,
  countViews,
  createVideos,
  type SandboxChannel,
  type SandboxPlaylist,
  type SandboxVideo,
  videosIn,
} from './channel.js';

/** Resource of the Data API (developers.google.com/youtube/v3/docs), by part. */
type Parts = Record<string, unknown>;

const formatInstant = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');

const thumbnails = (host: string, id: string) =>
  Object.fromEntries(
    [['default', 88] as const, ['medium', 240] as const, ['high', 800] as const].map(([name, width]) => [
      name,
      { url: `https://${host}.sandbox.invalid/${id}/${name}.jpg`, width, height: width },
    ]),
  );

export function formatChannel(channel: SandboxChannel, now: Date): Parts {
  const videos = createVideos(channel, now);
  const country = channel.country ? { country: channel.country } : {};
  const language = channel.language ? { defaultLanguage: channel.language } : {};
  return {
    kind: 'youtube#channel',
    id: channel.id,
    snippet: {
      title: channel.title,
      description: channel.description,
      ...(channel.handle ? { customUrl: channel.handle } : {}),
      publishedAt: formatInstant(channel.createdAt),
      thumbnails: thumbnails('pictures', channel.id),
      ...language,
      ...country,
    },
    contentDetails: { relatedPlaylists: { likes: '', uploads: channel.uploads } },
    statistics: {
      viewCount: String(countChannelViews(channel, now)),
      ...(channel.hidesSubscribers ? {} : { subscriberCount: String(Math.round(channel.size / 10)) }),
      hiddenSubscriberCount: channel.hidesSubscribers,
      videoCount: String(videos.length),
    },
    status: { privacyStatus: 'public', isLinked: true, madeForKids: channel.madeForKids },
    topicDetails: { topicCategories: channel.topic.articles },
    brandingSettings: {
      channel: {
        title: channel.title,
        description: channel.description,
        keywords: channel.keywords,
        ...country,
        ...language,
      },
    },
  };
}

const createSnippet = (
  of: { title: string; description: string; publishedAt: Date; channel: SandboxChannel },
  id: string,
): Parts => ({
  publishedAt: formatInstant(of.publishedAt),
  channelId: of.channel.id,
  title: of.title,
  description: of.description,
  thumbnails: thumbnails('stills', id),
  channelTitle: of.channel.title,
});

export function formatVideo(video: SandboxVideo, now: Date): Parts {
  const hours = Math.floor(video.seconds / 3_600);
  const minutes = Math.floor(video.seconds / 60) % 60;
  const duration = `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${video.seconds % 60}S`;
  return {
    kind: 'youtube#video',
    id: video.id,
    snippet: {
      ...createSnippet(video, video.id),
      tags: video.channel.topic.subjects.filter((subject) => video.title.toLowerCase().includes(subject.toLowerCase())),
      categoryId: '27',
      liveBroadcastContent: 'none',
      defaultAudioLanguage: video.language,
    },
    contentDetails: { duration, dimension: '2d', definition: 'hd', caption: 'false', licensedContent: false },
    statistics: {
      viewCount: String(countViews(video, now)),
      likeCount: String(Math.round(countViews(video, now) / 25)),
    },
  };
}

export const formatPlaylistItem = (video: SandboxVideo, playlistId: string, position: number): Parts => ({
  kind: 'youtube#playlistItem',
  id: `${playlistId}.${position}`,
  snippet: {
    ...createSnippet(video, video.id),
    playlistId,
    position,
    resourceId: { kind: 'youtube#video', videoId: video.id },
  },
  contentDetails: { videoId: video.id, videoPublishedAt: formatInstant(video.publishedAt) },
});

export const formatPlaylist = (playlist: SandboxPlaylist, now: Date): Parts => ({
  kind: 'youtube#playlist',
  id: playlist.id,
  snippet: createSnippet(playlist, playlist.id),
  contentDetails: { itemCount: videosIn(playlist, now).length },
});

export const formatChannelSections = (channel: SandboxChannel): Parts[] => [
  {
    kind: 'youtube#channelSection',
    id: `${channel.id}.1`,
    snippet: { type: 'multipleChannels', channelId: channel.id, position: 0 },
    contentDetails: { channels: channel.featured },
  },
];

/** Formats a search result, with texts escaped for HTML as in the real service. */
export function formatSearchResult(
  type: 'video' | 'channel' | 'playlist',
  of: { id: string; title: string; description: string; publishedAt: Date; channel: SandboxChannel },
): Parts {
  const snippet = createSnippet(of, of.id);
  return {
    kind: 'youtube#searchResult',
    id: { kind: `youtube#${type}`, [`${type}Id`]: of.id },
    snippet: {
      ...snippet,
      title: escapeHtml(of.title),
      description: escapeHtml(of.description),
      liveBroadcastContent: 'none',
    },
  };
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Returns a resource with the requested parts, and the fields of every resource. */
export const pickParts = (resource: Parts, parts: readonly string[]): Parts =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => ['kind', 'id', ...parts].includes(name)));
