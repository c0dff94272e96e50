import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { version } from '../../shared/process/version.js';
import type { EndpointTool } from './tools.js';

/** Tools of an agent in one request. */
export interface Toolbox {
  /** Tools that the agent may list. */
  readonly listed: readonly EndpointTool[];
  /** Tools that the agent may call. */
  readonly callable: readonly EndpointTool[];
  call(
    tool: EndpointTool,
    fields: Record<string, unknown>,
    idempotencyKey: string | undefined,
  ): Promise<CallToolResult>;
  /** URL of the documentation for agents. */
  readonly docs: string;
}

/** Shared by all servers, since clients send nothing that it would have to validate. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * Handles the messages of one request (MCP, streamable HTTP). It is stateless, so any front can handle any request.
 *
 * @param protocolVersion value of the request's header
 */
export async function handleMessages(
  messages: unknown,
  { toolbox, protocolVersion }: { toolbox: Toolbox; protocolVersion: string },
): Promise<{ status: number; body: string }> {
  const server = createServer(toolbox);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...(protocolVersion === '' ? {} : { 'MCP-Protocol-Version': protocolVersion }),
    };
    const request = new Request('http://front/mcp', { method: 'POST', headers });
    const response = await transport.handleRequest(request, { parsedBody: messages });
    return { status: response.status, body: await response.text() };
  } finally {
    await server.close();
  }
}

function createServer({ listed, callable, call, docs }: Toolbox): Server {
  const server = new Server(
    { name: 'utility-api', title: 'Utility API', version },
    { capabilities: { tools: {} }, instructions: instructions(docs), jsonSchemaValidator },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed.map(({ definition }) => definition) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = callable.find(({ definition }) => definition.name === params.name);
    if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    const { idempotency_key: key } = params._meta ?? {};
    if (key !== undefined && typeof key !== 'string')
      throw new McpError(ErrorCode.InvalidParams, '_meta.idempotency_key must be a string');
    return call(tool, params.arguments ?? {}, key);
  });
  return server;
}

const instructions = (docs: string): string =>
  'Utility tools that charge prepaid credits. Each description states the price; _meta of a result has the cost and the ' +
  'remaining balance. Invalid input is charged too, so read the input schema first. To repeat a call without being charged ' +
  `twice, set the same _meta.idempotency_key. Documentation: ${docs}`;
