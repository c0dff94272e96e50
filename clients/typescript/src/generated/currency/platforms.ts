// Made from the catalogue by `npm run generate:client`; changes here are lost.

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
