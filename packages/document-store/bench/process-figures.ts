import { readFileSync } from 'node:fs';

/** Reads the CPU time of a process from Linux, in µs with a resolution of 10 ms; NaN elsewhere. */
export function readCpu(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10_000;
}

/** Reads the resident memory of a process from Linux, in bytes; NaN elsewhere. */
export function readMemory(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN;
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}
