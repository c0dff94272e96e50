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

const NAME = 'utility-api';
/** How long a stopping process waits for its collector, in ms. */
const FLUSH_WITHIN_MS = 2_000;

/** The tracing of a process. */
export interface Tracing {
  /** Lets a worker continue the trace of the call that a job was sent for; undefined while tracing is off. */
  readonly telemetry: Telemetry | undefined;
  /** Sends what is left. */
  stop(): Promise<void>;
}

/**
 * Sends traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT. Without it OpenTelemetry's API, through which spans are
 * made everywhere, does nothing, and what records them is not even loaded. The other variables of OpenTelemetry
 * (OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, …) count as its specification has them.
 *
 * @param process what its traces call this process: `utility-api-` and this, e.g. `worker-fetch`
 * @param begins whether this process begins traces; one that does not only continues those that reach it
 */
export async function startTracing(
  process: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  { begins, log }: { begins: boolean; log: Logger },
): Promise<Tracing> {
  if (endpoint === undefined) return { telemetry: undefined, stop: async () => {} };
  const [exporter, resources, sdk, { BullMQOtel }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-node'),
    import('bullmq-otel'),
  ]);
  const warn = (message: string, ...details: unknown[]) => log.warn({ details }, `tracing: ${message}`);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const provider = new sdk.NodeTracerProvider({
    resource: resources
      .defaultResource()
      .merge(resources.resourceFromAttributes({ 'service.name': `${NAME}-${process}`, 'service.namespace': NAME }))
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(new exporter.OTLPTraceExporter())],
    ...(begins ? {} : { sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() }) }),
  });
  provider.register();
  return {
    telemetry: new BullMQOtel({ tracerName: NAME }),
    async stop() {
      const flushed = provider.shutdown().catch((error: unknown) => warn(String(error)));
      await withTimeout(FLUSH_WITHIN_MS, flushed);
    },
  };
}

/**
 * Runs something as a span. What it throws marks the span as failed.
 *
 * @param parent whose span it is: that of the current trace, or of what `readTraceContext` reads
 */
export const traced = <T>(
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

/** The trace that a caller's headers name. Not their `baggage`: it would go on to every upstream. */
export const readTraceContext = ({
  traceparent,
  tracestate,
}: Readonly<Record<string, string | string[] | undefined>>) =>
  propagation.extract(context.active(), { traceparent, tracestate });

/** What carries the current trace to another process: headers of a request, or text beside a job. Empty without one. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
