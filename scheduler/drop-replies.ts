import { hoursOfReplies, replyFolder } from '../shared/storage/replies.js';
import type { Task } from './run-tasks.js';

/** Deletes the large replies whose hour of keeping is over. */
export const dropReplies: Task = {
  name: 'drop-replies',
  schedule: '0 2 * * * *',
  atStart: true,
  async run({ disks, clock }) {
    const disk = await disks.private;
    const now = clock.now();
    const over = (await hoursOfReplies(disk)).filter((until) => until <= now);
    for (const until of over) await disk.deleteAll(replyFolder(until));
    return { hours: over.length };
  },
};
