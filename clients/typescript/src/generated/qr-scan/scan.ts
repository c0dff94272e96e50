// Made from the catalogue by `npm run generate:client`; changes here are lost.

export interface QrScanScanRequest {
  /**
   * The experience, or else type and code
   */
  experience_id?: number;
  type?:
    | 'page'
    | 'url'
    | 'text'
    | 'rating'
    | 'mp3'
    | 'pdf'
    | 'social'
    | 'images'
    | 'app'
    | 'videos'
    | 'event'
    | 'coupon'
    | 'feedback'
    | 'vcard_plus';
  code?: string;
  /**
   * The visitor's address; by default the caller's own
   */
  client_ip?: string;
  /**
   * By default the call's own
   */
  user_agent?: string;
  /**
   * By default the call's own
   */
  referrer?: string;
}

export interface QrScanScanAnswer {
  ok: boolean;
  experience_id: number;
  code: string;
  type: string;
}
