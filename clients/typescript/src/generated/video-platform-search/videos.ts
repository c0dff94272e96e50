// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoSearchFilters } from '../shapes/video-search-filters.js';

export interface VideoPlatformSearchVideosRequest extends VideoSearchFilters {
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
