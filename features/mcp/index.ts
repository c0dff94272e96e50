// The MCP server: offers every endpoint to agents as a tool.

export { type McpEntry, mcp } from './route.js';
