import type { Context } from 'koa';

const ALLOWED = [
  ...['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID'],
  ...['Mcp-Method', 'Mcp-Name', 'MCP-Protocol-Version', 'Mcp-Session-Id'],
].join(', ');
const EXPOSED = 'WWW-Authenticate, MCP-Protocol-Version, Mcp-Session-Id, Retry-After, X-Request-Id';
const PREFLIGHT_SECONDS = '3600';

/**
 * Allows pages of every origin to send the request and read the response. It needs a bearer token, or is open to everyone; the browser adds no
 * credentials by itself.
 */
export function allowOrigin(ctx: Pick<Context, 'set'>): true {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Access-Control-Allow-Methods', 'GET, POST');
  ctx.set('Access-Control-Allow-Headers', ALLOWED);
  ctx.set('Access-Control-Expose-Headers', EXPOSED);
  ctx.set('Access-Control-Max-Age', PREFLIGHT_SECONDS);
  return true;
}
