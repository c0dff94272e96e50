import { refuse, unsupported } from '../errors.js';
import { type Doc, isDoc, type Value } from '../language/values.js';
import type { Collection } from '../storage/collection.js';
import { arrayField, type Command, type Context, toNamespace } from './command.js';
import { Cursors } from './cursors.js';
import { checkCommand, commandFields } from './fields.js';
import { readCommands } from './reads.js';

const VERBOSITIES: ReadonlySet<Value> = new Set(['queryPlanner', 'executionStats', 'allPlansExecution']);

export const explainCommands: Readonly<Record<string, Command>> = {
  explain: { fields: commandFields('verbosity:string'), run: explain },
};

/**
 * Runs a read and tells which index gave the documents, and how many keys and documents were looked at: whatever the verbosity is, that
 * is what has happened and not what was guessed.
 */
function explain({ explain: asked, verbosity = 'allPlansExecution', $db }: Doc, context: Context): Doc {
  if (!VERBOSITIES.has(verbosity)) refuse(9, 'verbosity string must be one of the known ones');
  if (!isDoc(asked)) refuse(14, 'explain needs the command that is to be explained');
  const [name = ''] = Object.keys(asked);
  const known = Object.hasOwn(readCommands, name) ? readCommands[name] : undefined;
  if (!known || known.fields === 'any') throw unsupported(`explain of ${name}`);
  if (arrayField(asked, 'pipeline').some((stage) => isDoc(stage) && ('$out' in stage || '$merge' in stage)))
    throw unsupported('explain of a pipeline that writes');
  const command = { ...asked, $db };
  checkCommand(name, command, known.fields, false);
  const namespace = toNamespace(command, context);
  const collection = context.store.find(namespace);
  if (collection) collection.latestRead = undefined;
  const began = performance.now();
  // Closes the cursor that the find opened, since its documents are not fetched.
  const reply = known.run(command, { ...context, cursors: new Cursors() });
  const winningPlan = describePlan(collection);
  const { keys = 0, documents = 0 } = collection?.latestRead ?? {};
  return {
    explainVersion: '1',
    queryPlanner: { namespace, winningPlan, rejectedPlans: [] },
    executionStats: {
      executionSuccess: reply.ok === 1,
      executionTimeMillis: Math.round(performance.now() - began),
      totalKeysExamined: keys,
      totalDocsExamined: documents,
      executionStages: winningPlan,
    },
    command: asked,
    ok: 1,
  };
}

/** Stage that provided the documents, by MongoDB's names. */
function describePlan(collection: Collection | undefined): Doc {
  if (!collection) return { stage: 'EOF' };
  // A count of all is answered from the size of the collection.
  if (!collection.latestRead) return { stage: 'RECORD_STORE_FAST_COUNT' };
  const index = collection.latestRead.index && collection.indexes.get(collection.latestRead.index);
  if (!index) return { stage: 'COLLSCAN' };
  return { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: index.name, keyPattern: index.spec.key } };
}
