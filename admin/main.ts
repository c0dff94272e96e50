#!/usr/bin/env node
import { Command } from 'commander';
import { ApiError } from '../shared/contract/errors.js';
import { operations } from '../shared/operations/operations.js';
import { StartError } from '../shared/process/run-process.js';
import { createIndexes } from '../shared/store/collections.js';
import { operationCommand, print, withStore } from './operation-command.js';
import { settingsTable } from './settings-table.js';

const createIndexesCommand = new Command('create-indexes')
  .description('Create the indexes that are missing (the release step of a deployment)')
  .action(() =>
    withStore(async ({ db }) => {
      await createIndexes(db);
      print('All indexes are there.');
    }),
  );

const settingsCommand = new Command('settings')
  .description('Print all settings as a Markdown table')
  .action(() => print(settingsTable()));

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
