import { createHash } from 'node:crypto';
import { Binary } from 'bson';
import { refuse } from '../errors.js';
import { distinct as distinctValues } from '../language/accumulators.js';
import { compileProjection } from '../language/project.js';
import type { Scope } from '../language/scope.js';
import { compilePipeline, runStages } from '../language/stages.js';
import { type Doc, getField, isDoc, toNumber, type Value } from '../language/values.js';
import type { Collection } from '../storage/collection.js';
import {
  type Command,
  type Context,
  createScope,
  findCollection,
  findRecords,
  parseCount,
  readArray,
  readDoc,
  readFlag,
  toNamespace,
} from './command.js';
import { checkFields, parseCommandFields, parseFields } from './fields.js';
import { compileOutput } from './outputs.js';

export const readCommands: Readonly<Record<string, Command>> = {
  find: {
    fields: parseCommandFields(
      `filter:doc sort:doc projection:doc hint:hint skip:number limit:number batchSize:number singleBatch:bool let:doc
      allowDiskUse:bool noCursorTimeout:no allowPartialResults:bool collation:doc min:no max:no returnKey:no showRecordId:no
      tailable:no awaitData:no oplogReplay:no`,
    ),
    counts: 'query',
    run: find,
  },
  count: {
    fields: parseCommandFields('query:doc limit:number skip:number hint:hint fields collation:doc'),
    run: count,
  },
  distinct: { fields: parseCommandFields('key:string! query:doc hint:hint collation:doc'), run: distinct },
  aggregate: {
    fields: parseCommandFields(
      `pipeline:array! cursor:doc let:doc hint:hint allowDiskUse:bool bypassDocumentValidation:bool collation:doc explain:no
      needsMerge:no fromMongos:no exchange:no`,
    ),
    writes: true,
    run: aggregate,
  },
};

function find(command: Doc, context: Context): Doc {
  const namespace = toNamespace(command, context);
  const scope = createScope(command);
  const filter = readDoc(command, 'filter');
  const projection = readDoc(command, 'projection');
  const project = Object.keys(projection).length === 0 ? undefined : compileProjection(projection, scope);
  const options = {
    sort: readDoc(command, 'sort'),
    skip: parseCount('skip', command.skip),
    limit: parseCount('limit', command.limit),
    hint: command.hint,
    scope,
  };
  const found = findRecords(context.store.find(namespace), filter, options).map(({ doc }) =>
    project ? project(doc) : doc,
  );
  return context.cursors.openCursor(namespace, found, command.batchSize, readFlag(command, 'singleBatch'));
}

function count(command: Doc, context: Context): Doc {
  const query = readDoc(command, 'query');
  const [skip, limit] = [parseCount('skip', command.skip), Math.abs(toNumber(command.limit ?? 0))];
  const collection = findCollection(command, context);
  const all = Object.keys(query).length === 0 && command.hint === undefined;
  const found = all
    ? (collection?.size ?? 0)
    : findRecords(collection, query, { hint: command.hint, scope: createScope(command) }).length;
  const n = Math.max(found - skip, 0);
  return { n: limit > 0 ? Math.min(n, limit) : n, ok: 1 };
}

function distinct(command: Doc, context: Context): Doc {
  const parts = String(command.key).split('.');
  const options = { hint: command.hint, scope: createScope(command) };
  const found = findRecords(findCollection(command, context), readDoc(command, 'query'), options);
  return { values: distinctValues(found.flatMap((record) => listValuesAt(record.doc, parts))), ok: 1 };
}

/** Lists the values at a path for `distinct`: the elements of arrays, and nothing for missing values. */
function listValuesAt(value: Value, parts: readonly string[], at = 0): Value[] {
  const part = parts[at];
  if (part === undefined) return Array.isArray(value) ? value : value === undefined ? [] : [value];
  if (isDoc(value)) return listValuesAt(getField(value, part), parts, at + 1);
  if (!Array.isArray(value)) return [];
  if (/^\d+$/.test(part) && Number(part) < value.length) return listValuesAt(value[Number(part)], parts, at + 1);
  return value.flatMap((item) => (isDoc(item) ? listValuesAt(item, parts, at) : []));
}

const cursorFields = parseFields('batchSize:number');

function aggregate(command: Doc, context: Context): Doc {
  const { cursor } = command;
  if (!isDoc(cursor)) refuse(9, "The 'cursor' option is required, except for aggregate with the explain argument");
  checkFields('aggregate.cursor', cursor, cursorFields);
  const scope = createScope(command);
  const pipeline = readArray(command, 'pipeline');
  const output = compileOutput(pipeline, scope, context);
  const [first] = pipeline;
  const listsSessions = isDoc(first) && '$listLocalSessions' in first;
  const stages = compilePipeline(pipeline.slice(listsSessions ? 1 : 0, output ? -1 : undefined), scope);
  const isOfDatabase = toNumber(command.aggregate) === 1;
  if (isOfDatabase !== listsSessions)
    refuse(73, `{aggregate: 1} is for stages that need no collection, such as $listLocalSessions, and only for those`);
  const namespace = isOfDatabase ? `${context.database}.$cmd.aggregate` : toNamespace(command, context);
  const { docs, taken } = listsSessions
    ? { docs: [describeSession(command)], taken: 0 }
    : readStart(pipeline, command.hint, scope, context.store.find(namespace));
  const result = runStages(stages.slice(taken), docs);
  output?.(result);
  return context.cursors.openCursor(namespace, output ? [] : result, cursor.batchSize);
}

/** Returns the result of `$listLocalSessions`: the session of the command, as the store has no others. */
function describeSession(command: Doc): Doc {
  const userId = new Binary(createHash('sha256').digest());
  return { _id: { id: readDoc(command, 'lsid').id, uid: userId }, lastUse: new Date() };
}

/** Passes the filter, sort and limit at the start of a pipeline to the collection, so that it can use indexes. */
function readStart(
  pipeline: readonly Value[],
  hint: Value,
  scope: Scope,
  collection: Collection | undefined,
): { docs: Doc[]; taken: number } {
  let taken = 0;
  const take = (name: string): Value => {
    const stage = pipeline[taken];
    if (!isDoc(stage) || !(name in stage)) return undefined;
    taken += 1;
    return stage[name];
  };
  const filters: Doc[] = [];
  for (let filter = take('$match'); isDoc(filter); filter = take('$match')) filters.push(filter);
  const sort = take('$sort');
  const limit = parseCount('limit', take('$limit'));
  const [first = {}, ...others] = filters;
  const filter = others.length === 0 ? first : { $and: filters };
  const found = findRecords(collection, filter, { sort: isDoc(sort) ? sort : undefined, limit, hint, scope });
  return { docs: found.map(({ doc }) => doc), taken };
}
