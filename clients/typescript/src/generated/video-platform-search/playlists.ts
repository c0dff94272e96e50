// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoSearchFilters } from '../shapes/video-search-filters.js';

export type VideoPlatformSearchPlaylistsRequest = VideoSearchFilters;

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
