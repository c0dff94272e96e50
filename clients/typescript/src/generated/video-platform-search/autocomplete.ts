// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface VideoPlatformSearchAutocompleteRequest {
  /**
   * What was typed so far
   */
  q: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  hl?: string;
}

export interface VideoPlatformSearchAutocompleteAnswer {
  data: {
    query: string;
    lang: string;
    suggestions: string[];
    cnt_results: number;
  };
}
