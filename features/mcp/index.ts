export { inProcess } from './in-process.js';
export { mcp } from './route.js';
