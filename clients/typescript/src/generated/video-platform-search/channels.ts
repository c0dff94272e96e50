// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoPlatformItem } from '../shapes/video-platform-item.js';
import type { VideoSearchFilters } from '../shapes/video-search-filters.js';

export type VideoPlatformSearchChannelsRequest = VideoSearchFilters;

export interface VideoPlatformSearchChannelsAnswer {
  data: {
    cnt_results: number;
    channels: VideoPlatformItem[];
  };
}
