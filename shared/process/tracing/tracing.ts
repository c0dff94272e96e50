import type { Telemetry } from 'bullmq';
import type { Config } from '../config.js';
import type { Logger } from '../log.js';

/** What is known of a span; undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A stretch of a trace that is being recorded. */
export interface Span {
  /** The trace that it belongs to; undefined when nothing is recorded. */
  readonly traceId: string | undefined;
  note(attributes: Attributes): void;
  rename(name: string): void;
  /** Marks it as failed. */
  fail(why: string): void;
}

export interface SpanOptions {
  kind: 'server' | 'client';
  attributes?: Attributes;
  /** Headers of who asks, whose trace is continued. */
  from?: Readonly<Record<string, string | string[] | undefined>>;
}

/** What tracing is made of once it is on. */
export interface Tracer {
  run<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T>;
  carrier(): Record<string, string>;
  telemetry: Telemetry;
  stop(): Promise<void>;
}

/** Absent while tracing is off: then nothing of OpenTelemetry is even loaded. */
let tracer: Tracer | undefined;

const unrecorded: Span = { traceId: undefined, note() {}, rename() {}, fail() {} };

/**
 * Sends traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT; does nothing without it. The other variables of
 * OpenTelemetry (OTEL_TRACES_SAMPLER, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, …) count as its specification
 * has them.
 *
 * @param process what its traces call this process: `utility-api-` and this, e.g. `worker-fetch`
 * @param begins whether this process begins traces; one that does not only continues those that reach it
 * @returns sends what is left
 */
export async function startTracing(
  process: string,
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  { begins, log }: { begins: boolean; log: Logger },
): Promise<() => Promise<void>> {
  if (endpoint === undefined) return async () => {};
  const { openTelemetry } = await import('./open-telemetry.js');
  const started = openTelemetry(process, begins, log);
  tracer = started;
  return () => started.stop();
}

/** Runs something as a span of the current trace. What it throws marks the span as failed. */
export const traced = <T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> =>
  tracer ? tracer.run(name, options, run) : run(unrecorded);

/** What carries the current trace to another process: headers of a request, or text beside a job. Empty without one. */
export const carrier = (): Record<string, string> => tracer?.carrier() ?? {};

/** Lets a worker continue the trace of the call that a job was sent for; nothing while tracing is off. */
export const queueTelemetry = (): { telemetry?: Telemetry } => (tracer ? { telemetry: tracer.telemetry } : {});
