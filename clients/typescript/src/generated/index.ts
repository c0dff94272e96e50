// Made from the catalogue by `npm run generate:client`; changes here are lost.

export { currency } from './currency/methods.js';
export { deviceAnalyze } from './device-analyze/methods.js';
export type { Endpoints } from './endpoints.js';
export { horoscope } from './horoscope/methods.js';
export { mailchecker } from './mailchecker/methods.js';
export { music } from './music/methods.js';
export { numerology } from './numerology/methods.js';
export { qrCode } from './qr-code/methods.js';
export { qrExperience } from './qr-experience/methods.js';
export { qrScan } from './qr-scan/methods.js';
export type * from './types.js';
export { UtilityApi } from './utility-api.js';
export { vat } from './vat/methods.js';
export { videoPlatformChannel } from './video-platform-channel/methods.js';
export { videoPlatformGenerate } from './video-platform-generate/methods.js';
export { videoPlatformSearch } from './video-platform-search/methods.js';
export { webSearch } from './web-search/methods.js';
