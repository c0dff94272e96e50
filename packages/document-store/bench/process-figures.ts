import { readFileSync } from 'node:fs';

/** Microseconds of CPU that a process has used, as Linux tells it in hundredths of seconds; NaN elsewhere. */
export function readCpu(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10_000;
}

/** Resident memory of a process in bytes, as Linux tells it; NaN elsewhere. */
export function readMemory(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
