import type { JobRunner } from '../../workers/runtime/run.js';
import { oncePerRun } from './once-per-run.js';
import { type ScriptedFront, scriptedFront, serve } from './scripted-workers.js';

const front = oncePerRun(() => scriptedFront());

/**
 * A front with a Redis of its own, one for all tests of a run that leave it and its queues as they found them.
 *
 * @param answer what workers do with every call until the test stops them; without it there are none
 */
export async function sharedFront(answer?: JobRunner['run']): Promise<ScriptedFront> {
  const shared = await front();
  const stopWorkers = answer && (await serve(shared.redisUrl, answer));
  return { ...shared, stop: async () => stopWorkers?.() };
}
