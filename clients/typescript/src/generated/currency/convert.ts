// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
