export { AdminGate } from './admin-gate.js';
export { frontGauges, health, metricsRoute } from './front-gauges.js';
export { QUEUES_PATH } from './queue-paths.js';
export { operatorConsole } from './routes.js';
export { Sessions } from './sessions.js';
