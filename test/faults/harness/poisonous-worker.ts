import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { projectFile } from '../../../shared/process/project-file.js';
import type { Handler } from '../../../workers/handle.js';

/**
 * Loaded into every process before its program (`node --import`): the VAT handler of a worker kills the process that it runs in,
 * as a defect in a native library would, when it is asked for a net amount of at least `DEADLY_NET`, and never ends for the larger one.
 */
export const DEADLY_NET = 666_000_000;
export const ENDLESS_NET = 777_000_000;

/** The handler as the worker's bundle has it. */
async function vatHandler(): Promise<Handler> {
  const chunks = projectFile('dist/chunks');
  for (const name of readdirSync(chunks).filter((file) => /^vat-.*\.js$/.test(file))) {
    const module: { default?: Handler } = await import(join(chunks, name));
    if (module.default?.endpoint.id === 'vat') return module.default;
  }
  throw new Error('no chunk has the handler of VAT');
}

const [, program = '', pool] = argv;
if (/workers\/(quarantine\/)?main\.js$/.test(program) && pool === 'compute') {
  const handler = await vatHandler();
  const run = handler.run;
  handler.run = (input, call) => {
    const net = Number((input as { net?: unknown }).net);
    while (net === ENDLESS_NET);
    if (net >= DEADLY_NET) process.kill(process.pid, 'SIGKILL');
    return run(input, call);
  };
}
