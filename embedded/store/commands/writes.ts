import { ObjectId } from 'bson';
import { refuse, StoreError } from '../errors.js';
import { withCollation } from '../language/collation.js';
import { compileFilter } from '../language/match.js';
import { matchedIndex } from '../language/positional.js';
import { compileProjection } from '../language/project.js';
import type { Scope } from '../language/scope.js';
import { checkStages, compileUpdate, isReplacement, type Target, type Update } from '../language/update.js';
import { checkUpsertFilter, upserted } from '../language/upsert.js';
import { type Doc, isDoc, toNumber, type Value } from '../language/values.js';
import type { Collection } from '../storage/collection.js';
import type { Record } from '../storage/sorted-entries.js';
import {
  arrayField,
  type Command,
  type Context,
  collectionOf,
  docField,
  docList,
  flag,
  namespaceOf,
  scopeOf,
} from './command.js';
import { checkFields, commandFields, fields } from './fields.js';

export const writeCommands: Readonly<globalThis.Record<string, Command>> = {
  insert: {
    fields: commandFields('documents:docs! ordered:bool bypassDocumentValidation:bool'),
    counts: 'statements',
    writes: true,
    run: insert,
  },
  update: {
    fields: commandFields('updates:docs! ordered:bool let:doc bypassDocumentValidation:bool'),
    counts: 'statements',
    writes: true,
    run: update,
  },
  delete: {
    fields: commandFields('deletes:docs! ordered:bool let:doc'),
    counts: 'statements',
    writes: true,
    run: remove,
  },
  findAndModify: {
    fields: commandFields(
      `query:doc sort:doc remove:bool update new:bool fields:doc upsert:bool arrayFilters:array hint:hint let:doc
      bypassDocumentValidation:bool collation:doc`,
    ),
    writes: true,
    run: findAndModify,
  },
};

/** Runs the statements of one command, collecting each one's error; an ordered command stops at the first. */
function runAll(
  kind: 'insert' | 'update' | 'delete',
  command: Doc,
  statements: readonly Doc[],
  context: Context,
  run: (statement: Doc, index: number) => void,
): Doc {
  const ordered = flag(command, 'ordered', true);
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
  const namespace = namespaceOf(command, context);
  const documents = docList(command, 'documents');
  const collection = context.store.use(namespace);
  let n = 0;
  const errors = runAll('insert', command, documents, context, (doc) => {
    collection.insert(idFirst(doc));
    n += 1;
  });
  return { n, ...errors, ok: 1 };
}

/** The document with its `_id` in front, made when there is none. */
function idFirst(doc: Doc): Doc {
  if (Object.keys(doc)[0] === '_id') return doc;
  const { _id = new ObjectId(), ...others } = doc;
  return { _id, ...others };
}

const updateFields = fields(
  'q:doc! u! c:doc upsert:bool multi:bool arrayFilters:array hint:hint collation:doc sort:doc',
);
const deleteFields = fields('q:doc! limit:number! hint:hint collation:doc');

function update(command: Doc, context: Context): Doc {
  const namespace = namespaceOf(command, context);
  const statements = docList(command, 'updates');
  for (const statement of statements) {
    checkFields('update.updates', statement, updateFields);
    if (!isDoc(statement.u) && !Array.isArray(statement.u))
      refuse(9, 'Update argument must be either an object or an array');
    if (statement.sort !== undefined && flag(statement, 'multi')) refuse(9, 'Cannot specify sort with multi=true');
    if (Array.isArray(statement.u)) checkStages(statement.u);
  }
  const outcome = { n: 0, nModified: 0 };
  const upsertedIds: Doc[] = [];
  const errors = runAll('update', command, statements, context, (statement, index) => {
    const done = updateOne(namespace, statement, command, context);
    outcome.n += done.matched + (done.inserted ? 1 : 0);
    outcome.nModified += done.modified;
    if (done.inserted) upsertedIds.push({ index, _id: done.inserted._id });
  });
  return { ...outcome, ...(upsertedIds.length > 0 ? { upserted: upsertedIds } : {}), ...errors, ok: 1 };
}

function updateOne(
  namespace: string,
  statement: Doc,
  command: Doc,
  context: Context,
): { matched: number; modified: number; inserted?: Doc } {
  const scope = scopeWithConstants(command, statement.c);
  const filter = docField(statement, 'q');
  const multi = flag(statement, 'multi');
  if (flag(statement, 'upsert')) checkUpsertFilter(filter);
  if (multi && isReplacement(statement.u)) refuse(9, 'multi update is not supported for replacement-style update');
  const change = compileUpdate(statement.u, arrayField(statement, 'arrayFilters'), scope);
  const collection = context.store.find(namespace);
  if (!collection) compileFilter(filter, scope);
  const records =
    collection?.find(filter, {
      sort: docField(statement, 'sort'),
      limit: multi ? 0 : 1,
      hint: statement.hint,
      scope,
    }) ?? [];
  let modified = 0;
  for (const record of records) if (collection && applyTo(collection, record, change, filter, scope)) modified += 1;
  if (records.length > 0 || !flag(statement, 'upsert')) return { matched: records.length, modified };
  const inserted = idFirst(upserted(filter, change, isReplacement(statement.u)));
  context.store.use(namespace).insert(inserted);
  return { matched: 0, modified: 0, inserted };
}

function scopeWithConstants(command: Doc, constants: Value): Scope {
  const literals = Object.entries(isDoc(constants) ? constants : {}).map(([name, value]) => [
    name,
    { $literal: value },
  ]);
  return scopeOf({ let: { ...docField(command, 'let'), ...Object.fromEntries(literals) } });
}

/** @returns whether the document changed */
function applyTo(collection: Collection, record: Record, change: Update, filter: Doc, scope: Scope): boolean {
  const { doc } = record;
  const matched = (path: string): number | undefined => matchedIndex(filter, path, doc, scope);
  const target: Target = { matched, inserting: false };
  const changed = change(doc, target);
  return (
    collection.replace(record, '_id' in changed ? changed : { _id: doc._id, ...changed }) || target.touched === true
  );
}

function remove(command: Doc, context: Context): Doc {
  const collection = collectionOf(command, context);
  const statements = docList(command, 'deletes');
  for (const statement of statements) {
    checkFields('delete.deletes', statement, deleteFields);
    if (![0, 1].includes(toNumber(statement.limit))) refuse(9, 'The limit field in delete objects must be 0 or 1');
  }
  let n = 0;
  const errors = runAll('delete', command, statements, context, (statement) => {
    const limit = toNumber(statement.limit);
    const scope = scopeOf(command);
    const filter = docField(statement, 'q');
    if (!collection) compileFilter(filter, scope);
    const records = collection?.find(filter, { limit, hint: statement.hint, scope }) ?? [];
    for (const record of records) collection?.remove(record);
    n += records.length;
  });
  return { n, ...errors, ok: 1 };
}

function findAndModify(command: Doc, context: Context): Doc {
  const namespace = namespaceOf(command, context);
  const scope = scopeOf(command);
  const filter = docField(command, 'query');
  const removes = flag(command, 'remove');
  const [returnsNew, upserts] = [flag(command, 'new'), flag(command, 'upsert')];
  if (removes && command.update !== undefined) refuse(9, 'Cannot specify both an update and remove=true');
  if (removes && upserts) refuse(9, 'Cannot specify both upsert=true and remove=true');
  if (removes && returnsNew)
    refuse(9, "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document");
  if (!removes && command.update === undefined) refuse(9, 'Either an update or remove=true must be specified');
  if (upserts) checkUpsertFilter(filter);
  const fields = docField(command, 'fields');
  const project = Object.keys(fields).length === 0 ? (doc: Doc) => doc : compileProjection(fields, scope, filter);
  const change = removes ? undefined : compileUpdate(command.update, arrayField(command, 'arrayFilters'), scope);
  const collection = context.store.find(namespace);
  if (!collection) compileFilter(filter, scope);
  const [record] =
    collection?.find(filter, { sort: docField(command, 'sort'), limit: 1, hint: command.hint, scope }) ?? [];
  if (collection && record) {
    const before = record.doc;
    if (change) applyTo(collection, record, change, filter, scope);
    else collection.remove(record);
    const value = project(returnsNew ? record.doc : before);
    return { lastErrorObject: { n: 1, ...(removes ? {} : { updatedExisting: true }) }, value, ok: 1 };
  }
  if (!change || !upserts)
    return { lastErrorObject: { n: 0, ...(removes ? {} : { updatedExisting: false }) }, value: null, ok: 1 };
  const inserted = idFirst(upserted(filter, change, isReplacement(command.update)));
  context.store.use(namespace).insert(inserted);
  return {
    lastErrorObject: { n: 1, updatedExisting: false, upserted: inserted._id },
    value: returnsNew ? project(inserted) : null,
    ok: 1,
  };
}
