// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
