import { deepEqual } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { projectFile } from '../../shared/process/project-file.js';

const HUNG_AFTER_MS = 400;
const WATCHDOG = pathToFileURL(projectFile('dist/workers/runtime/watchdog.js')).href;

/** Runs a program with a watchdog, and returns its exit code or signal. */
async function runWatched(program: string): Promise<unknown> {
  const watch = `import { killWhenHung } from '${WATCHDOG}'; killWhenHung(${HUNG_AFTER_MS});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', watch + program], { stdio: 'ignore' });
  const [code, signal] = await once(child, 'exit');
  return signal ?? code;
}

describe('the watchdog', () => {
  it('kills a process whose event loop hangs, and none that works in steps or waits', async () => {
    const ends = await Promise.all([
      runWatched('setTimeout(() => { for (;;); }, 300);'),
      // Seven steps that together are much more.
      runWatched(`
        const spent = () => { const { user, system } = process.cpuUsage(); return user + system; };
        const spin = () => { const end = spent() + 80_000; while (spent() < end); };
        for (let step = 0; step < 7; step++) { spin(); await new Promise((done) => setTimeout(done, 300)); }
      `),
      runWatched('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);'),
    ]);
    deepEqual(ends, ['SIGKILL', 0, 0]);
  });
});
