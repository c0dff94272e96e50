// Operators: who runs the platform, their roles, tokens and sessions; the operations that they run; and the audit trail of these.

export {
  accountViewSubject,
  createView,
  dropViewCookie,
  findView,
  setViewCookie,
  VIEW_ROLE,
} from './account-views.js';
export {
  type AccountView,
  type Operator,
  type OperatorCollections,
  type OperatorSession,
  operatorCollections,
  operatorIndexes,
  type PasswordHash,
} from './collections.js';
export {
  type Operation,
  type OperationContext,
  operation,
  type PasswordCheck,
  requireInfrastructure,
  type SubjectKind,
} from './operation.js';
export { endSession, listSessions } from './operator-sessions.js';
export { createToken, listTokens, revokeToken } from './operator-tokens.js';
export {
  changePassword,
  createOperator,
  hasAdmin,
  listOperators,
  resetSecondFactor,
  showOperator,
  unlockOperator,
  updateOperator,
} from './operators.js';
export { hashPassword, verifyPassword } from './passwords.js';
export { authorize, openDownload, perform, runAudited } from './perform.js';
export { type Actor, findLesserRole, hasRole, ROOT, type Role, roles } from './roles.js';
export { isRecoveryCode, SecondFactors } from './second-factor.js';
export { ensureOperator } from './single-sign-on.js';
export { operatorSessionSubject, operatorSubject } from './subjects.js';
export { findTokenBearer, OPERATOR_TOKEN_PREFIX } from './token-secrets.js';
export { recoverTrailIntents } from './trail.js';
export { readTrail, verifyTrail } from './trail-operations.js';
export { exportFormats } from './trail-search.js';
