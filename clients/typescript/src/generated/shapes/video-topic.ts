// Made from the catalogue by `npm run generate:client`; changes here are lost.

/**
 * What a text is about, and whose style it takes up
 */
export interface VideoTopic {
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
