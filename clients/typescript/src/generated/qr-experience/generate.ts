// Made from the catalogue by `npm run generate:client`; changes here are lost.

import type { ExperienceType } from '../shapes/experience-type.js';
import type { PageDocument } from '../shapes/page-document.js';
import type { QrImage } from '../shapes/qr-image.js';
import type { QrImageOptions } from '../shapes/qr-image-options.js';

export interface QrExperienceGenerateRequest extends QrImageOptions {
  /**
   * What the code opens
   */
  type: ExperienceType;
  /**
   * The QR page document, for type page
   */
  page?: PageDocument;
  /**
   * The fields of every other type, e.g. {"url": …} for type url
   */
  content?: unknown;
}

export interface QrExperienceGenerateAnswer extends QrImage {
  experience: {
    id: number;
    code: string;
    type: string;
    title: string;
  };
  /**
   * Public address of the page
   */
  scan_url: string;
}
