import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Handler } from '../../../workers/handle.js';

/**
 * Preloaded into processes (`node --import`). In a worker, the VAT handler kills its process for net amounts from `CRASHING_NET`, as a
 * defect in a native library would, never returns for `HANGING_NET`, and waits for
 * `SLOW_NET`, except in an isolated process.
 */
export const SLOW_NET = 555_000_000;
export const CRASHING_NET = 666_000_000;
export const HANGING_NET = 777_000_000;
const SLOW_MS = 3_000;

/** Returns the handler that the worker's bundle uses. */
async function vatHandler(): Promise<Handler> {
  const chunks = projectFile('dist/chunks');
  for (const name of readdirSync(chunks).filter((file) => /^vat-.*\.js$/.test(file))) {
    const module: { default?: Handler } = await import(join(chunks, name));
    if (module.default?.endpoint.id === 'vat') return module.default;
  }
  throw new Error('no chunk has the handler of VAT');
}

const [, program = '', pool] = argv;
if (/workers\/(runtime\/isolated-)?main\.js$/.test(program) && pool === 'compute') {
  const handler = await vatHandler();
  const run = handler.run;
  handler.run = (input, call) => {
    const net = Number((input as { net?: unknown }).net);
    while (net === HANGING_NET);
    if (net >= CRASHING_NET) process.kill(process.pid, 'SIGKILL');
    return net === SLOW_NET && program.endsWith('workers/main.js')
      ? pause(SLOW_MS).then(() => run(input, call))
      : run(input, call);
  };
}
