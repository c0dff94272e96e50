// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { QrScanEventAnswer, QrScanEventRequest } from './event.js';
import type { QrScanScanAnswer, QrScanScanRequest } from './scan.js';

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
