export {
  type Operator,
  type OperatorCollections,
  type OperatorSession,
  operatorCollections,
  operatorIndexes,
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
  showOperator,
  unlockOperator,
  updateOperator,
} from './operators.js';
export { isPassword } from './passwords.js';
export { allow, fileOf, perform, withEntry } from './perform.js';
export { type Actor, mayAs, ROOT, type Role, roles } from './roles.js';
export { exportForms } from './search.js';
export { operatorSessionSubject } from './subjects.js';
export { bearerOfToken, OPERATOR_TOKEN_PREFIX } from './tokens.js';
export { enterAbandoned } from './trail.js';
export { readTrail, verifyTrail } from './trail-operations.js';
