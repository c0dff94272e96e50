// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
