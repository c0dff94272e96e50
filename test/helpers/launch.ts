import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/process/project-file.js';

/** A start of the platform as a user makes it. */
export interface Launch {
  process: ChildProcess;
  /** Everything printed so far. */
  output(): string;
  /** Waits for a line and gives what its first group caught. */
  printed(line: RegExp): Promise<string>;
  /** Waits for the end and gives the exit code. */
  ended(): Promise<number | null>;
}

const WITHIN_MS = 120_000;

/**
 * Runs a script of the project with these settings and no others of the platform's.
 *
 * @param input what it reads; nothing without it
 */
export function launch(script: string, args: string[], settings: Record<string, string>, input?: string): Launch {
  const { MONGODB_URL: _, REDIS_URL: __, ...environment } = process.env;
  const child = spawn(process.execPath, [projectFile(script), ...args], {
    env: { ...environment, LOG_LEVEL: 'silent', ...settings },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(input);
  let output = '';
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  const exit = once(child, 'exit');
  return {
    process: child,
    output: () => output,
    async printed(line) {
      const limit = Date.now() + WITHIN_MS;
      for (;;) {
        const found = line.exec(output);
        if (found) return found[1] ?? found[0];
        if (child.exitCode !== null || Date.now() > limit) throw new Error(`${line} was not printed:\n${output}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async ended() {
      const [code] = await exit;
      return code;
    },
  };
}

/**
 * Ids of the processes that have this text in their environment or their title (Redis writes its title over its
 * environment): everything that a start with it has begun.
 */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return ['environ', 'cmdline'].some((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(text));
      } catch {
        return false;
      }
    })
    .map(Number);
}
