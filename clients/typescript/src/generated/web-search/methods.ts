// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { WebSearchSearchAutocompleteAnswer, WebSearchSearchAutocompleteRequest } from './autocomplete.js';

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
