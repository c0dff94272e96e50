import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Gives this process a niceness, from -20 (first) to 19 (last), and its session where Linux weighs these. What the system does not allow is
 * left as it is.
 */
export function setProcessPriority(niceness: number): void {
  for (const set of [setPriority, setPriorityOfSession]) {
    try {
      set(niceness);
    } catch {
      // Only root goes before others, and there are no such weights elsewhere than on Linux, and in containers.
    }
  }
}

const setPriorityOfSession = (niceness: number): void => writeFileSync('/proc/self/autogroup', String(niceness));
