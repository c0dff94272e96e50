// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
