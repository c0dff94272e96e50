import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { redactPath } from '../../shared/process/redact.js';
import { readTraceContext, withSpan } from '../../shared/process/tracing.js';
import type { Step } from '../call.js';

/** Paths that load balancers and scrapers poll. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** Records a request as a span, which continues the client's trace if it sends one. */
export const trace: Step = async function trace(ctx, next) {
  if (PROBES.has(ctx.path)) return next();
  const { method, path, headers, state } = ctx;
  const attributes = { 'http.request.method': method, 'url.path': redactPath(path), 'request.id': state.requestId };
  const run = async (span: Span) => {
    if (span.isRecording()) state.traceId = span.spanContext().traceId;
    await next();
    const route = state.endpoint?.path;
    if (route !== undefined) span.updateName(`${method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': ctx.status });
    if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, message: `answered ${ctx.status}` });
  };
  return withSpan(method, { kind: SpanKind.SERVER, attributes }, run, readTraceContext(headers));
};
