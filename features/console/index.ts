export { createGaugeUpdater, mountHealthRoutes, mountMetricsRoute } from './health.js';
export { OperatorAuthenticator } from './operator-authenticator.js';
export { QUEUES_PATH } from './queue-pages.js';
export { operatorConsole } from './routes.js';
export { SessionStore } from './session-store.js';
