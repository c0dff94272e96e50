import type { ExperienceCollections } from '../shared/experience/collections.js';
import type { Task } from './run-tasks.js';

/** Takes the addresses of hosted pages' visitors away after 30 days. */
export const forgetVisitors: Task = {
  name: 'forget-visitors',
  schedule: '0 17 * * * *',
  atStart: true,
  run: async ({ store, clock }) => ({ visits: await forgetAddresses(store, clock.now()) }),
};

/**
 * Takes away the client addresses that were kept long enough; their hashes stay.
 *
 * @returns how many visits were changed
 */
export async function forgetAddresses(
  { scans, events }: Pick<ExperienceCollections, 'scans' | 'events'>,
  now: Date,
): Promise<number> {
  const due = { forget_ip: { $lte: now } };
  const forget = { $unset: { ip: '', forget_ip: '' } } as const;
  const done = await Promise.all([scans.updateMany(due, forget), events.updateMany(due, forget)]);
  return done.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0);
}
