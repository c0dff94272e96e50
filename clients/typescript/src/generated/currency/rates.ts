// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
