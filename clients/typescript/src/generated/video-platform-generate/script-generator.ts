// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { Tone } from '../shapes/tone.js';
import type { VideoTopic } from '../shapes/video-topic.js';

export interface VideoPlatformGenerateScriptGeneratorRequest extends VideoTopic {
  /**
   * Grammatical person of the narration
   */
  person?: '1st' | '3rd';
  tone?: Tone;
}

export interface VideoPlatformGenerateScriptGeneratorAnswer {
  script: string;
}
