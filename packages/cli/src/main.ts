#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT, exitCodeOf, explain } from './failures.js';
import { isForPeople } from './output.js';
import { programFor, withFieldNames } from './program.js';

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
);

const args = withFieldNames(process.argv.slice(2));
try {
  await programFor().parseAsync(args, { from: 'user' });
} catch (error) {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  } else {
    process.stderr.write(`${explain(error, isForPeople(args))}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
