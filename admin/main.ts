#!/usr/bin/env node

import { Command } from 'commander';
import { createIndexes } from '../features/collections.js';
import { operations } from '../features/operations/index.js';
import { ApiError } from '../shared/contract/api-error.js';
import { StartError } from '../shared/process/run-process.js';
import { isOutage } from '../shared/store/outage.js';
import { operationCommand, print } from './operation-command.js';
import { withStore } from './run-operation.js';
import { settingsPage } from './settings-page.js';
import { shardingScript } from './shard-keys.js';

const createIndexesCommand = new Command('create-indexes')
  .description('Create the indexes that are missing (the release step of a deployment)')
  .action(() =>
    withStore(async ({ db }) => {
      await createIndexes(db);
      print('All indexes are there.');
    }),
  );

const settingsCommand = new Command('settings')
  .description('Print all settings as Markdown')
  .action(() => print(settingsPage()));

const shardKeysCommand = new Command('shard-keys')
  .description('Print what is typed into mongosh, once, for a sharded cluster to spread what grows')
  .option('--database <name>', 'the database', 'utility_api')
  .action(({ database }: { database: string }) => print(shardingScript(database)));

const program = new Command('utility-api-admin')
  .description(
    'Looks after the accounts, keys, books and queues of a utility-api installation. Needs MONGODB_URL, and REDIS_URL for what is in the queues; or the token of an operator.',
  )
  .option(
    '--token <token>',
    "an operator's token (ua_ops_…): asks the admin API; by default UTILITY_API_OPERATOR_TOKEN",
  )
  .option('--url <url>', 'where the platform is, for the token; by default UTILITY_API_URL, else http://127.0.0.1:3000')
  .addCommand(createIndexesCommand)
  .addCommand(settingsCommand)
  .addCommand(shardKeysCommand);

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
  const isClear = error instanceof ApiError || error instanceof StartError;
  if (isOutage(error)) process.stderr.write('The store of MONGODB_URL does not answer\n');
  else process.stderr.write(`${isClear ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
