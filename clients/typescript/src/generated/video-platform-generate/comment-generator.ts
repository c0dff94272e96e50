// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { Mood } from '../shapes/mood.js';
import type { Tone } from '../shapes/tone.js';
import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateCommentGeneratorRequest extends VideoTopic {
  mood?: Mood;
  tone?: Tone;
  /**
   * Whether and where emoji are put
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
}

export interface VideoPlatformGenerateCommentGeneratorAnswer {
  comment: string;
}
