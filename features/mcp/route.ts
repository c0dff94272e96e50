import type { Middleware, ParameterizedContext } from 'koa';
import { MCP_ENVELOPE, MCP_PER_SECOND, MOST_MCP_MESSAGES } from '../../shared/contract/bounds.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { type Key, opensEndpoint } from '../keys/index.js';
import { readJson } from '../web/index.js';
import type { Toolbox } from './agent-server.js';
import type { InnerCaller } from './in-process.js';

type McpContext = ParameterizedContext<{ key: Key }>;

interface McpOptions {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  /** Authenticates the request. */
  authenticate(ctx: McpContext): Promise<Key>;
  /** Counts a message against a limit of the key, see `countRequest`. */
  countRequest(ctx: McpContext, key: Key, group: string, perSecond: number): Promise<void>;
  callInProcess: InnerCaller;
}

const PATH = '/mcp';
/** The name under which messages are counted against a key's limits. */
const COUNTED_AS = 'mcp';
/** As much as the largest call, and what is around it. */
const LARGEST_BODY = Math.max(...catalogue.map(({ group }) => group.bodyLimit)) + MCP_ENVELOPE;

/**
 * Lets agents use every endpoint as a tool, by the Model Context Protocol. Who asks is known before anything is read; a
 * call of a tool is a call of its endpoint, which takes the steps of any other.
 *
 * @throws ApiError as for any request with a key; 405 for what is no POST, since nothing is sent without being asked for
 */
export const mcp =
  ({ config, authenticate, countRequest, callInProcess }: McpOptions): Middleware<{ key: Key }> =>
  async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    if (ctx.method !== 'POST') {
      ctx.set('Allow', 'POST');
      throw errors.methodNotAllowed();
    }
    const key = await authenticate(ctx);
    if (!isFromHere(ctx, config)) throw errors.apiKeyFromBrowser();
    ctx.state.key = key;
    const countMessage = () => countRequest(ctx, key, COUNTED_AS, MCP_PER_SECOND);
    await countMessage();
    const messages = withoutNotifications(await readJson(ctx, { limit: LARGEST_BODY }));
    const many = Array.isArray(messages) ? messages.length : 1;
    if (many > MOST_MCP_MESSAGES) throw errors.tooManyMessages({ limit: MOST_MCP_MESSAGES });
    for (let counted = 1; counted < many; counted++) await countMessage();

    // What speaks the protocol is loaded for the first agent: many fronts never meet one.
    const [{ answerMessages }, { toolsOf }, { toolResult }] = await Promise.all([
      import('./agent-server.js'),
      import('./tools.js'),
      import('./tool-result.js'),
    ]);
    const callable = toolsOf(String(ctx.query.groups ?? ''));
    const toolbox: Toolbox = {
      callable,
      listed: callable.filter(({ endpoint }) => opensEndpoint(key.scopes, endpoint)),
      docs: `${baseUrl(config)}/llms.txt`,
      async call({ endpoint }, fields, idempotencyKey) {
        const { path, agentDefaults } = endpoint;
        const headers = innerHeaders(idempotencyKey ?? (many === 1 ? ctx.get('Idempotency-Key') : ''));
        return toolResult(await callInProcess(ctx, { path, body: { ...agentDefaults, ...fields }, headers }));
      },
    };
    const protocolVersion = ctx.get('MCP-Protocol-Version');
    respond(ctx, await answerMessages(messages, { toolbox, protocolVersion }));
  };

/** Agents name no origin. A page that has the service's address under another name (DNS rebinding) is none of ours. */
const isFromHere = (ctx: McpContext, config: McpOptions['config']): boolean =>
  ['', new URL(baseUrl(config)).origin].includes(ctx.get('Origin'));

/** An agent that mistypes a field is told so, instead of being answered something else. */
const innerHeaders = (idempotencyKey: string): Record<string, string> => ({
  prefer: 'handling=strict',
  ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
});

/**
 * Leaves the notifications of a batch out. One that cancels a request of the same batch would keep the batch from ever
 * being answered; the others tell nothing to a server that remembers nothing.
 */
function withoutNotifications(messages: unknown): unknown {
  if (!Array.isArray(messages)) return messages;
  const asking = messages.filter((message) => !isNotification(message));
  return asking.length === 0 ? messages : asking;
}

const isNotification = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && !('id' in message);

function respond(ctx: McpContext, { status, body }: { status: number; body: string }): void {
  ctx.status = status;
  if (body === '') return;
  ctx.type = 'application/json';
  ctx.body = body;
}
