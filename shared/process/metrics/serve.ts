import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, register } from 'prom-client';
import type { Config } from '../config.js';
import { StartError } from '../run-process.js';

export const METRICS_TYPE = register.contentType;

/** This process's metrics as text for Prometheus. */
export const metricsText = (): Promise<string> => register.metrics();

/**
 * Begins to watch the process itself, and shows its metrics on METRICS_PORT when that is set.
 *
 * @param prepare brings gauges up to date before they are shown
 * @throws StartError when the port is taken
 */
export async function serveMetrics(
  { METRICS_PORT, HOST }: Pick<Config, 'METRICS_PORT' | 'HOST'>,
  prepare: () => Promise<void> = async () => {},
): Promise<{ facts: Record<string, number>; stop(): Promise<void> }> {
  collectDefaultMetrics();
  if (METRICS_PORT === undefined) return { facts: {}, stop: async () => {} };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    prepare()
      .then(metricsText)
      .then(
        (text) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(text),
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
