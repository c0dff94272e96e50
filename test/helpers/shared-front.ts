import type { JobRunner } from '../../workers/serve-pool.js';
import { type ScriptedFront, scriptedFront, serve } from './scripted-workers.js';

let shared: Promise<ScriptedFront> | undefined;

/**
 * A front with a Redis of its own, one for all tests of a run that leave it and its queues as they found them.
 *
 * @param answer what workers do with every call until the test stops them; without it there are none
 */
export async function sharedFront(answer?: JobRunner['answer']): Promise<ScriptedFront> {
  shared ??= scriptedFront();
  const front = await shared;
  const stopWorkers = answer && (await serve(front.redisUrl, answer));
  return { ...front, stop: async () => stopWorkers?.() };
}

// Outside of any suite: after the last test of the run.
after(async () => {
  await (await shared)?.stop();
});
