import { cpus } from 'node:os';
import { ASIDE } from '../../shared/contract/bounds.js';

/** Tells which share of the machine's processor time was idle from now on. */
export function idleShare(): () => number {
  const before = processorTimes();
  return () => {
    const now = processorTimes();
    const passed = now.all - before.all;
    return passed > 0 ? (now.idle - before.idle) / passed : 1;
  };
}

/** What all processors have been at since the machine was started, in ms. */
function processorTimes(): { all: number; idle: number } {
  const times = cpus().map((one) => one.times);
  const sum = (of: readonly number[]) => of.reduce((total, ms) => total + ms, 0);
  return { all: sum(times.flatMap((of) => Object.values(of))), idle: sum(times.map(({ idle }) => idle)) };
}

/**
 * How long a process that gives way rests after a call, in ms. Giving way costs others all the same: what wakes up waits for a processor
 * until the one that has it is interrupted, and two threads of a core slow each other down.
 *
 * @param spentMs what the call took of a processor
 * @param idle which share of the machine was idle meanwhile
 */
export const restAfter = (spentMs: number, idle: number): number =>
  idle < ASIDE.restsBelowIdle ? Math.min(ASIDE.restsAtMostMs, ASIDE.restsForTimes * spentMs) : 0;
