import { refuse, StoreError } from '../errors.js';
import { withCollation } from '../language/collation.js';
import type { Doc } from '../language/values.js';
import { catalogCommands } from './catalog.js';
import type { Command, Context } from './command.js';
import { cursorCommands } from './cursor-commands.js';
import { explainCommands } from './explain.js';
import { checkCommand } from './fields.js';
import { readCommands } from './reads.js';
import { serverCommands } from './server.js';
import { writeCommands } from './writes.js';

const commands: Readonly<Record<string, Command>> = {
  ...readCommands,
  ...writeCommands,
  ...catalogCommands,
  ...cursorCommands,
  ...serverCommands,
  ...explainCommands,
};

/** Aliases of commands in MongoDB. */
const aliases: Readonly<Record<string, string>> = {
  findandmodify: 'findAndModify',
  buildinfo: 'buildInfo',
  dbstats: 'dbStats',
  collstats: 'collStats',
};

export interface CommandResult {
  reply: Doc;
  /** True if the reply waits until the journal is on disk. */
  afterJournal: boolean;
}

/** Runs a command. An error becomes its reply. */
export function runCommand(command: Doc, context: Omit<Context, 'database'>): CommandResult {
  const [name = ''] = Object.keys(command);
  const known = commands[aliases[name] ?? name];
  try {
    if (!known || !Object.hasOwn(commands, aliases[name] ?? name)) refuse(59, `no such command: '${name}'`);
    if (known.fields !== 'any') checkCommand(name, command, known.fields, known.writes === true);
    if (known.counts !== 'statements') context.store.counters.operations[known.counts ?? 'command'] += 1;
    const database = String(command.$db);
    const reply = withCollation(command.collation, () => known.run(command, { ...context, database }));
    return { reply, afterJournal: known.writes === true };
  } catch (error) {
    const failure =
      error instanceof StoreError
        ? error
        : new StoreError(1, `the store failed: ${error instanceof Error ? error.stack : String(error)}`);
    return { reply: failure.toReply(), afterJournal: known?.writes === true };
  }
}
