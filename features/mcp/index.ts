// The MCP server: offers every endpoint to agents as a tool.

export { mcp } from './route.js';
