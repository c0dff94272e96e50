/**
 * Alerts: notifies an account by webhook and email when a threshold is crossed, such as of its balance, of the budget of a key, or of
 * its error rate.
 */

export { findBudgetAlerts, findReachedBudgets, notifyOfBudget } from './budget-alerts.js';
export { checkThresholds } from './check-thresholds.js';
export { type AlertCollections, alertCollections, alertIndexes } from './collections.js';
export { checkBalance, hasCrossedThreshold, sendUnsentLowBalances } from './low-balance.js';
export { mailAlerts } from './mail-alerts.js';
export { type AlertStore, notify, sendUnsentAlerts } from './notify.js';
export { alertsSubject, changeAccount, thresholdFields, toThresholds } from './routes.js';
export { sendExpiryWarnings } from './send-expiry-warnings.js';
