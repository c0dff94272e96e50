// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface CreateTokenRequest {
  /**
   * Groups that it may call; by default the key's
   */
  scopes?: string[];
  /**
   * Seconds until it expires
   */
  expires_in?: number;
  /**
   * The one origin that it works from: an origin such as https://example.com
   */
  origin?: string;
}

export interface CreateTokenAnswer {
  token: string;
  expires_at: string;
  scopes: string[];
  origin: string | null;
}
