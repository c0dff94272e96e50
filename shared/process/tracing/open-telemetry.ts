import { setTimeout as sleep } from 'node:timers/promises';
import { context, DiagLogLevel, diag, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { BullMQOtel } from 'bullmq-otel';
import type { Logger } from '../log.js';
import type { Span, SpanOptions, Tracer } from './tracing.js';

const NAME = 'utility-api';
/** How long a stopping process waits for its collector, in ms. */
const FLUSH_WITHIN_MS = 2_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Records spans with OpenTelemetry. See `startTracing`, which alone loads this module. */
export function openTelemetry(process: string, begins: boolean, log: Logger): Tracer {
  const warn = (message: string, ...details: unknown[]) => log.warn({ details }, `tracing: ${message}`);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.WARN);
  const named = resourceFromAttributes({ 'service.name': `${NAME}-${process}`, 'service.namespace': NAME });
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    ...(begins ? {} : { sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }) }),
  });
  provider.register();
  return {
    run,
    carrier() {
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      return headers;
    },
    telemetry: new BullMQOtel({ tracerName: NAME }),
    async stop() {
      const flushed = provider.shutdown().catch((error: unknown) => warn(String(error)));
      await Promise.race([flushed, sleep(FLUSH_WITHIN_MS, undefined, { ref: false })]);
    },
  };
}

function run<T>(name: string, { kind, attributes, from }: SpanOptions, act: (span: Span) => Promise<T>): Promise<T> {
  const parent = from ? propagation.extract(context.active(), traceHeaders(from)) : context.active();
  const options = { kind: KINDS[kind], ...(attributes && { attributes }) };
  return trace.getTracer(NAME).startActiveSpan(name, options, parent, async (span) => {
    const fail = (message: string) => void span.setStatus({ code: SpanStatusCode.ERROR, message });
    try {
      return await act({
        traceId: span.isRecording() ? span.spanContext().traceId : undefined,
        note: (noted) => void span.setAttributes(noted),
        rename: (better) => void span.updateName(better),
        fail,
      });
    } catch (error) {
      fail(String(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Not `baggage`: what callers put there would go on to every upstream. */
const traceHeaders = ({ traceparent, tracestate }: NonNullable<SpanOptions['from']>) => ({ traceparent, tracestate });
