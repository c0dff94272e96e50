import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AggregatorRegistry, collectDefaultMetrics, register } from 'prom-client';
import type { Config } from '../config.js';
import { StartError } from '../run-process.js';
import { version } from '../version.js';
import { gauge } from './measure.js';

/** Sampling interval of the event loop delay, in ms. Sampling ten times as often would take most of the CPU time of an idle process. */
const EVENT_LOOP_SAMPLING_MS = 100;

export const METRICS_TYPE = register.contentType;

/** Returns the metrics of this process in the text format of Prometheus. */
export const renderMetrics = (): Promise<string> => register.metrics();

function watchProcess(): void {
  collectDefaultMetrics({ eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLING_MS });
  gauge('buildInfo', { version }, 1);
}

/** A process that has started. */
interface Started {
  /** Updates gauges before they are served. */
  prepare?: () => Promise<void>;
  /** Returns true while the main loop of the process runs. */
  isRunning?: () => boolean;
  /** Questions of proxies, by path. Each returns a status. */
  checks?: Readonly<Record<string, (query: URLSearchParams) => Promise<number>>>;
}

/** Metrics and health of a process. */
interface ProcessMetrics {
  facts: Record<string, number>;
  /** Begins to report the process as healthy. */
  started(process: Started): void;
  stop(): Promise<void>;
}

const METRICS_REQUEST = 'send metrics';
const RESPONSE_TIMEOUT_MS = 2_000;

/** A child process. */
interface ChildProcess {
  send(message: string): unknown;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Measures a process that is one of many, and sends its metrics to its parent process on request. */
export function provideMetrics(): ProcessMetrics {
  watchProcess();
  let prepare = async () => {};
  process.on('message', (message) => {
    if (message !== METRICS_REQUEST) return;
    void prepare()
      .then(() => register.getMetricsAsJSON())
      .then((metrics) => process.connected && process.send?.({ metrics }));
  });
  return {
    facts: {},
    started(process) {
      if (process.prepare) prepare = process.prepare;
    },
    stop: async () => {},
  };
}

/**
 * Aggregates the metrics of child processes: counters are added up, of gauges the highest counts. One port serves all of them, since
 * scrapers and firewall rules expect one for each command. A process that does not respond within 2 s is left out.
 *
 * @param processes those that have started, since others lose the request
 */
export const collectMetrics = (processes: () => Iterable<ChildProcess>) => async (): Promise<string> => {
  const all = await Promise.all([...processes()].map(requestMetrics));
  return AggregatorRegistry.aggregate(all.filter((metrics) => metrics !== undefined)).metrics();
};

const requestMetrics = (child: ChildProcess): Promise<object | undefined> =>
  new Promise((resolve) => {
    const end = (metrics?: object) => {
      clearTimeout(timeout);
      child.off('message', onMessage);
      resolve(metrics);
    };
    const onMessage = (message: unknown) => {
      if (typeof message !== 'object' || message === null || !('metrics' in message)) return;
      if (Array.isArray(message.metrics)) end(message.metrics);
    };
    const timeout = setTimeout(end, RESPONSE_TIMEOUT_MS);
    child.on('message', onMessage);
    child.send(METRICS_REQUEST);
  });

/**
 * Measures this process, and serves its metrics and its health on METRICS_PORT if that is set. `GET /healthz` is a 503 until the process
 * has started, while its main loop does not run, and while it stops.
 *
 * @param stopping aborted when the process begins to stop
 * @param text returns the metrics to serve; those of this process by default
 * @throws StartError if the port is in use
 */
export async function serveMetrics(
  { METRICS_PORT, HOST }: Pick<Config, 'METRICS_PORT' | 'HOST'>,
  stopping: AbortSignal,
  text: () => Promise<string> = renderMetrics,
): Promise<ProcessMetrics> {
  watchProcess();
  if (METRICS_PORT === undefined) return { facts: {}, started() {}, stop: async () => {} };
  let running: Started | undefined;
  const readHealth = () => {
    if (stopping.aborted) return 'stopping';
    if (!running) return 'starting';
    return running.isRunning?.() === false ? 'not running' : 'ok';
  };
  const sendMetrics = async (response: ServerResponse) => {
    await running?.prepare?.();
    const metrics = await text();
    response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(metrics);
  };
  const sendCheck = (checks: NonNullable<Started['checks']>, url = '/', response: ServerResponse) => {
    const [path = '', query] = url.split('?');
    const check = Object.hasOwn(checks, path) ? checks[path] : undefined;
    const respond = (status: number) => response.writeHead(status).end();
    if (check) check(new URLSearchParams(query)).then(respond, () => respond(503));
    else respond(404);
  };
  const server = createServer(({ method, url }, response) => {
    if (method === 'GET' && url === '/metrics') {
      sendMetrics(response).catch(() => response.writeHead(500).end());
    } else if (method === 'GET' && url === '/healthz') {
      const status = readHealth();
      response.writeHead(status === 'ok' ? 200 : 503, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ status, version }));
    } else if (method === 'GET' && running?.checks) {
      sendCheck(running.checks, url, response);
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(METRICS_PORT, HOST);
  await once(server, 'listening').catch((cause: unknown) => {
    throw new StartError(`METRICS_PORT ${METRICS_PORT} cannot be listened on: ${String(cause)}`);
  });
  const { port } = server.address() as AddressInfo;
  return {
    facts: { metricsPort: port },
    started(process) {
      running = process;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
