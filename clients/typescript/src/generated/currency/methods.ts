// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { CurrencyConvertAnswer, CurrencyConvertRequest } from './convert.js';
import type { CurrencyCurrenciesAnswer, CurrencyCurrenciesRequest } from './currencies.js';
import type { CurrencyHistoricalAnswer, CurrencyHistoricalRequest } from './historical.js';
import type { CurrencyPlatformsAnswer, CurrencyPlatformsRequest } from './platforms.js';
import type { CurrencyRatesAnswer, CurrencyRatesRequest } from './rates.js';

/** Currency list, exchange rates, conversion with a comparison of providers, history. */
export const currency = (transport: Transport) => ({
  /**
   * Convert an amount at the mid-market rate and compare what eight kinds of provider would give. 0.009 credits.
   */
  convert: (request: CurrencyConvertRequest, options?: CallOptions): Promise<CurrencyConvertAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/currency/convert', body: request }, options),

  /**
   * All currencies, crypto coins and precious metals that can be converted. 0.001 credits.
   */
  currencies: (request: CurrencyCurrenciesRequest = {}, options?: CallOptions): Promise<CurrencyCurrenciesAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/currency/currencies', body: request }, options),

  /**
   * One rate of a pair for each day of up to a year; on days without publication the last published rate stands. 0.02 credits.
   */
  historical: (request: CurrencyHistoricalRequest, options?: CallOptions): Promise<CurrencyHistoricalAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/currency/historical', body: request }, options),

  /**
   * Markups and fees of the eight kinds of provider that convert compares. 0.001 credits.
   */
  platforms: (request: CurrencyPlatformsRequest = {}, options?: CallOptions): Promise<CurrencyPlatformsAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/currency/platforms', body: request }, options),

  /**
   * Exchange rates of one pair or of up to twenty. 0.005 credits.
   * Either pairs, or both from and to, is required.
   */
  rates: (request: CurrencyRatesRequest, options?: CallOptions): Promise<CurrencyRatesAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/currency/rates', body: request }, options),
});
