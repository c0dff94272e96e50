// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

export interface CurrencyConvertRequest {
  /**
   * Code of the currency to convert from, e.g. EUR
   */
  from: string;
  /**
   * Code of the currency to convert to, e.g. USD
   */
  to: string;
  /**
   * Amount in the from currency
   */
  amount: number;
  /**
   * Whether to compare providers
   */
  include_platforms?: boolean;
}

export interface CurrencyConvertAnswer {
  from: string;
  to: string;
  amount: number;
  mid_market: {
    rate: number;
    result: number;
  };
  platforms: {
    [k: string]: {
      rate: number;
      result: number;
      fee: number;
      total_cost: number;
      markup: string;
    };
  };
  sources: {
    /**
     * Which of the sources, asked in this order, the rate comes from
     */
    primary: 'primary' | 'secondary' | 'central_bank' | 'last_known';
  };
  fetched_at: string;
}

export interface CurrencyCurrenciesRequest {
  [k: string]: unknown;
}

export interface CurrencyCurrenciesAnswer {
  currencies: {
    code: string;
    name: string;
    symbol: string;
    decimals: number;
    type: 'fiat' | 'crypto' | 'metal';
  }[];
  total: number;
  top_fiat: string[];
  top_crypto: string[];
  metals: string[];
}

export interface CurrencyHistoricalRequest {
  /**
   * Code of the currency to convert from, e.g. EUR
   */
  from: string;
  /**
   * Code of the currency to convert to, e.g. USD
   */
  to: string;
  /**
   * First day, by default 30 days ago
   */
  start_date?: string;
  /**
   * Last day, by default today (UTC)
   */
  end_date?: string;
}

export interface CurrencyHistoricalAnswer {
  from: string;
  to: string;
  start_date: string;
  end_date: string;
  rates: {
    date: string;
    rate: number;
  }[];
  count: number;
}

export interface CurrencyPlatformsRequest {
  [k: string]: unknown;
}

export interface CurrencyPlatformsAnswer {
  platforms: {
    [k: string]: {
      name: string;
      markup: number;
      fee_pct: number;
      fee_flat: number;
      weekend_extra: number;
    };
  };
}

export interface CurrencyRatesRequest {
  /**
   * Code of the currency to convert from, e.g. EUR
   */
  from?: string;
  /**
   * Code of the currency to convert to, e.g. USD
   */
  to?: string;
  /**
   * Up to 20 pairs
   */
  pairs?: {
    /**
     * Code of the currency to convert from, e.g. EUR
     */
    from: string;
    /**
     * Code of the currency to convert to, e.g. USD
     */
    to: string;
  }[];
}

export interface CurrencyRatesAnswer {
  rates: {
    from: string;
    to: string;
    rate: number;
    /**
     * Which of the sources, asked in this order, the rate comes from
     */
    source: 'primary' | 'secondary' | 'central_bank' | 'last_known';
    fetched_at: string;
  }[];
}

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
