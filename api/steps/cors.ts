import { readCredentials } from '../../features/keys/index.js';
import { normalisePath } from '../../features/web/index.js';
import type { Step } from '../call.js';

const ALLOWED_HEADERS = ['authorization', 'content-type', 'idempotency-key', 'prefer', 'x-test-answer'];
const EXPOSED_HEADERS =
  'X-Request-Id, X-Credits-Cost, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Unknown-Fields, Preference-Applied, ' +
  'Content-Language, X-Writer, X-Language-Warning, X-Upstream, X-Mode';
const PREFLIGHT_SECONDS = 600;

/** Allows browsers on other origins to send requests with tokens, never with keys: a key in a browser has leaked. */
export const cors: Step = async function cors(ctx, next) {
  const origin = ctx.get('Origin');
  if (!origin || !normalisePath(ctx.path).startsWith('/v1/')) return next();
  ctx.vary('Origin');
  if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method')) {
    ctx.status = 204;
    const requested = ctx
      .get('Access-Control-Request-Headers')
      .toLowerCase()
      .split(/\s*,\s*/)
      .filter(Boolean);
    if (!requested.every((header) => ALLOWED_HEADERS.includes(header))) return;
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Allow-Methods', 'GET, POST');
    ctx.set('Access-Control-Allow-Headers', ALLOWED_HEADERS.join(', '));
    ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    return;
  }
  if (readCredentials(ctx).token) {
    ctx.set('Access-Control-Allow-Origin', origin);
    ctx.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
  }
  return next();
};
