export type { Received } from './control.js';
export { type Fault, type FaultKind, faultKinds } from './faults.js';
export { type Sandbox, startSandbox } from './server.js';
export { SANDBOX_KEY as STRIPE_SANDBOX_KEY } from './stripe/api.js';
export { createSandboxSettings } from './upstreams.js';
