import { Command } from 'commander';
import { createIndexes } from '../shared/store/collections.js';
import { print, withStore } from './with-store.js';

export const createIndexesCommand = new Command('create-indexes')
  .description('Create the indexes that are missing (the release step of a deployment)')
  .action(() =>
    withStore(async ({ db }) => {
      await createIndexes(db);
      print('All indexes are there.');
    }),
  );
