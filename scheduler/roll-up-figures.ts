import { spans } from '../shared/figures/collections.js';
import type { Collections } from '../shared/store/collections.js';
import { look } from './figures/look.js';
import { firstUsage } from './figures/usage-between.js';
import { countSpans, sumUp } from './figures/write-spans.js';
import type { Task, TaskContext } from './run-tasks.js';

const MARK = 'spans';
const [MINUTE_MS, HOUR_MS, DAY_MS] = [spans.minute.lengthMs, spans.hour.lengthMs, spans.day.lengthMs];
/** Calls are written down a little after they were decided: the last minutes are counted once more. */
const LATE_MS = 2 * MINUTE_MS;
/** How far back a platform that had no figures yet, or whose scheduler stood still, is looked through. */
const LOOKED_BACK_MS = 30 * DAY_MS;
/** Before this, minutes are about to go: hours are counted by themselves. */
const MINUTES_COUNT_MS = spans.minute.keptMs - 2 * HOUR_MS;
/** What is left then is done a minute later, so that a long way back keeps nothing else waiting. */
const WORKS_FOR_MS = 30_000;
/** How often the hour and the day that are running are added up. */
const RUNNING_EVERY = 5;

/**
 * Keeps the figures of the platform by minute, hour and day, for all endpoints together and for each. Whatever a crash leaves
 * unfinished is written again: each document is written whole, and the mark is set when those before it are there.
 */
export const rollUpFigures: Task = {
  name: 'roll-up-figures',
  schedule: '5 * * * * *',
  atStart: true,
  async run(context) {
    await look(context);
    const { store, clock, signal } = context;
    const now = clock.now().getTime();
    const closed = now - (now % MINUTE_MS);
    const until = performance.now() + WORKS_FOR_MS;
    let begin = await beginning(context, closed);
    let hours = 0;
    while (begin < closed && performance.now() < until && !signal.aborted) {
      const hour = begin - (begin % HOUR_MS);
      const end = Math.min(hour + HOUR_MS, closed);
      await rollUpHour(store, { hour, begin, end, now });
      await store.figureMarks.updateOne({ _id: MARK }, { $set: { through: new Date(end) } }, { upsert: true });
      begin = end;
      hours += 1;
    }
    return { hours: hours > 1 ? hours : 0 };
  },
};

/** Where to begin: a little before the mark; without one, at the first call of the last 30 days. */
async function beginning({ store, clock }: TaskContext, closed: number): Promise<number> {
  const oldest = clock.now().getTime() - LOOKED_BACK_MS;
  const mark = await store.figureMarks.findOne({ _id: MARK });
  const from = mark
    ? Math.min(mark.through.getTime(), closed) - LATE_MS
    : ((await firstUsage(store, new Date(oldest)))?.getTime() ?? closed - LATE_MS);
  const begin = Math.max(from, oldest);
  return begin - (begin % MINUTE_MS);
}

interface Hour {
  /** Its beginning, and what of it is to be counted; ms since the epoch. */
  hour: number;
  begin: number;
  end: number;
  now: number;
}

async function rollUpHour(store: Collections, { hour, begin, end, now }: Hour): Promise<void> {
  const isWhole = end === hour + HOUR_MS;
  if (isWhole && hour < now - MINUTES_COUNT_MS) {
    await countSpans(store, 'hour', new Date(hour), new Date(end));
  } else {
    await countSpans(store, 'minute', new Date(begin), new Date(end));
    if (!isWhole && (end / MINUTE_MS) % RUNNING_EVERY !== 0) return;
    await sumUp(store, 'hour', new Date(hour));
  }
  const day = hour - (hour % DAY_MS);
  const isLast = hour + HOUR_MS === day + DAY_MS;
  if (isLast || hour + HOUR_MS > now - LATE_MS) await sumUp(store, 'day', new Date(day));
}
