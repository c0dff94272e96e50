import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { opensEndpoint } from '../keys/index.js';
import type { InProcessRequest, InProcessResponse } from '../web/index.js';
import { createToolResult } from './tool-result.js';
import { type EndpointTool, findTool, isHidden, selectTools, type ToolDefinition } from './tools.js';

/** Preferences of one call of a tool. */
interface ToolCallOptions {
  /** Empty without one. */
  readonly idempotencyKey: string;
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
}

/** Tools of an agent in one request. */
export interface Toolbox {
  /** Definitions of the tools that the agent may list. */
  readonly listed: readonly ToolDefinition[];
  /** Endpoints that it can use. */
  readonly endpoints: readonly Endpoint[];
  /** Calls a tool by its name; undefined if there is none. */
  call(name: string, fields: Record<string, unknown>, options: ToolCallOptions): Promise<CallToolResult> | undefined;
}

interface ToolboxOptions {
  /** Parameter `groups` of the URL. */
  readonly groups: string;
  /** Scopes of the key. */
  readonly scopes: readonly string[];
  /** Sends a request to an endpoint. */
  send(request: InProcessRequest): Promise<InProcessResponse>;
}

/**
 * Creates the toolbox of a request: the tools of the requested groups. Those that the key opens are listed.
 *
 * @throws ApiError 422 for an unknown group
 */
export function createToolbox(tools: readonly EndpointTool[], { groups, scopes, send }: ToolboxOptions): Toolbox {
  const callable = selectTools(tools, groups);
  const usable = callable.filter(({ endpoint }) => opensEndpoint(scopes, endpoint));
  return {
    listed: usable.map(({ definition }) => definition),
    endpoints: usable.map(({ endpoint }) => endpoint),
    call(name, fields, { idempotencyKey, signal }) {
      const tool = findTool(callable, name);
      if (!tool) return undefined;
      const { path, agentDefaults } = tool.endpoint;
      // Strict, so that an agent learns of a mistyped field.
      const headers = {
        prefer: 'handling=strict',
        ...(idempotencyKey !== '' && { 'idempotency-key': idempotencyKey }),
      };
      const shown = Object.entries(fields).filter(([field]) => !isHidden(tool.endpoint, field));
      const body = { ...agentDefaults, ...Object.fromEntries(shown) };
      return send({ path, body, headers, signal }).then((response) => createToolResult(response, tool.definition.name));
    },
  };
}
