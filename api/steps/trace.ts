import { traced } from '../../shared/process/tracing/tracing.js';
import type { Step } from '../call.js';

/** What load balancers and scrapers ask all day long. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Records every request as a span, which continues the caller's trace when it sends one. */
export const trace: Step = (ctx, next) => {
  if (PROBES.has(ctx.path)) return next();
  const { method, path, headers, state } = ctx;
  const attributes = { 'http.request.method': method, 'url.path': path, 'request.id': state.requestId };
  return traced(method, { kind: 'server', attributes, from: headers }, async (span) => {
    state.traceId = span.traceId;
    await next();
    const route = state.endpoint?.path;
    if (route !== undefined) span.rename(`${method} ${route}`);
    span.note({ 'http.route': route, 'http.response.status_code': ctx.status });
    if (ctx.status >= 500) span.fail(`answered ${ctx.status}`);
  });
};
