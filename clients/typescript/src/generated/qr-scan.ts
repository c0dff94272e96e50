// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../options.js';
import type { Transport } from '../transport.js';

export interface QrScanEventRequest {
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
  /**
   * E.g. cta_click, rating_submitted, download
   */
  event: string;
  /**
   * Text or a number
   */
  value?: number | string;
  /**
   * An object with anything else
   */
  meta?: {
    [k: string]: unknown;
  };
}

export interface QrScanEventAnswer {
  ok: boolean;
}

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

/** Scan and event logging. */
export const qrScan = (transport: Transport) => ({
  /**
   * Log something that a visitor did. 0.001 credits.
   * meta holds at most 4096 characters of JSON.
   */
  event: (request: QrScanEventRequest, options?: CallOptions): Promise<QrScanEventAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/qr-scan/event', body: request }, options),

  /**
   * Log a scan of an experience. 0.001 credits.
   */
  scan: (request: QrScanScanRequest = {}, options?: CallOptions): Promise<QrScanScanAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/qr-scan/scan', body: request }, options),
});
