// API keys and browser tokens: the key documents, authentication, scopes, rate limits, and the operations that issue, change and revoke keys.

export { AccountRequests } from './account-requests.js';
export { type AuthenticatedKey, Authenticator } from './authenticator.js';
export {
  type Connection,
  type Key,
  type KeyCollections,
  type KeyPurpose,
  keyCollections,
  keyIndexes,
} from './collections.js';
export { hasKeyInQuery, readBearer, readCredentials } from './credentials.js';
export { findTestKey, generateKey, isLive, keyModes, live, looksLikeKey, modeOf, storeKey } from './keys.js';
export { defaultLimits, findCeiling, findLatestExpiry, findLimit } from './limits.js';
export {
  changeKeyByMember,
  findKey,
  issueKey,
  issueKeyToApp,
  issueKeyToMember,
  keySubject,
  listKeys,
  revokeKey,
  rotateKey,
  streamKeys,
  updateKey,
} from './operations.js';
export { createToken, TOKEN_MAX_SECONDS } from './routes.js';
export { ALL, checkGroups, includesService, isByNameOnly, opensEndpoint, opensRoute } from './scopes.js';
export { Tokens } from './tokens.js';
