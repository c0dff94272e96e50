// Made from the catalogue by `npm run generate:client`; changes here are lost.

/**
 * A channel or a video in a list
 */
export interface VideoPlatformItem {
  id: string;
  title: string;
  description: string;
  publishedAt: string;
  thumb: string | null;
}
