// Account log: the changes that members and keys have made in an account, for its members and for operators. Changes by operators are in the
// audit trail (features/operators).

export { type AccountAction, accountActions, isAccountAction } from './actions.js';
export {
  type AccountLogCollections,
  accountLogCollections,
  accountLogIndexes,
  LOG_DAYS,
} from './collections.js';
export { logFilters, readAccountLog } from './operations.js';
export { exportLog, type LogQuery, readLog, streamLog } from './read.js';
export { type Change, type LogActor, recordChange } from './record.js';
export { listChanges } from './states.js';
