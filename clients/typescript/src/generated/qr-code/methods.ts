// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { QrCodeGenerateAnswer, QrCodeGenerateRequest } from './generate.js';

/** QR image rendering. */
export const qrCode = (transport: Transport) => ({
  /**
   * Render a QR code as SVG, PNG or JPG. 0.01 credits.
   * qr_code_text is required unless type is page, then page is.
   */
  generate: (request: QrCodeGenerateRequest, options?: CallOptions): Promise<QrCodeGenerateAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/qr-code/generate', body: request }, options),

  /**
   * Render a QR code as SVG, PNG or JPG. 0.01 credits.
   * qr_code_text is required unless type is page, then page is.
   * The answer is the file itself.
   */
  generateFile: (request: QrCodeGenerateRequest, options?: CallOptions): Promise<Blob> =>
    transport.ask({ method: 'POST', path: '/v1/qr-code/generate', body: { ...request, download: true } }, options),
});
