// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateSocialPostGeneratorRequest extends VideoTopic {
  /**
   * Where it is posted; MICROBLOG caps it at 280 characters
   */
  network?: 'VIDEO_PLATFORM' | 'MICROBLOG' | 'SOCIAL_NETWORK';
  /**
   * Where hashtags go
   */
  hashtags_mode?: 'end' | 'random_inject' | 'seo_block';
}

export interface VideoPlatformGenerateSocialPostGeneratorAnswer {
  post: string;
}
