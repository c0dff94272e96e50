// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

export interface VideoPlatformGenerateAllInOneGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
}

export interface VideoPlatformGenerateAllInOneGeneratorAnswer {
  title: string;
  /**
   * About 1,000 characters of plain text
   */
  description: string;
  /**
   * At most 500 characters together
   */
  tags: string[];
}

export interface VideoPlatformGenerateChannelDescriptionGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
  tone?: 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
}

export interface VideoPlatformGenerateChannelDescriptionGeneratorAnswer {
  channelDescription: string;
}

export interface VideoPlatformGenerateChannelNameIdeasRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
}

export interface VideoPlatformGenerateChannelNameIdeasAnswer {
  suggestions: string[];
}

export interface VideoPlatformGenerateCommentGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  mood?:
    | 'cheerful'
    | 'dramatic'
    | 'inspiring'
    | 'sarcastic'
    | 'romantic'
    | 'mysterious'
    | 'uplifting'
    | 'funny'
    | 'serious'
    | 'neutral'
    | 'energetic'
    | 'friendly'
    | 'angry'
    | 'nostalgic';
  tone?: 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
  /**
   * Whether and where emoji are put
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
}

export interface VideoPlatformGenerateCommentGeneratorAnswer {
  comment: string;
}

export interface VideoPlatformGenerateDescriptionGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
  mood?:
    | 'cheerful'
    | 'dramatic'
    | 'inspiring'
    | 'sarcastic'
    | 'romantic'
    | 'mysterious'
    | 'uplifting'
    | 'funny'
    | 'serious'
    | 'neutral'
    | 'energetic'
    | 'friendly'
    | 'angry'
    | 'nostalgic';
  tone?: 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
  /**
   * Whether and where emoji are put
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
  /**
   * Whether and where hashtags go
   */
  hashtags_mode?: 'none' | 'end' | 'random_inject' | 'seo_block';
}

export interface VideoPlatformGenerateDescriptionGeneratorAnswer {
  /**
   * About 1,000 characters of plain text
   */
  description: string;
}

export interface VideoPlatformGenerateHashtagGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  /**
   * Where hashtags go
   */
  hashtags_mode?: 'end' | 'random_inject' | 'seo_block';
}

export interface VideoPlatformGenerateHashtagGeneratorAnswer {
  hashtags: string[];
}

export interface VideoPlatformGenerateScriptGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  /**
   * Grammatical person of the narration
   */
  person?: '1st' | '3rd';
  tone?: 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
}

export interface VideoPlatformGenerateScriptGeneratorAnswer {
  script: string;
}

export interface VideoPlatformGenerateSocialPostGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
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

export interface VideoPlatformGenerateTagGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
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

export interface VideoPlatformGenerateTitleGeneratorRequest {
  /**
   * What the text is about; the first 120 characters are used
   */
  topic: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  language?: string;
  /**
   * URL or id of a video whose style is taken up
   */
  video?: string;
  /**
   * Id of a channel whose style is taken up
   */
  channel?: string;
  /**
   * At most three are used, the first weighs most; unusual symbols are removed
   */
  keywords?: string[];
  mood?:
    | 'cheerful'
    | 'dramatic'
    | 'inspiring'
    | 'sarcastic'
    | 'romantic'
    | 'mysterious'
    | 'uplifting'
    | 'funny'
    | 'serious'
    | 'neutral'
    | 'energetic'
    | 'friendly'
    | 'angry'
    | 'nostalgic';
  tone?: 'casual' | 'formal' | 'educational' | 'persuasive' | 'friendly' | 'authoritative';
  /**
   * Whether and where emoji are put
   */
  emojis_mode?: 'none' | 'random_inject' | 'delimiter' | 'seo_block';
}

export interface VideoPlatformGenerateTitleGeneratorAnswer {
  title: string;
}

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
