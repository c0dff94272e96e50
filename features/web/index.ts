export { type AccountRoute, accountRoute, type Caller } from './account-route.js';
export { type BodyOrder, readBody, readJson, readRaw } from './body/read-body.js';
export { type FormValues, readAnyForm, readForm, refuseOtherFields } from './body/read-form.js';
export {
  type AwaitedFile,
  asset,
  type FixedBytes,
  type FixedFile,
  isRead,
  madeOnce,
  picture,
  serveFiles,
  serveFixed,
  urlOf,
  YEAR_SECONDS,
} from './fixed-file.js';
export * as format from './format.js';
export { barChart, type Chart, duration, eachDay, number, percent } from './format.js';
export { isFormTokenOf, isFromElsewhere } from './forms.js';
export { KeyedBatcher } from './keyed-batcher.js';
export { askScript, htmlDocument, pageAssets, panelStyle, type Render, templates } from './layout.js';
export { money, plainMoney, typedMoney } from './money.js';
export { RateLimiter } from './rate-limiter.js';
export { version } from './version.js';
