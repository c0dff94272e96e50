import type { Endpoint } from '../endpoint.js';
import * as currency from './currency.js';
import * as deviceAnalyze from './device-analyze.js';
import * as horoscope from './horoscope.js';
import * as mailchecker from './mailchecker.js';
import * as music from './music.js';
import * as numerology from './numerology.js';
import * as qrCode from './qr-code.js';
import * as qrExperience from './qr-experience.js';
import * as qrScan from './qr-scan.js';
import * as vat from './vat.js';
import * as videoPlatformChannel from './video-platform-channel.js';
import * as videoPlatformGenerate from './video-platform-generate.js';
import * as videoPlatformSearch from './video-platform-search.js';
import * as webSearch from './web-search.js';

const groups = [
  horoscope,
  numerology,
  videoPlatformGenerate,
  videoPlatformChannel,
  videoPlatformSearch,
  qrCode,
  qrExperience,
  qrScan,
  mailchecker,
  deviceAnalyze,
  webSearch,
  vat,
  currency,
  music,
];

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'pool' in value;

/** Every endpoint of the service, in the order of the documentation. */
export const catalogue: readonly Endpoint[] = groups.flatMap((file) => Object.values(file).filter(isEndpoint));

const byId = new Map(catalogue.map((endpoint) => [endpoint.id, endpoint]));

/** The endpoint of an id such as `currency/convert`. */
export const findEndpoint = (id: string): Endpoint | undefined => byId.get(id);
