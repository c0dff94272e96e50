// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { Tone } from '../shapes/tone.js';
import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateChannelDescriptionGeneratorRequest extends VideoTopic {
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
  tone?: Tone;
}

export interface VideoPlatformGenerateChannelDescriptionGeneratorAnswer {
  channelDescription: string;
}
