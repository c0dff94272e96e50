#!/usr/bin/env node

import { Command } from 'commander';
import { operations } from '../features/operations/index.js';
import { ApiError } from '../shared/contract/api-error.js';
import { StartError } from '../shared/process/run-process.js';
import { version } from '../shared/process/version.js';
import { isOutage } from '../shared/store/outage.js';
import { createIndexesCommand, dropUnusedIndexesCommand, listDuplicatesCommand } from './indexes.js';
import { createOperationCommand, print } from './operation-command.js';
import { renderSettingsPage } from './settings-page.js';
import { createShardingScript } from './shard-keys.js';

const settingsCommand = new Command('settings')
  .description('Print all settings as Markdown')
  .action(() => print(renderSettingsPage()));

const shardKeysCommand = new Command('shard-keys')
  .description('Print the mongosh commands that shard the growing collections. Run them once.')
  .option('--database <name>', 'name of the database', 'utility_api')
  .action(({ database }: { database: string }) => print(createShardingScript(database)));

const program = new Command('utility-api-admin')
  .description(
    'Manage accounts, keys, payments and queues of a utility-api platform. Works on the database with MONGODB_URL (and REDIS_URL for queues), or over the admin API with an operator token.',
  )
  .option('--token <token>', 'operator token (ua_ops_…) to use the admin API (default: UTILITY_API_OPERATOR_TOKEN)')
  .option('--url <url>', 'URL of the platform, with a token (default: UTILITY_API_URL, or http://127.0.0.1:3000)')
  .version(version)
  .addCommand(createIndexesCommand)
  .addCommand(listDuplicatesCommand)
  .addCommand(dropUnusedIndexesCommand)
  .addCommand(settingsCommand)
  .addCommand(shardKeysCommand);

/** Descriptions of the groups of subcommands. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  accounts: 'Create, find, suspend and close accounts',
  purchases: 'Add purchased credits to accounts',
  orders: 'List, refund and adopt orders',
  keys: 'Create, change and revoke API keys',
  usage: 'Usage reports',
  ledger: 'Ledger of an account',
  requests: 'Find requests and their timelines',
  blocks: 'Block addresses and networks for a time',
  refunds: 'Refund the credits of requests',
  audit: 'Audit trail and ledger audit',
  figures: 'Metrics over time',
  platform: 'State of the platform',
  jobs: 'Failed jobs',
  queues: 'Pause, resume, retry and empty queues',
  webhooks: 'Webhooks of accounts',
  deliveries: 'Webhook deliveries',
  experiences: 'Hosted pages: reports and takedowns',
  operators: 'Operators of the console and the admin API',
  tokens: 'Operator tokens',
  sessions: 'Console sessions',
  invitations: 'Invitations to the portal',
};

const nouns = new Map<string, Command>();
for (const operation of operations) {
  const [noun = '', verb] = operation.command.split(' ');
  if (verb === undefined) {
    program.addCommand(createOperationCommand(noun, operation));
    continue;
  }
  const group = nouns.get(noun) ?? program.command(noun).description(DESCRIPTIONS[noun] ?? '');
  nouns.set(noun, group);
  group.addCommand(createOperationCommand(verb, operation));
}

try {
  await program.parseAsync();
} catch (error) {
  const isClear = error instanceof ApiError || error instanceof StartError;
  if (isOutage(error)) process.stderr.write('The database at MONGODB_URL is not responding\n');
  else process.stderr.write(`${isClear ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
