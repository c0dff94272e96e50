// OpenTelemetry's SDK. A module of its own, since it is loaded only while traces are sent.

import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  BatchSpanProcessor,
  NodeTracerProvider,
  ParentBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import type { Telemetry } from 'bullmq';
import { BullMQOtel } from 'bullmq-otel';

/**
 * Registers a provider that sends spans to the collector that OTEL_EXPORTER_OTLP_ENDPOINT names.
 *
 * @param begins true if this process begins traces
 */
export function registerProvider(service: Record<string, string>, begins: boolean): NodeTracerProvider {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(service))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    ...(begins ? {} : { sampler: new ParentBasedSampler({ root: new AlwaysOffSampler() }) }),
  });
  provider.register();
  return provider;
}

/** Creates the telemetry of BullMQ, by which a worker continues the trace of a request. */
export const createTelemetry = (tracerName: string): Telemetry => new BullMQOtel({ tracerName });
