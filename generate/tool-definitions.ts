import { createTools } from '../features/mcp/tools.js';
import { catalogue } from '../shared/contract/catalogue/index.js';
import { groupSlug } from '../shared/contract/endpoint.js';

/** Returns the module of the command line that has the definitions of all tools. */
export function toolDefinitionsModule(): string {
  const tools = createTools(catalogue).map(({ endpoint: { id, group, agentDefaults }, definition }) => ({
    name: definition.name,
    endpoint: id,
    group: groupSlug(group),
    description: definition.description,
    parameters: definition.inputSchema,
    defaults: agentDefaults,
  }));
  return `// Generated from the contract by \`npm run build\`. Do not edit.

import type { ToolDefinition } from '../tool-formats.js';

/** Definitions of all tools, in the order of the catalogue. */
export const toolDefinitions: readonly ToolDefinition[] = ${replaceToolSearch(JSON.stringify(tools))};
`;
}

/** Replaces the mentions of the tool that finds fields, which only the MCP server has. */
const replaceToolSearch = (text: string): string =>
  text.replaceAll('More fields (find_tool)', 'More fields').replaceAll('see find_tool', 'see the documentation');
