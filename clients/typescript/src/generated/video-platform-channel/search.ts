// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoPlatformItem } from '../shapes/video-platform-item.js';

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

export type VideoPlatformChannelSearchAnswer = VideoPlatformItem[];
