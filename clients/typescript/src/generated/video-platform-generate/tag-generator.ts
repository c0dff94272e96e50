// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateTagGeneratorRequest extends VideoTopic {
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
}

export interface VideoPlatformGenerateTagGeneratorAnswer {
  /**
   * At most 500 characters together
   */
  tags: string[];
}
