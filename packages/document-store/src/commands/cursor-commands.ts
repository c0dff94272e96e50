import { refuse } from '../errors.js';
import type { Value } from '../language/values.js';
import { arrayField, type Command, toNamespace } from './command.js';
import { commandFields } from './fields.js';

function cursorId(value: Value): bigint {
  if (typeof value !== 'bigint') refuse(14, 'a cursor id must be a long');
  return value;
}

export const cursorCommands: Readonly<Record<string, Command>> = {
  getMore: {
    fields: commandFields('collection:string! batchSize:number term:no lastKnownCommittedOpTime:no'),
    counts: 'getmore',
    run: (command, context) =>
      context.cursors.nextBatch(
        cursorId(command.getMore),
        `${context.database}.${String(command.collection)}`,
        command.batchSize,
      ),
  },
  killCursors: {
    fields: commandFields('cursors:array!'),
    run: (command, context) => {
      toNamespace(command, context);
      const cursorsKilled: Value[] = [];
      const cursorsNotFound: Value[] = [];
      for (const id of arrayField(command, 'cursors'))
        (context.cursors.close(cursorId(id)) ? cursorsKilled : cursorsNotFound).push(id);
      return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
    },
  },
};
