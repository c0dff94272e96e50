// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { QrVisit } from '../shapes/qr-visit.js';

export interface QrScanEventRequest extends QrVisit {
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
