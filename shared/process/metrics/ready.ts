import { withTimeout } from '../clock.js';
import { gauge } from './measure.js';

/** Less than a parent process waits for metrics. */
const TIMEOUT_MS = 1_000;

/** Sets the gauges of the servers that this process needs: 1 for those that respond within a second. */
export async function gaugeReady(checks: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> {
  const gaugeOne = async ([what, check]: [string, () => Promise<unknown>]) => {
    const isReady = await withTimeout(
      TIMEOUT_MS,
      check().then(() => true),
    ).catch(() => false);
    gauge('ready', { what }, isReady ? 1 : 0);
  };
  await Promise.all(Object.entries(checks).map(gaugeOne));
}
