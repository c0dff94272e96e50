export { Authenticator } from './authenticator.js';
export { type Key, type KeyCollections, keyCollections, keyIndexes } from './collections.js';
export { bearerOf, credentialsOf, hasKeyInQuery } from './credentials.js';
export { isLive, keyModes, modeOf, newPlainKey, storeKey } from './keys.js';
export { defaultLimits, findCeiling, findLatestExpiry, limitOf } from './limits.js';
export {
  allKeys,
  changeByMember,
  findKey,
  issue,
  issueToMember,
  listKeys,
  revoke,
  rotate,
  update,
} from './operations.js';
export { ALL, covers, everyScope, includesService, isByNameOnly, opensRoute } from './scopes.js';
export { Tokens } from './tokens.js';
export { createToken, TOKEN_MAX_SECONDS } from './tokens-api.js';
