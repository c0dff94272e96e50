import { writeAhead } from '../shared/queue/chores.js';
import { orderChore } from './order-chore.js';
import type { Task } from './run-tasks.js';

/**
 * Has the daily readings of the next day written while few call. It is asked for again and again during these hours: what
 * is written is kept, what was not to be had an hour ago may be now.
 */
export const writeReadingsAhead: Task = {
  name: 'write-ahead',
  schedule: '0 */20 2-4 * * *',
  atStart: false,
  run: async (context) => (context.config.LLM_WRITE_AHEAD === '' ? {} : orderChore(writeAhead, context)),
};
