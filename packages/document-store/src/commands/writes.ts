import { refuse, StoreError } from '../errors.js';
import { withCollation } from '../language/collation.js';
import { findMatchedIndex } from '../language/positional.js';
import { compileProjection } from '../language/project.js';
import type { Scope } from '../language/scope.js';
import { checkStages, compileUpdate, isReplacement, type Target, type Update } from '../language/update.js';
import { checkUpsertFilter, createUpserted } from '../language/upsert.js';
import { type Doc, isDoc, toNumber, type Value } from '../language/values.js';
import type { Collection } from '../storage/collection.js';
import type { Record } from '../storage/indexes.js';
import {
  type Command,
  type Context,
  createScope,
  findCollection,
  findRecords,
  readArray,
  readDoc,
  readDocs,
  readFlag,
  toNamespace,
} from './command.js';
import { checkFields, parseCommandFields, parseFields } from './fields.js';

export const writeCommands: Readonly<globalThis.Record<string, Command>> = {
  insert: {
    fields: parseCommandFields('documents:docs! ordered:bool bypassDocumentValidation:bool'),
    counts: 'statements',
    writes: true,
    run: insert,
  },
  update: {
    fields: parseCommandFields('updates:docs! ordered:bool let:doc bypassDocumentValidation:bool'),
    counts: 'statements',
    writes: true,
    run: update,
  },
  delete: {
    fields: parseCommandFields('deletes:docs! ordered:bool let:doc'),
    counts: 'statements',
    writes: true,
    run: remove,
  },
  findAndModify: {
    fields: parseCommandFields(
      `query:doc sort:doc remove:bool update new:bool fields:doc upsert:bool arrayFilters:array hint:hint let:doc
      bypassDocumentValidation:bool collation:doc`,
    ),
    writes: true,
    run: findAndModify,
  },
};

/** Runs the statements of a command, and returns their errors. An ordered command stops at the first error. */
function runAll(
  kind: 'insert' | 'update' | 'delete',
  command: Doc,
  statements: readonly Doc[],
  context: Context,
  run: (statement: Doc, index: number) => void,
): Doc {
  const ordered = readFlag(command, 'ordered', true);
  const writeErrors: Doc[] = [];
  for (const [index, statement] of statements.entries()) {
    context.store.counters.operations[kind] += 1;
    try {
      withCollation(kind === 'insert' ? undefined : statement.collation, () => run(statement, index));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      writeErrors.push({ index, code: error.code, ...error.details, errmsg: error.message });
      if (ordered) break;
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
}

function insert(command: Doc, context: Context): Doc {
  const namespace = toNamespace(command, context);
  const documents = readDocs(command, 'documents');
  const collection = context.store.getOrCreate(namespace);
  let n = 0;
  const errors = runAll('insert', command, documents, context, (doc) => {
    collection.insert(doc);
    n += 1;
  });
  return { n, ...errors, ok: 1 };
}

const updateFields = parseFields(
  'q:doc! u! c:doc upsert:bool multi:bool arrayFilters:array hint:hint collation:doc sort:doc',
);
const deleteFields = parseFields('q:doc! limit:number! hint:hint collation:doc');

function update(command: Doc, context: Context): Doc {
  const namespace = toNamespace(command, context);
  const statements = readDocs(command, 'updates');
  for (const statement of statements) {
    checkFields('update.updates', statement, updateFields);
    if (!isDoc(statement.u) && !Array.isArray(statement.u))
      refuse(9, 'Update argument must be either an object or an array');
    if (statement.sort !== undefined && readFlag(statement, 'multi')) refuse(9, 'Cannot specify sort with multi=true');
    if (Array.isArray(statement.u)) checkStages(statement.u);
  }
  const outcome = { n: 0, nModified: 0 };
  const upsertedIds: Doc[] = [];
  const errors = runAll('update', command, statements, context, (statement, index) => {
    const options: UpdateStatement = {
      filter: readDoc(statement, 'q'),
      update: statement.u,
      arrayFilters: readArray(statement, 'arrayFilters'),
      upsert: readFlag(statement, 'upsert'),
      multi: readFlag(statement, 'multi'),
      sort: readDoc(statement, 'sort'),
      hint: statement.hint,
    };
    const scope = createScopeWithConstants(command, statement.c);
    const { found, modified, inserted } = runUpdate(namespace, options, scope, context);
    outcome.n += found.length + (inserted ? 1 : 0);
    outcome.nModified += modified;
    if (inserted) upsertedIds.push({ index, _id: inserted._id });
  });
  return { ...outcome, ...(upsertedIds.length > 0 ? { upserted: upsertedIds } : {}), ...errors, ok: 1 };
}

interface UpdateStatement {
  filter: Doc;
  update: Value;
  arrayFilters: Value[];
  upsert: boolean;
  multi: boolean;
  sort: Doc;
  hint: Value;
}

/** Updates the documents that match a filter. An upsert without matches inserts a document made of filter and update. */
function runUpdate(
  namespace: string,
  { filter, update, arrayFilters, upsert, multi, sort, hint }: UpdateStatement,
  scope: Scope,
  context: Context,
): { found: Record[]; before?: Doc | undefined; modified: number; inserted?: Doc } {
  if (upsert) checkUpsertFilter(filter);
  if (multi && isReplacement(update)) refuse(9, 'multi update is not supported for replacement-style update');
  const change = compileUpdate(update, arrayFilters, scope);
  const collection = context.store.find(namespace);
  const found = findRecords(collection, filter, { sort, limit: multi ? 0 : 1, hint, scope });
  const before = found[0]?.doc;
  const modified = found.filter(
    (record) => collection && updateRecord(collection, record, change, filter, scope),
  ).length;
  if (found.length > 0 || !upsert) return { found, before, modified };
  const { doc } = context.store.getOrCreate(namespace).insert(createUpserted(filter, change, isReplacement(update)));
  return { found, modified, inserted: doc };
}

function createScopeWithConstants(command: Doc, constants: Value): Scope {
  const literals = Object.entries(isDoc(constants) ? constants : {}).map(([name, value]) => [
    name,
    { $literal: value },
  ]);
  return createScope({ let: { ...readDoc(command, 'let'), ...Object.fromEntries(literals) } });
}

/** Updates a record. @returns true if its document has changed */
function updateRecord(collection: Collection, record: Record, change: Update, filter: Doc, scope: Scope): boolean {
  const { doc } = record;
  const matched = (path: string): number | undefined => findMatchedIndex(filter, path, doc, scope);
  const target: Target = { matched, inserting: false };
  return collection.replace(record, change(doc, target)) || target.touched === true;
}

function remove(command: Doc, context: Context): Doc {
  const collection = findCollection(command, context);
  const statements = readDocs(command, 'deletes');
  for (const statement of statements) {
    checkFields('delete.deletes', statement, deleteFields);
    if (![0, 1].includes(toNumber(statement.limit))) refuse(9, 'The limit field in delete objects must be 0 or 1');
  }
  let n = 0;
  const errors = runAll('delete', command, statements, context, (statement) => {
    const options = { limit: toNumber(statement.limit), hint: statement.hint, scope: createScope(command) };
    const records = findRecords(collection, readDoc(statement, 'q'), options);
    for (const record of records) collection?.remove(record);
    n += records.length;
  });
  return { n, ...errors, ok: 1 };
}

function findAndModify(command: Doc, context: Context): Doc {
  const namespace = toNamespace(command, context);
  const scope = createScope(command);
  const [filter, sort, fields] = [readDoc(command, 'query'), readDoc(command, 'sort'), readDoc(command, 'fields')];
  const [removes, returnsNew, upsert] = [
    readFlag(command, 'remove'),
    readFlag(command, 'new'),
    readFlag(command, 'upsert'),
  ];
  const { hint, update } = command;
  if (removes && update !== undefined) refuse(9, 'Cannot specify both an update and remove=true');
  if (removes && upsert) refuse(9, 'Cannot specify both upsert=true and remove=true');
  if (removes && returnsNew)
    refuse(9, "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  if (!removes && update === undefined) refuse(9, 'Either an update or remove=true must be specified');
  const project = Object.keys(fields).length === 0 ? (doc: Doc) => doc : compileProjection(fields, scope);
  if (removes) {
    const collection = context.store.find(namespace);
    const [record] = findRecords(collection, filter, { sort, limit: 1, hint, scope });
    if (record) collection?.remove(record);
    return { lastErrorObject: { n: record ? 1 : 0 }, value: record ? project(record.doc) : null, ok: 1 };
  }
  const arrayFilters = readArray(command, 'arrayFilters');
  const options: UpdateStatement = { filter, update, arrayFilters, upsert, multi: false, sort, hint };
  const { found, before, inserted } = runUpdate(namespace, options, scope, context);
  const [record] = found;
  const value = returnsNew ? (record?.doc ?? inserted) : before;
  const lastErrorObject = {
    n: record || inserted ? 1 : 0,
    updatedExisting: record !== undefined,
    ...(inserted ? { upserted: inserted._id } : {}),
  };
  return { lastErrorObject, value: value ? project(value) : null, ok: 1 };
}
