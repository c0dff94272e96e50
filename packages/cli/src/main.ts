#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT, explain, findExitCode } from './failures.js';
import { isForPeople, note } from './output.js';
import { createProgram, withFieldNames } from './program.js';

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
);

const args = withFieldNames(process.argv.slice(2));
try {
  await createProgram().parseAsync(args, { from: 'user' });
} catch (error) {
  // Help and the version have been printed, which ends the program as well.
  const isPrinted = error instanceof CommanderError && (error.exitCode === 0 || error.code === 'commander.help');
  if (!isPrinted) note(explain(error, isForPeople(args)));
  process.exitCode = findExitCode(error);
}
