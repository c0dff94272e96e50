import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';

/**
 * Has this process give way to others on their machine, with all of its threads and with the processes that it has started or will start.
 * For a process that serves: one that is still starting would only be waited for longer.
 *
 * Where Linux groups processes by their sessions (sched(7), "The autogroup feature"), the niceness of a process counts within its
 * session alone: one that leads a session gives the session the same.
 *
 * @param niceness by how much more than now
 */
export function giveWay(niceness: number): void {
  if (niceness === 0) return;
  const priority = Math.min(constants.priority.PRIORITY_LOW, getPriority() + niceness);
  setPriority(priority);
  for (const thread of threadsFrom(process.pid)) unlessGone(() => setPriority(thread, priority));
  // Elsewhere than on Linux, and in containers, there are no such groups.
  unlessGone(() => leadsSession() && writeFileSync('/proc/self/autogroup', String(priority)));
}

/** The threads of a process and of its children, and theirs: on Linux each has a niceness of its own (setpriority(2), "BUGS"). */
function threadsFrom(pid: number): number[] {
  const threads = unlessGone(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = threads.flatMap((id) => {
    const list = unlessGone(() => readFileSync(`/proc/${pid}/task/${id}/children`, 'utf8')) ?? '';
    return list.split(' ').filter((child) => child !== '');
  });
  return [...threads.map(Number), ...children.flatMap((child) => threadsFrom(Number(child)))];
}

/** What threads and processes are asked for may fail: they end when they like. */
function unlessGone<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/** By the fields after the name, which may hold anything (proc_pid_stat(5)): state, parent, group, session. */
function leadsSession(): boolean {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3] === String(process.pid);
}
