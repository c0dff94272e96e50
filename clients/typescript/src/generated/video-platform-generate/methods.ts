// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type {
  VideoPlatformGenerateAllInOneGeneratorAnswer,
  VideoPlatformGenerateAllInOneGeneratorRequest,
} from './all-in-one-generator.js';
import type {
  VideoPlatformGenerateChannelDescriptionGeneratorAnswer,
  VideoPlatformGenerateChannelDescriptionGeneratorRequest,
} from './channel-description-generator.js';
import type {
  VideoPlatformGenerateChannelNameIdeasAnswer,
  VideoPlatformGenerateChannelNameIdeasRequest,
} from './channel-name-ideas.js';
import type {
  VideoPlatformGenerateCommentGeneratorAnswer,
  VideoPlatformGenerateCommentGeneratorRequest,
} from './comment-generator.js';
import type {
  VideoPlatformGenerateDescriptionGeneratorAnswer,
  VideoPlatformGenerateDescriptionGeneratorRequest,
} from './description-generator.js';
import type {
  VideoPlatformGenerateHashtagGeneratorAnswer,
  VideoPlatformGenerateHashtagGeneratorRequest,
} from './hashtag-generator.js';
import type {
  VideoPlatformGenerateScriptGeneratorAnswer,
  VideoPlatformGenerateScriptGeneratorRequest,
} from './script-generator.js';
import type {
  VideoPlatformGenerateSocialPostGeneratorAnswer,
  VideoPlatformGenerateSocialPostGeneratorRequest,
} from './social-post-generator.js';
import type {
  VideoPlatformGenerateTagGeneratorAnswer,
  VideoPlatformGenerateTagGeneratorRequest,
} from './tag-generator.js';
import type {
  VideoPlatformGenerateTitleGeneratorAnswer,
  VideoPlatformGenerateTitleGeneratorRequest,
} from './title-generator.js';

/** Titles, descriptions, tags, scripts and posts for videos and channels. */
export const videoPlatformGenerate = (transport: Transport) => ({
  /**
   * Write the title, the description and the tags of a video that belong together. 0.1 credits.
   */
  allInOneGenerator: (
    request: VideoPlatformGenerateAllInOneGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateAllInOneGeneratorAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/all-in-one-generator', body: request }, options),

  /**
   * Write the description of a channel. 0.009 credits.
   */
  channelDescriptionGenerator: (
    request: VideoPlatformGenerateChannelDescriptionGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateChannelDescriptionGeneratorAnswer> =>
    transport.ask(
      { method: 'POST', path: '/v1/video-platform/generate/channel-description-generator', body: request },
      options,
    ),

  /**
   * Suggest ten names for a channel. 0.009 credits.
   */
  channelNameIdeas: (
    request: VideoPlatformGenerateChannelNameIdeasRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateChannelNameIdeasAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/channel-name-ideas', body: request }, options),

  /**
   * Write a comment under a video. 0.01 credits.
   */
  commentGenerator: (
    request: VideoPlatformGenerateCommentGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateCommentGeneratorAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/comment-generator', body: request }, options),

  /**
   * Write the description of a video. 0.02 credits.
   */
  descriptionGenerator: (
    request: VideoPlatformGenerateDescriptionGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateDescriptionGeneratorAnswer> =>
    transport.ask(
      { method: 'POST', path: '/v1/video-platform/generate/description-generator', body: request },
      options,
    ),

  /**
   * Find hashtags for a video. 0.009 credits.
   */
  hashtagGenerator: (
    request: VideoPlatformGenerateHashtagGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateHashtagGeneratorAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/hashtag-generator', body: request }, options),

  /**
   * Write the script of a video. 0.05 credits.
   */
  scriptGenerator: (
    request: VideoPlatformGenerateScriptGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateScriptGeneratorAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/script-generator', body: request }, options),

  /**
   * Write a post that announces a video. 0.01 credits.
   */
  socialPostGenerator: (
    request: VideoPlatformGenerateSocialPostGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateSocialPostGeneratorAnswer> =>
    transport.ask(
      { method: 'POST', path: '/v1/video-platform/generate/social-post-generator', body: request },
      options,
    ),

  /**
   * Find tags for a video. 0.009 credits.
   */
  tagGenerator: (
    request: VideoPlatformGenerateTagGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateTagGeneratorAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/tag-generator', body: request }, options),

  /**
   * Write the title of a video. 0.009 credits.
   */
  titleGenerator: (
    request: VideoPlatformGenerateTitleGeneratorRequest,
    options?: CallOptions,
  ): Promise<VideoPlatformGenerateTitleGeneratorAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/video-platform/generate/title-generator', body: request }, options),
});
