// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

export interface VideoPlatformChannelAuditRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
  /**
   * Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  after?: string;
  /**
   * Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  before?: string;
}

export interface VideoPlatformChannelAuditAnswer {
  /**
   * Weekday (UTC) whose uploads were viewed most on average
   */
  bestUploadDay: string;
  /**
   * Hour whose uploads were viewed most on average, HH:00
   */
  bestUploadHourUTC: string;
  avgVideoLengthSec: number;
  topVideos: {
    id: string;
    title: string;
    views: number;
    len_s: number;
  }[];
  language: string | null;
  country: string | null;
  category: string | null;
  categoryRaw: string | null;
}

export interface VideoPlatformChannelFindIdRequest {
  /**
   * Handle or name of the channel
   */
  query: string;
}

export interface VideoPlatformChannelFindIdAnswer {
  channel_id: string;
}

export interface VideoPlatformChannelInfoRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelInfoAnswer {
  id: string;
  title: string;
  description: string;
  keywords: string;
  topicCats: string[];
  topicCatsRaw: string[];
  country: string | null;
}

export interface VideoPlatformChannelPlaylistsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
  limit?: number;
  order?: 'date' | 'videos' | 'title';
  /**
   * Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  after?: string;
  /**
   * Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  before?: string;
}

export interface VideoPlatformChannelPlaylistsAnswer {
  playlists: {
    id: string;
    title: string;
    description: string;
    video_count: number;
    published_at: string;
  }[];
}

export interface VideoPlatformChannelRegionRestrictionsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelRegionRestrictionsAnswer {
  madeForKids: boolean;
}

export interface VideoPlatformChannelSearchRequest {
  /**
   * Keywords, or a handle beginning with @
   */
  query: string;
  limit?: number;
  order?: 'relevance' | 'date' | 'rating' | 'viewCount' | 'title' | 'videoCount';
  /**
   * Only what was published in this time up to now; after and before override it
   */
  period?: 'today' | 'week' | 'month' | 'year';
  /**
   * Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  after?: string;
  /**
   * Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  before?: string;
}

export type VideoPlatformChannelSearchAnswer = {
  id: string;
  title: string;
  description: string;
  publishedAt: string;
  thumb: string | null;
}[];

export interface VideoPlatformChannelSettingsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelSettingsAnswer {
  defaultLang: string | null;
  country: string | null;
  showRelatedChannels: boolean;
  /**
   * Items: Id of a channel
   */
  featuredChannels: string[];
}

export interface VideoPlatformChannelStatisticsRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelStatisticsAnswer {
  /**
   * 0 when hidden
   */
  subscribers: number;
  views: number;
  videos: number;
  hiddenSubs: boolean;
}

export interface VideoPlatformChannelSubscribeLinkGeneratorRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelSubscribeLinkGeneratorAnswer {
  url: string;
}

export interface VideoPlatformChannelThumbnailRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
}

export interface VideoPlatformChannelThumbnailAnswer {
  url: string;
}

export interface VideoPlatformChannelVideosRequest {
  /**
   * Channel id starting with UC, handle, vanity name, or URL of the channel
   */
  channel: string;
  limit?: number;
  order?: 'date' | 'relevance' | 'rating' | 'viewCount' | 'title' | 'videoCount';
  /**
   * Only what was published in this time up to now; after and before override it
   */
  period?: 'today' | 'week' | 'month' | 'year';
  /**
   * Only what was published at or after this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  after?: string;
  /**
   * Only what was published before this; RFC 3339, or a day as YYYY-MM-DD (its first instant, UTC)
   */
  before?: string;
}

export type VideoPlatformChannelVideosAnswer = {
  id: string;
  title: string;
  description: string;
  publishedAt: string;
  thumb: string | null;
}[];

/** Facts, videos, playlists, statistics and an audit of channels of the video platform. */
export const videoPlatformChannel = (transport: Transport) => ({
  /**
   * When a channel uploads best, how long its videos are and which do best. 0.01 credits.
   * after must not be later than before.
   */
  audit: (request: VideoPlatformChannelAuditRequest, options?: CallOptions): Promise<VideoPlatformChannelAuditAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/audit', body: request }, options),

  /**
   * The id of a channel, from its handle or name. 0.001 credits.
   */
  findId: (
    request: VideoPlatformChannelFindIdRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelFindIdAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/find-id', body: request }, options),

  /**
   * Title, description, keywords, topics and country of a channel. 0.005 credits.
   */
  info: (request: VideoPlatformChannelInfoRequest, options?: CallOptions): Promise<VideoPlatformChannelInfoAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/info', body: request }, options),

  /**
   * Playlists of a channel. 0.009 credits.
   * after must not be later than before.
   */
  playlists: (
    request: VideoPlatformChannelPlaylistsRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelPlaylistsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/playlists', body: request }, options),

  /**
   * Whether a channel is made for kids. 0.003 credits.
   */
  regionRestrictions: (
    request: VideoPlatformChannelRegionRestrictionsRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelRegionRestrictionsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/region-restrictions', body: request }, options),

  /**
   * Channels that match keywords or a handle. 0.009 credits.
   * after must not be later than before.
   */
  search: (
    request: VideoPlatformChannelSearchRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelSearchAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/search', body: request }, options),

  /**
   * Language, country and featured channels of a channel. 0.005 credits.
   */
  settings: (
    request: VideoPlatformChannelSettingsRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelSettingsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/settings', body: request }, options),

  /**
   * Subscribers, views and number of videos of a channel. 0.007 credits.
   */
  statistics: (
    request: VideoPlatformChannelStatisticsRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelStatisticsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/statistics', body: request }, options),

  /**
   * A link that asks whoever opens it to subscribe to a channel. 0.001 credits.
   */
  subscribeLinkGenerator: (
    request: VideoPlatformChannelSubscribeLinkGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelSubscribeLinkGeneratorAnswer> =>
    transport.ask(
      { method: 'POST', path: '/v1/video-platform/channel/subscribe-link-generator', body: request },
      options,
    ),

  /**
   * The picture of a channel. 0.001 credits.
   */
  thumbnail: (
    request: VideoPlatformChannelThumbnailRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelThumbnailAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/thumbnail', body: request }, options),

  /**
   * Videos of a channel. 0.009 credits.
   * after must not be later than before.
   */
  videos: (
    request: VideoPlatformChannelVideosRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformChannelVideosAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/channel/videos', body: request }, options),
});
