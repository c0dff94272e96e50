import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The store's program. */
export const STORE_MAIN = fileURLToPath(new URL('../main.js', import.meta.url));
const START_MS = 60_000;
const EVENTUALLY_MS = 30_000;

/** A store that runs as a process of its own. */
export interface StoreProcess {
  url: string;
  pid: number;
  /** Standard output so far. */
  lines: () => readonly string[];
  /** Standard error so far. */
  errors: () => string;
  /** Ends it and resolves with its exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

const running = new Set<StoreProcess>();

/** Ends the stores that a failed test left running. */
export async function stopStores(): Promise<void> {
  for (const store of running) await store.stop('SIGKILL');
}

/** A new folder for a store, and how to be rid of it. */
export function temporaryFolder(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'store-test-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/**
 * Starts a store on a folder.
 * @param wrap a command that runs it, such as one that limits what it may write
 * @throws Error with what it said when it ends instead of getting ready
 */
export async function startProcess(
  folder: string,
  args: readonly string[] = [],
  wrap: readonly string[] = [],
): Promise<StoreProcess> {
  const words = [
    ...wrap,
    process.execPath,
    STORE_MAIN,
    '--dir',
    join(folder, 'data'),
    '--socket',
    join(folder, 's', 'store.sock'),
    ...args,
  ];
  const child = spawn(words[0] ?? '', words.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const written: string[] = [];
  const lines = createInterface({ input: child.stdout }).on('line', (line) => written.push(line));
  const exited = once(child, 'exit');
  const [line] = await Promise.race([
    once(lines, 'line', { signal: AbortSignal.timeout(START_MS) }),
    exited.then(([code]) => {
      throw new Error(`the store ended with ${code}: ${errors.trim()}`);
    }),
  ]);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> => {
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const store: StoreProcess = {
    url: String(line).replace('MONGODB_URL=', ''),
    pid: child.pid ?? 0,
    lines: () => written,
    errors: () => errors,
    stop,
  };
  running.add(store);
  exited.then(() => running.delete(store));
  return store;
}

/**
 * Waits until something is so. The time is what a test may take to fail, not what it promises: a machine that is busy with
 * other things must not fail it.
 */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const limit = Date.now() + EVENTUALLY_MS;
  while (!(await isSo())) {
    if (Date.now() > limit) throw new Error(`it was not so within ${EVENTUALLY_MS} ms`);
    await pause(20);
  }
}
