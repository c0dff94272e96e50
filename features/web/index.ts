// Building blocks of what the front serves: request bodies, forms, static files, page layout, formatting, rate limits.

export { type AccountRoute, accountRoute, type Caller, type ClientRequest, type ContextOf } from './account-route.js';
export { findExceededBound } from './body/json-excess.js';
export { type BodyOptions, readBody, readJson, readRaw } from './body/read-body.js';
export {
  type AwaitedFile,
  asset,
  createLazyFile,
  type FixedBytes,
  type FixedFile,
  isReadRequest,
  normalisePath,
  picture,
  sendCompressed,
  sendText,
  serveFiles,
  serveFixed,
  versionedUrl,
  YEAR_SECONDS,
} from './fixed-file.js';
export * as format from './format.js';
export { barChart, type Chart, duration, eachDay, number, percent, scaleEnd } from './format.js';
export {
  type FormValues,
  isCrossSite,
  isValidFormToken,
  readAnyForm,
  readDone,
  readForm,
  readUploadForm,
  refuseUnknownFields,
} from './forms.js';
export {
  createInProcessSender,
  type InProcessRequest,
  type InProcessResponse,
  type InProcessSender,
  readCancellation,
} from './in-process.js';
export {
  confirmScript,
  pageAssets,
  panelStyle,
  type Render,
  renderDocument,
  templates,
  themeScript,
} from './layout.js';
export { money, parseMoney, plainMoney, roundMoney, unitPrice } from './money.js';
export { RateLimiter } from './rate-limiter.js';
export { refuseMethod } from './refuse-method.js';
export { sendOutput } from './send-output.js';
export { findSiteLinks, type SiteLinks } from './site-links.js';
