import { Command } from 'commander';
import { settingsTable } from './settings-table.js';
import { print } from './with-store.js';

export const settingsCommand = new Command('settings')
  .description('Print all settings as a Markdown table')
  .action(() => print(settingsTable()));
