// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { Mood } from '../shapes/mood.js';
import type { Tone } from '../shapes/tone.js';
import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateTitleGeneratorRequest extends VideoTopic {
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
  mood?: Mood;
  tone?: Tone;
  /**
   * Whether and where emoji are put
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
}

export interface VideoPlatformGenerateTitleGeneratorAnswer {
  title: string;
}
