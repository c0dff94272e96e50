// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface WebSearchSearchAutocompleteRequest {
  /**
   * Search phrase; short prefixes may have few suggestions or none
   */
  q: string;
  /**
   * ISO 639-1 code of the language of the answer: a language code such as en
   */
  hl?: string;
}

export interface WebSearchSearchAutocompleteAnswer {
  /**
   * The phrase that was looked up
   */
  query: string;
  lang: string;
  cnt_results: number;
  suggestions: string[];
}
