import { createUnsupportedError, refuse } from '../errors.js';
import { type Doc, isDoc, type Value } from '../language/values.js';
import type { Collection } from '../storage/collection.js';
import { type Command, type Context, readArray, toNamespace } from './command.js';
import { Cursors } from './cursors.js';
import { checkCommand, parseCommandFields } from './fields.js';
import { readCommands } from './reads.js';

const VERBOSITIES: ReadonlySet<Value> = new Set(['queryPlanner', 'executionStats', 'allPlansExecution']);

export const explainCommands: Readonly<Record<string, Command>> = {
  explain: { fields: parseCommandFields('verbosity:string'), run: explain },
};

/**
 * Runs a read, and returns the index that it used and the numbers of examined keys and documents. These are always those of the run,
 * whatever the verbosity.
 */
function explain({ explain: explained, verbosity = 'allPlansExecution', $db }: Doc, context: Context): Doc {
  if (!VERBOSITIES.has(verbosity)) refuse(9, 'verbosity string must be one of the known ones');
  if (!isDoc(explained)) refuse(14, 'explain needs the command that is to be explained');
  const [name = ''] = Object.keys(explained);
  const known = Object.hasOwn(readCommands, name) ? readCommands[name] : undefined;
  if (!known || known.fields === 'any') throw createUnsupportedError(`explain of ${name}`);
  if (readArray(explained, 'pipeline').some((stage) => isDoc(stage) && ('$out' in stage || '$merge' in stage)))
    throw createUnsupportedError('explain of a pipeline that writes');
  const command = { ...explained, $db };
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
    command: explained,
    ok: 1,
  };
}

/** Describes the stage that provided the documents, in MongoDB's terms. */
function describePlan(collection: Collection | undefined): Doc {
  if (!collection) return { stage: 'EOF' };
  // A count without a filter is the size of the collection.
  if (!collection.latestRead) return { stage: 'RECORD_STORE_FAST_COUNT' };
  const index = collection.latestRead.index && collection.indexes.get(collection.latestRead.index);
  if (!index) return { stage: 'COLLSCAN' };
  return { stage: 'FETCH', inputStage: { stage: 'IXSCAN', indexName: index.name, keyPattern: index.spec.key } };
}
