// The console of operators under `/operator`, their authentication, and the health and metrics endpoints.

export { createGaugeUpdater, type FrontNeeds, mountHealthRoutes, mountMetricsRoute } from './health.js';
export { createConsoleAccess } from './login.js';
export { OperatorAuthenticator } from './operator-authenticator.js';
export { QUEUES_PATH } from './queue-pages.js';
export { createOperatorConsole } from './routes.js';
