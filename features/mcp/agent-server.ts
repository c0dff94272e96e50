import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import Type, { type Static } from 'typebox';
import { MCP_PROGRESS_MS } from '../../shared/contract/bounds.js';
import { conforms } from '../../shared/contract/input.js';
import { longestDeadlineMs } from '../../shared/contract/pools.js';
import { version } from '../../shared/process/version.js';
import { createPrompts } from './prompts.js';
import { invalidParams } from './protocol-errors.js';
import type { Resources } from './resources.js';
import type { Toolbox } from './toolbox.js';

/** Tools and documents that an agent can use in one request. */
interface AgentOffer {
  readonly toolbox: Toolbox;
  readonly resources: Resources;
  /** Returns the text of a page of the documentation by its path. */
  readPage(path: string): Promise<string>;
  /** URL of the documentation for agents. */
  readonly docs: string;
}

/** A request of an agent. */
interface AgentRequest {
  /** Its parsed body: a message, or a batch of them. */
  readonly messages: unknown;
  /** Headers of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  /** Header `Idempotency-Key`, which counts for a request with a single message; empty without one. */
  readonly idempotencyKey: string;
  /** True if the client accepts an event stream. */
  readonly acceptsStream: boolean;
  /** Aborted when the client closes the connection. */
  readonly signal: AbortSignal;
}

/** Shared by all servers, since clients send nothing that it would have to validate. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Status of a request whose client closed the connection, as proxies log it; it is never sent. */
const CLIENT_CLOSED = 499;

/**
 * Handles the messages of one request (MCP, streamable HTTP): by revision 2026-07-28 if they declare it, otherwise by the older ones. It is
 * stateless, so any front can handle any request.
 *
 * @returns JSON, or an event stream if the client is sent progress
 */
export async function handleMessages(request: AgentRequest, offer: AgentOffer): Promise<Response> {
  const { messages, headers, signal } = request;
  const web = new Request('http://front/mcp', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    signal,
  });
  if (await isLegacyRequest(web, messages)) return handleLegacy(web, request, offer);
  const handler = createMcpHandler(() => createServer(offer, request), { legacy: 'reject', maxSubscriptions: 0 });
  const response = await handler.fetch(web, { parsedBody: messages });
  return response.ok && isSubscription(messages) ? refuseSubscription(messages) : response;
}

const subscription = Type.Object({
  id: Type.Union([Type.String(), Type.Number()]),
  method: Type.Literal('subscriptions/listen'),
});

const isSubscription = (message: unknown): message is Static<typeof subscription> => conforms(subscription, message);

/** Refuses to announce changes, of which there are none between two versions of the platform, so that no stream stays open. */
const refuseSubscription = ({ id }: Static<typeof subscription>): Response =>
  Response.json(
    { jsonrpc: '2.0', id, error: { code: ProtocolErrorCode.MethodNotFound, message: 'Method not found' } },
    { status: 404 },
  );

/** Handles messages of a revision with a handshake, up to 2025-11-25. */
async function handleLegacy(web: Request, request: AgentRequest, offer: AgentOffer): Promise<Response> {
  const { messages, acceptsStream, signal } = request;
  const streams = acceptsStream && [messages].flat().some(wantsProgress);
  const server = createServer(offer, request);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await server.connect(transport);
  const closed = new Promise<Response>((resolve) => {
    const close = () => void server.close().then(() => resolve(new Response(null, { status: CLIENT_CLOSED })));
    if (signal.aborted) close();
    else signal.addEventListener('abort', close, { once: true });
  });
  const response = await Promise.race([transport.handleRequest(web, { parsedBody: messages }), closed]);
  if (!streams) await server.close();
  return response;
}

/** True for a message that requests progress notifications. */
const wantsProgress = (message: unknown): boolean =>
  Object(Object(Object(message).params)._meta).progressToken !== undefined;

/** Time for which clients may cache lists and documents, in ms. */
const CACHED_MS = 300_000;
const PUBLIC = { ttlMs: CACHED_MS, cacheScope: 'public' } as const;
/** Lists depend on the scopes of the key. */
const PRIVATE = { ttlMs: CACHED_MS, cacheScope: 'private' } as const;

function createServer(offer: AgentOffer, { acceptsStream, idempotencyKey: fromHeader }: AgentRequest): Server {
  const { toolbox, resources, docs } = offer;
  const server = new Server(
    { name: 'utility-api', title: 'Utility API', version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions(docs),
      jsonSchemaValidator,
      cacheHints: {
        'server/discover': PUBLIC,
        'tools/list': PRIVATE,
        'prompts/list': PRIVATE,
        'resources/list': PUBLIC,
        'resources/templates/list': PUBLIC,
        'resources/read': PUBLIC,
      },
    },
  );
  // The library's type of a schema is narrower than what it sends.
  server.setRequestHandler('tools/list', () => ({ tools: toolbox.listed as unknown as Tool[] }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: fields = {}, _meta = {} } = params;
    const { idempotency_key: idempotencyKey } = _meta;
    if (idempotencyKey !== undefined && typeof idempotencyKey !== 'string')
      throw invalidParams('_meta.idempotency_key must be a string');
    const { signal } = context.mcpReq;
    const called = toolbox.call(name, fields, { idempotencyKey: idempotencyKey ?? fromHeader, signal });
    if (!called) throw invalidParams(`Unknown tool: ${name}`);
    return acceptsStream ? withProgress(called, context) : called;
  });
  server.setRequestHandler('resources/list', ({ params }) => resources.list(params?.cursor));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [...resources.templates] }));
  server.setRequestHandler('resources/read', ({ params }) => resources.read(params.uri, offer.readPage));
  const prompts = createPrompts(toolbox.endpoints);
  server.setRequestHandler('prompts/list', () => ({ prompts: [...prompts.listed] }));
  server.setRequestHandler('prompts/get', ({ params }) => prompts.fill(params.name, params.arguments ?? {}));
  return server;
}

/** Sends progress notifications until a call has its result, if its client requests them. */
async function withProgress<Result>(call: Promise<Result>, { mcpReq }: ServerContext): Promise<Result> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return call;
  const total = longestDeadlineMs / 1_000;
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += MCP_PROGRESS_MS / 1_000;
    const params = { progressToken, progress: seconds, total, message: `Running for ${seconds} s, at most ${total} s` };
    // The client may have closed the stream meanwhile.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {});
  }, MCP_PROGRESS_MS);
  try {
    return await call;
  } finally {
    clearInterval(timer);
  }
}

const instructions = (docs: string): string =>
  'Utility tools that charge prepaid credits. Each description states the price; _meta of a result has the cost and the ' +
  'remaining balance. Invalid input is charged too, so read the input schema first. To repeat a call without being charged ' +
  'twice, set the same _meta.idempotency_key. A result that begins with "Example data" is not real: never report it as fact. ' +
  `Documentation: ${docs}, and as resources.`;
