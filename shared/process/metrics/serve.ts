import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, collectDefaultMetrics, register } from 'prom-client';
import type { Config } from '../config.js';
import { StartError } from '../run-process.js';

/**
 * How often the delay of the event loop is looked at, in ms, which is the least that its metrics can tell. Ten times as often was
 * most of what a process without work cost.
 */
const LOOK_AT_LOOP_EVERY_MS = 100;

export const METRICS_TYPE = register.contentType;

/** This process's metrics as text for Prometheus. */
export const metricsText = (): Promise<string> => register.metrics();

const watchProcess = (): void => collectDefaultMetrics({ eventLoopMonitoringPrecision: LOOK_AT_LOOP_EVERY_MS });

/** What is shown of a process's metrics. */
interface Shown {
  /** Brings gauges up to date before they are shown. */
  prepare?: () => Promise<void>;
  /** Instead of its own. */
  text?: () => Promise<string>;
}

const ASKED = 'metrics, please';
const ANSWER_WITHIN_MS = 2_000;

/** A process that this one runs. */
interface Asked {
  send(message: string): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** In a process that is one of many: begins to watch it, and gives its metrics to the one that runs it. */
export function provideMetrics(): { facts: Record<string, number>; stop(): Promise<void> } {
  watchProcess();
  process.on('message', (message) => {
    if (message !== ASKED) return;
    void register.getMetricsAsJSON().then((metrics) => process.connected && process.send?.({ metrics }));
  });
  return { facts: {}, stop: async () => {} };
}

/**
 * The metrics of all processes that this one runs, as of one: counts are added up, of gauges the highest is shown. They are on one
 * port because a scraper, and a rule for firewalls, knows a command by one; and a process that took another's place would
 * have to find its port. One that does not answer within 2 s is left out.
 *
 * @param processes those that serve at the moment: what is asked of one that is just starting is lost
 */
export const collectMetrics = (processes: () => Iterable<Asked>) => async (): Promise<string> => {
  const all = await Promise.all([...processes()].map(metricsOf));
  return AggregatorRegistry.aggregate(all.filter((metrics) => metrics !== undefined)).metrics();
};

const metricsOf = (asked: Asked): Promise<object | undefined> =>
  new Promise((resolve) => {
    const end = (metrics?: object) => {
      clearTimeout(limit);
      asked.off('message', hear);
      resolve(metrics);
    };
    const hear = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('metrics' in message)) return;
      if (Array.isArray(message.metrics)) end(message.metrics);
    };
    const limit = setTimeout(end, ANSWER_WITHIN_MS);
    asked.on('message', hear);
    asked.send(ASKED);
  });

/**
 * Begins to watch the process itself, and shows its metrics on METRICS_PORT when that is set.
 *
 * @throws StartError when the port is taken
 */
export async function serveMetrics(
  { METRICS_PORT, HOST }: Pick<Config, 'METRICS_PORT' | 'HOST'>,
  { prepare = async () => {}, text = metricsText }: Shown = {},
): Promise<{ facts: Record<string, number>; stop(): Promise<void> }> {
  watchProcess();
  if (METRICS_PORT === undefined) return { facts: {}, stop: async () => {} };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    prepare()
      .then(text)
      .then(
        (shown) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(shown),
        () => response.writeHead(500).end(),
      );
  });
  server.listen(METRICS_PORT, HOST);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new StartError(`METRICS_PORT ${METRICS_PORT} cannot be listened on: ${String(cause)}`);
  });
  const { port } = server.address() as AddressInfo;
  return {
    facts: { metricsPort: port },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
