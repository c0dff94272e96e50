export { budgetAlerts, tellOfBudget } from './budget-alerts.js';
export { checkThresholds } from './check-thresholds.js';
export { type AlertCollections, alertCollections, alertIndexes } from './collections.js';
export { hasCrossed, tellOfNoted, watchBalance } from './low-balance.js';
export { mailAlerts } from './mail-alerts.js';
export { sendExpiryWarnings } from './send-expiry-warnings.js';
export { type AlertStore, tell, tellOfUntold } from './tell.js';
export { changeAccount, thresholdFields, thresholdsOf } from './thresholds-api.js';
