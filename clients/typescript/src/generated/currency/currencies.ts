// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
