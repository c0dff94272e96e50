import {
  context,
  DiagLogLevel,
  diag,
  propagation,
  type Span,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Telemetry } from 'bullmq';
import { withTimeout } from './clock.js';
import type { Config } from './config.js';
import type { Logger } from './log.js';
import { version } from './version.js';

const NAME = 'utility-api';
/** Time for which a stopping process waits for its collector, in ms. */
const FLUSH_TIMEOUT_MS = 2_000;

/** Tracing of a process. */
interface Tracing {
  /** Makes a worker continue the traces of calls; undefined while tracing is off. */
  readonly telemetry: Telemetry | undefined;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Sends traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. Without it OpenTelemetry's API, through which spans are created, does
 * nothing, and its SDK is not loaded. The other variables of OpenTelemetry (OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS,
 * OTEL_SERVICE_NAME, …) work as specified.
 *
 * @param process part of the service name after `utility-api-`, e.g. `worker-fetch`
 * @param begins true if this process begins traces, false if it only continues those that reach it
 */
export async function startTracing(
  process: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  { begins, log }: { begins: boolean; log: Logger },
): Promise<Tracing> {
  if (endpoint === undefined) return { telemetry: undefined, stop: async () => {} };
  const warn = (message: string, ...details: unknown[]) => log.warn({ details }, `tracing: ${message}`);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const { createTelemetry, registerProvider } = await import('./tracing-sdk.js');
  const service = { 'service.name': `${NAME}-${process}`, 'service.namespace': NAME, 'service.version': version };
  const provider = registerProvider(service, begins);
  return {
    telemetry: createTelemetry(NAME),
    async stop() {
      const flushed = provider.shutdown().catch((error: unknown) => warn(String(error)));
      await withTimeout(FLUSH_TIMEOUT_MS, flushed);
    },
  };
}

/**
 * Runs a function in a span. An error marks the span as failed.
 *
 * @param parent the current context by default, or one from readTraceContext
 */
export const withSpan = <T>(
  name: string,
  options: SpanOptions,
  run: (span: Span) => Promise<T>,
  parent = context.active(),
): Promise<T> =>
  trace.getTracer(NAME).startActiveSpan(name, options, parent, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
      throw error;
    } finally {
      span.end();
    }
  });

/** Reads the trace context of a client's headers, without its `baggage`, which would be passed on to every upstream. */
export const readTraceContext = ({
  traceparent,
  tracestate,
}: Readonly<Record<string, string | string[] | undefined>>) =>
  propagation.extract(context.active(), { traceparent, tracestate });

/** Returns the headers that pass the current trace on to another process; none without a trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
