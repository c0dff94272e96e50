// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { CallOptions } from '../../options.js';
import type { Transport } from '../../transport.js';
import type { QrExperienceGenerateAnswer, QrExperienceGenerateRequest } from './generate.js';

/** Hosted mobile pages behind QR codes. */
export const qrExperience = (transport: Transport) => ({
  /**
   * Create a hosted mobile page and the QR code that opens it. 0.02 credits.
   */
  generate: (request: QrExperienceGenerateRequest, options?: CallOptions): Promise<QrExperienceGenerateAnswer> =>
    transport.ask({ method: 'POST', path: '/v1/qr-experience/generate', body: request }, options),

  /**
   * Create a hosted mobile page and the QR code that opens it. 0.02 credits.
   * The answer is the file itself.
   */
  generateFile: (request: QrExperienceGenerateRequest, options?: CallOptions): Promise<Blob> =>
    transport.ask(
      { method: 'POST', path: '/v1/qr-experience/generate', body: { ...request, download: true } },
      options,
    ),
});
