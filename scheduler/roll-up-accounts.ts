import { spans } from '../shared/figures/collections.js';
import type { Collections } from '../shared/store/collections.js';
import { countAccounts } from './figures/account-days.js';
import { changedSince, writeAccountFigures } from './figures/account-figures.js';
import { firstUsage } from './figures/usage-between.js';
import type { Task, TaskContext } from './run-tasks.js';

const DAY_MS = spans.day.lengthMs;
/** The parts in which the day that is running is counted. */
export const ACCOUNT_PART_MS = 10 * 60_000;
/** A day is counted whole once its latest calls are sure to be written down. */
const DAY_SETTLED_MS = 60 * 60_000;
const WORKS_FOR_MS = 30_000;

/**
 * Keeps what each account did by day, and what accounts are sorted by. A day on which an account did nothing has no document:
 * there are never more of them than calls.
 */
export const rollUpAccounts: Task = {
  name: 'roll-up-accounts',
  schedule: '30 */10 * * * *',
  atStart: true,
  async run(context) {
    const { store, clock } = context;
    const now = clock.now();
    const begun = (await markOf(store, 'account-figures')) ?? new Date(ACCOUNT_PART_MS);
    const called = await countCalls(context, now);
    const changed = await changedSince(store, new Date(begun.getTime() - ACCOUNT_PART_MS), now);
    const accounts = await writeAccountFigures(store, [...called, ...changed], now);
    await setMark(store, 'account-figures', now);
    return { accounts };
  },
};

/** Counts days that are over and parts of those that are not, up to the last part that is; returns who called. */
async function countCalls({ store, signal }: TaskContext, now: Date): Promise<Set<string>> {
  const until = performance.now() + WORKS_FOR_MS;
  const isTime = () => performance.now() < until && !signal.aborted;
  const called = new Set<string>();
  const count = async (mark: 'account-days' | 'account-parts', from: number, to: number) => {
    for (const account of await countAccounts(store, new Date(from), new Date(to))) called.add(account);
    await setMark(store, mark, new Date(to));
  };
  const first = (await markOf(store, 'account-days')) ?? (await firstUsage(store, new Date(0))) ?? now;
  let day = floor(first, DAY_MS);
  for (; day + DAY_MS + DAY_SETTLED_MS <= now.getTime() && isTime(); day += DAY_MS) {
    await count('account-days', day, day + DAY_MS);
  }
  // Calls are written down a little after they were decided: the last part is counted once more.
  const part = (await markOf(store, 'account-parts')) ?? new Date(day);
  const closed = floor(now, ACCOUNT_PART_MS);
  for (let from = Math.max(floor(part, ACCOUNT_PART_MS) - ACCOUNT_PART_MS, day); from < closed && isTime(); ) {
    await count('account-parts', from, from + ACCOUNT_PART_MS);
    from += ACCOUNT_PART_MS;
  }
  return called;
}

const floor = (at: Date, lengthMs: number): number => at.getTime() - (at.getTime() % lengthMs);

const markOf = async ({ figureMarks }: Collections, mark: string): Promise<Date | undefined> =>
  (await figureMarks.findOne({ _id: mark }))?.through;

const setMark = ({ figureMarks }: Collections, mark: string, through: Date) =>
  figureMarks.updateOne({ _id: mark }, { $set: { through } }, { upsert: true });
