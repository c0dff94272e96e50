// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
