#!/usr/bin/env node
import { Command } from 'commander';
import { ApiError } from '../shared/contract/errors.js';
import { operations } from '../shared/operations/operations.js';
import { StartError } from '../shared/process/run-process.js';
import { createIndexesCommand } from './create-indexes.js';
import { operationCommand } from './operation-command.js';
import { settingsCommand } from './settings.js';

const program = new Command('utility-api-admin')
  .description('Looks after the accounts, keys and books of a utility-api installation. Needs MONGODB_URL.')
  .addCommand(createIndexesCommand)
  .addCommand(settingsCommand);

const nouns = new Map<string, Command>();
for (const operation of operations) {
  const [noun = '', verb = ''] = operation.command.split(' ');
  const group = nouns.get(noun) ?? program.command(noun).description(`${noun}: see ${noun} --help`);
  nouns.set(noun, group);
  group.addCommand(operationCommand(verb, operation));
}

try {
  await program.parseAsync();
} catch (error) {
  const clear = error instanceof ApiError || error instanceof StartError;
  process.stderr.write(`${clear ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
