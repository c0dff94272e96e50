export type { Received } from './control.js';
export { type Fault, type FaultKind, faultKinds } from './faults.js';
export { type Sandbox, startSandbox } from './server.js';
export { sandboxSettings } from './upstreams.js';
