import type { ExperienceCollections } from '../shared/experience/collections.js';
import type { Task } from './run-tasks.js';

/** Takes away the addresses of hosted pages' visitors that older versions kept: none is kept any more. */
export const forgetVisitors: Task = {
  name: 'forget-visitors',
  schedule: '0 17 * * * *',
  atStart: true,
  run: async ({ store }) => ({ visits: await forgetAddresses(store) }),
};

/**
 * Takes away the client addresses that were kept; their hashes stay.
 *
 * @returns how many visits were changed
 */
export async function forgetAddresses({
  scans,
  events,
}: Pick<ExperienceCollections, 'scans' | 'events'>): Promise<number> {
  // Older versions noted with each address when it was to go.
  const kept = { forget_ip: { $gt: new Date(0) } };
  const forget = { $unset: { ip: '', forget_ip: '' } } as const;
  const done = await Promise.all([scans.updateMany(kept, forget), events.updateMany(kept, forget)]);
  return done.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0);
}
