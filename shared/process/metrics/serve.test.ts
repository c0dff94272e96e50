import { deepEqual } from 'node:assert/strict';
import { serveMetrics } from './serve.js';

describe('the health of a process', () => {
  const stopping = new AbortController();
  let isRunning = true;
  let metrics: Awaited<ReturnType<typeof serveMetrics>>;

  before(async () => {
    metrics = await serveMetrics({ METRICS_PORT: 0, HOST: '127.0.0.1' }, stopping.signal);
  });
  after(() => metrics.stop());

  async function health() {
    const response = await fetch(`http://127.0.0.1:${metrics.facts.metricsPort}/healthz`);
    const { status }: { status: string } = await response.json();
    return [response.status, status];
  }

  it('is good from the end of its start until it stops, while its main loop runs', async () => {
    deepEqual(await health(), [503, 'starting']);
    metrics.started({ isRunning: () => isRunning });
    deepEqual(await health(), [200, 'ok']);
    isRunning = false;
    deepEqual(await health(), [503, 'not running']);
    isRunning = true;
    stopping.abort();
    deepEqual(await health(), [503, 'stopping']);
  });
});
