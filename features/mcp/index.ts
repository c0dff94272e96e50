// The MCP server: offers every endpoint to agents as a tool.

export { createInProcessSender } from './in-process.js';
export { mcp } from './route.js';
