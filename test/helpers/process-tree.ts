import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks of /proc per second: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Places, after the name, of the times in /proc/…/stat: user and system, of the process and of its children that have ended. */
const TIMES = [11, 12, 13, 14];

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has ended since it was listed.
    return '';
  }
};

function listThreads(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** The processes that a process has started and that have not ended. */
export const listChildren = (pid: number): number[] =>
  listThreads(pid)
    .flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
    .filter((id) => id.trim() !== '')
    .map(Number);

const listTree = (pid: number): number[] => [pid, ...listChildren(pid).flatMap(listTree)];

/** Seconds of processor time that a process and its children, those that have ended included, have spent so far. */
export const readCpuSeconds = (pid: number): number =>
  listTree(pid)
    .map((id) => read(`/proc/${id}/stat`).split(') ')[1]?.split(' ') ?? [])
    .flatMap((fields) => TIMES.map((at) => Number(fields[at] ?? 0)))
    .reduce((sum, ticks) => sum + ticks, 0) / TICKS_PER_SECOND;

/** The most memory that a process and each of its children have held, together, in megabytes. */
export const readPeakMegabytes = (pid: number): number =>
  Math.round(
    listTree(pid)
      .map((id) => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${id}/status`))?.[1] ?? 0))
      .reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024,
  );

/** Resets the peaks. */
export function forgetPeak(pid: number): void {
  for (const id of listTree(pid)) writeFileSync(`/proc/${id}/clear_refs`, '5');
}
