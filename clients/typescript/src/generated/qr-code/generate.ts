// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { PageDocument } from '../shapes/page-document.js';
import type { QrImage } from '../shapes/qr-image.js';
import type { QrImageOptions } from '../shapes/qr-image-options.js';

export interface QrCodeGenerateRequest extends QrImageOptions {
  /**
   * page keeps the page document and encodes its public address
   */
  type?: 'text' | 'url' | 'page';
  action?: 'generate';
  /**
   * The content to encode, as it is; required unless type is page
   */
  qr_code_text?: string;
  /**
   * The QR page document; required for type page
   */
  page?: PageDocument;
}

export type QrCodeGenerateAnswer = QrImage;
