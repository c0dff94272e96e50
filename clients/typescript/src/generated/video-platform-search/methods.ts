// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { VideoPlatformSearchAutocompleteAnswer, VideoPlatformSearchAutocompleteRequest } from './autocomplete.js';
import type { VideoPlatformSearchChannelsAnswer, VideoPlatformSearchChannelsRequest } from './channels.js';
import type { VideoPlatformSearchPlaylistsAnswer, VideoPlatformSearchPlaylistsRequest } from './playlists.js';
import type { VideoPlatformSearchVideosAnswer, VideoPlatformSearchVideosRequest } from './videos.js';

/** Videos, channels and playlists of the video platform by words, and suggestions while typing. */
export const videoPlatformSearch = (transport: Transport) => ({
  /**
   * What people search for that begins like this. 0.01 credits.
   */
  autocomplete: (
    request: VideoPlatformSearchAutocompleteRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformSearchAutocompleteAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/search/autocomplete', body: request }, options),

  /**
   * Channels that match words. 0.006 credits.
   */
  channels: (
    request: VideoPlatformSearchChannelsRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformSearchChannelsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/search/channels', body: request }, options),

  /**
   * Playlists that match words. 0.006 credits.
   */
  playlists: (
    request: VideoPlatformSearchPlaylistsRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformSearchPlaylistsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/search/playlists', body: request }, options),

  /**
   * Videos that match words. 0.006 credits.
   */
  videos: (
    request: VideoPlatformSearchVideosRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformSearchVideosAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/search/videos', body: request }, options),
});
