// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { VatAnswer, VatRequest } from './vat.js';

/**
 * Calculate VAT, or look up the VAT rates and profile of a country. 0.001 credits.
 * country_code is required for country-profile and country-rates.
 */
export const vat =
  (transport: Transport) =>
  (request: VatRequest, options?: CallOptions): Promise<VatAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/vat', body: request }, options);
