import { refuse } from '../errors.js';
import type { Value } from '../language/values.js';
import { type Command, readArray, toNamespace } from './command.js';
import { parseCommandFields } from './fields.js';

function readCursorId(value: Value): bigint {
  if (typeof value !== 'bigint') refuse(14, 'a cursor id must be a long');
  return value;
}

export const cursorCommands: Readonly<Record<string, Command>> = {
  getMore: {
    fields: parseCommandFields('collection:string! batchSize:number term:no lastKnownCommittedOpTime:no'),
    counts: 'getmore',
    run: (command, context) =>
      context.cursors.nextBatch(
        readCursorId(command.getMore),
        `${context.database}.${String(command.collection)}`,
        command.batchSize,
      ),
  },
  killCursors: {
    fields: parseCommandFields('cursors:array!'),
    run: (command, context) => {
      toNamespace(command, context);
      const cursorsKilled: Value[] = [];
      const cursorsNotFound: Value[] = [];
      for (const id of readArray(command, 'cursors'))
        (context.cursors.close(readCursorId(id)) ? cursorsKilled : cursorsNotFound).push(id);
      return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
    },
  },
};
