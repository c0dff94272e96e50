// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

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

/** Query suggestions. */
export const webSearch = (transport: Transport) => ({
  /**
   * What people search the web for that begins like this, up to ten. 0.01 credits.
   */
  autocomplete: (
    request: WebSearchSearchAutocompleteRequest,
    options?: CallOptions,
  ): Promise<WebSearchSearchAutocompleteAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/web-search/search/autocomplete', body: request }, options),
});
