import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { redactPath } from '../../shared/process/redact.js';
import { callersTrace, traced } from '../../shared/process/tracing.js';
import type { Step } from '../call.js';

/** What load balancers and scrapers ask all day long. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Records every request as a span, which continues the caller's trace when it sends one. */
export const trace: Step = (ctx, next) => {
  if (PROBES.has(ctx.path)) return next();
  const { method, path, headers, state } = ctx;
  const attributes = { 'http.request.method': method, 'url.path': redactPath(path), 'request.id': state.requestId };
  const answer = async (span: Span) => {
    if (span.isRecording()) state.traceId = span.spanContext().traceId;
    await next();
    const route = state.endpoint?.path;
    if (route !== undefined) span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': ctx.status });
    if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, message: `answered ${ctx.status}` });
  };
  return traced(method, { kind: SpanKind.SERVER, attributes }, answer, callersTrace(headers));
};
