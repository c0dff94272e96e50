import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Middleware, ParameterizedContext } from 'koa';
import { MCP_ENVELOPE, MCP_PER_SECOND, MOST_MCP_MESSAGES } from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { listDocuments } from '../docs/index.js';
import type { Key } from '../keys/index.js';
import {
  type InProcessRequest,
  type InProcessResponse,
  type InProcessSender,
  normalisePath,
  readJson,
  refuseMethod,
  sendCompressed,
} from '../web/index.js';
import type { Resources } from './resources.js';
import type { ToolSearch } from './tool-search.js';
import type { EndpointTool } from './tools.js';

type McpContext = ParameterizedContext<{ key: Key }>;

/** Path at which agents reach the server, and how they are authenticated there. */
export interface McpEntry {
  readonly path: string;
  /**
   * Authenticates the request.
   *
   * @throws ApiError 401, if need be after it has set `WWW-Authenticate`
   */
  authenticate(ctx: McpContext): Promise<Key>;
  /** Sends a request to an endpoint with the key of the client. */
  send(ctx: McpContext, key: Key, request: InProcessRequest): Promise<InProcessResponse>;
  /**
   * Sets the headers that let a page of another origin read the response, also that of a preflight request. Without it only pages of this
   * service may send requests.
   *
   * @returns true if the origin of the request is allowed
   */
  allowOrigin?(ctx: McpContext): boolean;
}

interface McpOptions {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  /** Endpoints that are tools. */
  readonly offered: readonly Endpoint[];
  readonly entries: readonly McpEntry[];
  /** Sends requests for pages of the documentation. */
  readonly sendInProcess: InProcessSender;
  /** Counts a message against a limit of the key, see `countRequest`. */
  countRequest(ctx: McpContext, key: Key, group: string, perSecond: number): Promise<void>;
}

/** Name of the rate limit of messages. */
const LIMIT_NAME = 'mcp';
/** Maximum size of a request, in bytes: the largest body of an endpoint, and its envelope. */
const LARGEST_BODY = Math.max(...catalogue.map(({ group }) => group.bodyLimit)) + MCP_ENVELOPE;

/**
 * Offers the endpoints to agents as a tool, by the Model Context Protocol. The key is authenticated before the body is read. A call of a tool is
 * a request to its endpoint, which runs through all steps.
 *
 * @throws ApiError as for any request with a key; 405 for methods other than POST, since the server sends no messages of its own
 */
export function mcp({ config, offered, entries, countRequest, sendInProcess }: McpOptions): Middleware<{ key: Key }> {
  let tools: readonly EndpointTool[] | undefined;
  let search: ToolSearch | undefined;
  let resources: Resources | undefined;
  return async function mcp(ctx, next) {
    const path = normalisePath(ctx.path);
    const entry = entries.find((one) => one.path === path);
    if (!entry) return next();
    const isOriginAllowed = hasOwnOrigin(ctx, config) || (entry.allowOrigin?.(ctx) ?? false);
    if (ctx.method !== 'POST') return refuseMethod(ctx, ['POST']);
    const key = await entry.authenticate(ctx);
    if (!isOriginAllowed) throw errors.apiKeyFromBrowser();
    ctx.state.key = key;
    const countMessage = () => countRequest(ctx, key, LIMIT_NAME, MCP_PER_SECOND);
    await countMessage();
    const messages = withoutNotifications(await readJson(ctx, { limit: LARGEST_BODY }));
    const many = Array.isArray(messages) ? messages.length : 1;
    if (many > MOST_MCP_MESSAGES) throw errors.tooManyMessages({ limit: MOST_MCP_MESSAGES });
    for (let counted = 1; counted < many; counted++) await countMessage();

    // The protocol's library is loaded for the first agent, since many fronts never serve one.
    const [{ handleMessages }, { createTools }, { createToolSearch }, { createToolbox }, { createResources }] =
      await Promise.all([
        import('./agent-server.js'),
        import('./tools.js'),
        import('./tool-search.js'),
        import('./toolbox.js'),
        import('./resources.js'),
      ]);
    tools ??= createTools(offered);
    search ??= createToolSearch(tools);
    resources ??= createResources(baseUrl(config), listDocuments(offered, baseUrl(config)));
    const endpointTools = createToolbox(tools, {
      groups: String(ctx.query.groups ?? ''),
      scopes: key.scopes,
      send: (request) => entry.send(ctx, key, request),
    });
    const toolbox = search.addTo(endpointTools, ctx.query.tools === 'search' ? 'search' : 'all');
    const request = {
      messages,
      headers: readProtocolHeaders(ctx),
      idempotencyKey: many === 1 ? ctx.get('Idempotency-Key') : '',
      acceptsStream: /\btext\/event-stream\b/.test(ctx.get('Accept')),
      signal: signalDisconnect(ctx),
    };
    const readPage = async (path: string) => {
      const { status, body } = await sendInProcess(ctx, { path });
      if (status !== 200) throw new Error(`GET ${path} returned ${status}`);
      return body;
    };
    const docs = `${baseUrl(config)}/llms.txt`;
    await respond(ctx, await handleMessages(request, { toolbox, resources, readPage, docs }));
  };
}

/** True if the Origin header is missing, as agents send none, or names this service. It guards against DNS rebinding. */
const hasOwnOrigin = (ctx: McpContext, config: McpOptions['config']): boolean =>
  ['', new URL(baseUrl(config)).origin].includes(ctx.get('Origin'));

/**
 * Removes the notifications of a batch. One that cancels a request of the same batch would leave the batch without a response; the others have
 * no effect on a stateless server.
 */
function withoutNotifications(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  const requests = messages.filter((message) => !isNotification(message));
  return requests.length === 0 ? messages : requests;
}

const isNotification = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && !('id' in message);

/** Reads the headers of the protocol. */
const readProtocolHeaders = ({ headers }: McpContext): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (/^mcp-/.test(name) ? [[name, String(value)]] : [])),
  );

/** Returns a signal that is aborted when the client closes the connection before it has the whole response. */
function signalDisconnect({ res }: McpContext): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
}

async function respond(ctx: McpContext, response: Response): Promise<void> {
  ctx.status = response.status;
  if (response.headers.get('Content-Type')?.startsWith('text/event-stream') && response.body) {
    ctx.set('Content-Type', 'text/event-stream');
    ctx.set('Cache-Control', 'no-store');
    // Proxies send each event on at once.
    ctx.set('X-Accel-Buffering', 'no');
    ctx.body = Readable.fromWeb(response.body as WebStream);
    return;
  }
  const body = await response.text();
  if (body === '') return;
  ctx.type = 'application/json';
  await sendCompressed(ctx, body);
}
