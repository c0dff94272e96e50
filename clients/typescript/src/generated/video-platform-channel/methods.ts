// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { VideoPlatformChannelAuditAnswer, VideoPlatformChannelAuditRequest } from './audit.js';
import type { VideoPlatformChannelFindIdAnswer, VideoPlatformChannelFindIdRequest } from './find-id.js';
import type { VideoPlatformChannelInfoAnswer, VideoPlatformChannelInfoRequest } from './info.js';
import type { VideoPlatformChannelPlaylistsAnswer, VideoPlatformChannelPlaylistsRequest } from './playlists.js';
import type {
  VideoPlatformChannelRegionRestrictionsAnswer,
  VideoPlatformChannelRegionRestrictionsRequest,
} from './region-restrictions.js';
import type { VideoPlatformChannelSearchAnswer, VideoPlatformChannelSearchRequest } from './search.js';
import type { VideoPlatformChannelSettingsAnswer, VideoPlatformChannelSettingsRequest } from './settings.js';
import type { VideoPlatformChannelStatisticsAnswer, VideoPlatformChannelStatisticsRequest } from './statistics.js';
import type {
  VideoPlatformChannelSubscribeLinkGeneratorAnswer,
  VideoPlatformChannelSubscribeLinkGeneratorRequest,
} from './subscribe-link-generator.js';
import type { VideoPlatformChannelThumbnailAnswer, VideoPlatformChannelThumbnailRequest } from './thumbnail.js';
import type { VideoPlatformChannelVideosAnswer, VideoPlatformChannelVideosRequest } from './videos.js';

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
