// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { QrVisit } from '../shapes/qr-visit.js';

export type QrScanScanRequest = QrVisit;

export interface QrScanScanAnswer {
  ok: boolean;
  experience_id: number;
  code: string;
  type: string;
}
