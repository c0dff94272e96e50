// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateHashtagGeneratorRequest extends VideoTopic {
  /**
   * Where hashtags go
   */
  hashtags_mode?: 'end' | 'random_inject' | 'seo_block';
}

export interface VideoPlatformGenerateHashtagGeneratorAnswer {
  hashtags: string[];
}
