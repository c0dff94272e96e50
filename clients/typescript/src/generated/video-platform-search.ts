// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

export interface VideoPlatformSearchAutocompleteRequest {
  /**
   * What was typed so far
   */
  q: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  hl?: string;
}

export interface VideoPlatformSearchAutocompleteAnswer {
  data: {
    query: string;
    lang: string;
    suggestions: string[];
    cnt_results: number;
  };
}

export interface VideoPlatformSearchChannelsRequest {
  /**
   * What to search for
   */
  q: string;
  /**
   * 1 to 50; what lies outside is brought inside
   */
  limit?: number;
  /**
   * relevance, date, rating, title or viewCount; anything else counts as relevance
   */
  sort?: string;
  /**
   * Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_after?: string;
  /**
   * Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_before?: string;
}

export interface VideoPlatformSearchChannelsAnswer {
  data: {
    cnt_results: number;
    channels: {
      id: string;
      title: string;
      description: string;
      publishedAt: string;
      thumb: string | null;
    }[];
  };
}

export interface VideoPlatformSearchPlaylistsRequest {
  /**
   * What to search for
   */
  q: string;
  /**
   * 1 to 50; what lies outside is brought inside
   */
  limit?: number;
  /**
   * relevance, date, rating, title or viewCount; anything else counts as relevance
   */
  sort?: string;
  /**
   * Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_after?: string;
  /**
   * Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_before?: string;
}

export interface VideoPlatformSearchPlaylistsAnswer {
  data: {
    cnt_results: number;
    playlists: {
      id: string;
      title: string;
      description: string;
      publishedAt: string;
      channelId: string;
      items: number | null;
    }[];
  };
}

export interface VideoPlatformSearchVideosRequest {
  /**
   * What to search for
   */
  q: string;
  /**
   * 1 to 50; what lies outside is brought inside
   */
  limit?: number;
  /**
   * relevance, date, rating, title or viewCount; anything else counts as relevance
   */
  sort?: string;
  /**
   * Only what was published on or after this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_after?: string;
  /**
   * Only what was published before this day (UTC), as YYYY-MM-DD; ignored when it is not a date
   */
  published_before?: string;
  duration?: 'any' | 'short' | 'medium' | 'long';
}

export interface VideoPlatformSearchVideosAnswer {
  data: {
    cnt_results: number;
    videos: {
      id: string;
      title: string;
      description: string;
      publishedAt: string;
      channelId: string;
      durationISO: string | null;
      views: number | null;
    }[];
  };
}

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
