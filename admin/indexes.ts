import { Command } from 'commander';
import { createIndexes, indexes } from '../features/collections.js';
import { findDuplicates, findUnusedIndexes, type UnusedIndex } from '../shared/store/indexes.js';
import { formatResponse, print } from './operation-command.js';
import { withStore } from './run-operation.js';
import { shardKeys } from './shard-keys.js';

export const createIndexesCommand = new Command('create-indexes')
  .description('Create missing database indexes. Run it before an upgrade.')
  .action(() =>
    withStore(async ({ db }) => {
      await createIndexes(db);
      print('All indexes exist.');
    }),
  );

export const listDuplicatesCommand = new Command('list-duplicates')
  .description('List documents that keep unique indexes from being created')
  .action(() =>
    withStore(async ({ db }) => {
      const duplicates = await findDuplicates(db, indexes);
      print(duplicates.length === 0 ? 'There are none.' : formatResponse({ duplicates }));
    }),
  );

/** True if a sharded collection needs an index. */
const isForShards = ({ collection, name }: UnusedIndex): boolean =>
  Object.entries(shardKeys[collection] ?? {})
    .flat()
    .join('_') === name;

export const dropUnusedIndexesCommand = new Command('drop-unused-indexes')
  .description('List indexes that this release does not use. Run it after an upgrade, with --yes to drop them.')
  .option('--index <name>', 'only this one, such as experiences.slug_1')
  .option('--yes', 'drop them, indexes of your own included')
  .action(({ index, yes }: { index?: string; yes?: boolean }) =>
    withStore(async ({ db }) => {
      const unused = (await findUnusedIndexes(db, indexes))
        .filter((found) => !isForShards(found))
        .map(({ collection, name }) => ({ collection, name, fullName: `${collection}.${name}` }))
        .filter(({ fullName }) => index === undefined || fullName === index);
      for (const { collection, name, fullName } of unused) {
        if (yes) await db.collection(collection).dropIndex(name);
        print(`${yes ? 'dropped ' : ''}${fullName}`);
      }
      if (unused.length === 0) print('There are none.');
      else if (!yes) print('\nAdd --yes to drop them.');
    }),
  );
