// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { VideoTopic } from '../shapes/video-topic.js';

export type VideoPlatformGenerateChannelNameIdeasRequest = VideoTopic;

export interface VideoPlatformGenerateChannelNameIdeasAnswer {
  suggestions: string[];
}
