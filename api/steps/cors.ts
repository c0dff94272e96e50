import { credentialsOf } from '../access/credentials.js';
import type { Step } from '../call.js';

const ALLOWED_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-test-answer'];
const EXPOSED_HEADERS =
  'X-Request-Id, X-Credits-Cost, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Unknown-Fields, Preference-Applied, ' +
  'Content-Language, X-Writer, X-Language-Warning, X-Upstream, X-Mode';
const PREFLIGHT_SECONDS = 600;

/**
 * Lets browsers on other origins call with tokens, never with keys: a key that reached a browser is a key that leaked.
 */
export const cors: Step = async (ctx, next) => {
  const origin = ctx.get('Origin');
  if (!origin || !ctx.path.startsWith('/v1/')) return next();
  ctx.vary('Origin');
  if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method')) {
    ctx.status = 204;
    const asked = ctx
      .get('Access-Control-Request-Headers')
      .toLowerCase()
      .split(/\s*,\s*/)
      .filter(Boolean);
    if (!asked.every((header) => ALLOWED_HEADERS.includes(header))) return;
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Allow-Methods', 'GET, POST');
    ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '));
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    return;
  }
  if (credentialsOf(ctx).token) ctx.set(sharedWith(origin));
  return next();
};

/** What lets a page on another origin read an answer. */
export const sharedWith = (origin: string): Record<string, string> => ({
  'Access-Control-Allow-Origin': origin,
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
});
