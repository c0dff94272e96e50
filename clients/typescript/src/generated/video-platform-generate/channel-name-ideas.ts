// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
