// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface AccountRequest {
  [k: string]: unknown;
}

export interface AccountAnswer {
  account: string;
  name: string;
  /**
   * Credits that can be spent
   */
  balance: number;
  /**
   * Credits held for calls that are under way
   */
  held: number;
  lots: {
    id: string;
    bought_at: string;
    expires_at: string;
    credits_left: number;
  }[];
  key: {
    id: string;
    name: string;
    prefix: string;
    scopes: string[];
    active: boolean;
    expires_at: string | null;
  };
  limits: {
    [k: string]: number;
  };
}
