import { refuse } from '../errors.js';
import { bindVariables } from '../language/expressions.js';
import { valueAt } from '../language/paths.js';
import type { Scope } from '../language/scope.js';
import { compileUpdate } from '../language/update.js';
import { type Doc, isDoc, type Value } from '../language/values.js';
import type { Collection } from '../storage/collection.js';
import { type Context, createNamespace, findRecords, readDoc } from './command.js';
import { checkFields, parseFields } from './fields.js';

/** Output of the last stage of a pipeline. */
export type Output = (docs: readonly Doc[]) => void;

/** Compiles the last stage of a pipeline if it writes; otherwise returns undefined. @throws StoreError with MongoDB's code if it is malformed */
export function compileOutput(pipeline: readonly Value[], scope: Scope, context: Context): Output | undefined {
  const last = pipeline.at(-1);
  if (!isDoc(last) || Object.keys(last).length !== 1) return undefined;
  if ('$out' in last) return compileOut(last.$out, context);
  return '$merge' in last ? compileMerge(last.$merge, scope, context) : undefined;
}

const outFields = parseFields('db:string! coll:string!');

function compileOut(spec: Value, context: Context): Output {
  if (isDoc(spec)) checkFields('$out', spec, outFields);
  else if (typeof spec !== 'string') refuse(16990, '$out only supports a string or object argument');
  const namespace = parseTarget(spec, context);
  return (docs) => context.store.getOrCreate(namespace).replaceAll(docs);
}

function parseTarget(spec: Value, { database }: Context): string {
  const { db = database, coll } = isDoc(spec) ? spec : { coll: spec };
  return createNamespace(String(db), coll);
}

/** Actions on existing and missing documents: MongoDB's manual, "$merge". */
const whenMatched: Readonly<Record<string, (held: Doc, doc: Doc) => Doc>> = {
  replace: (_held, doc) => doc,
  keepExisting: (held) => held,
  merge: (held, doc) => ({ ...held, ...doc }),
  fail: () => refuse(11000, '$merge with whenMatched: fail found an existing document'),
};
const whenNotMatched: Readonly<Record<string, (collection: Collection, doc: Doc) => void>> = {
  insert: (collection, doc) => void collection.insert(doc),
  discard: () => undefined,
  fail: () => refuse(13113, '$merge could not find a matching document in the target collection'),
};
const ONLY_WITH_INSERT: readonly Value[] = ['keepExisting', 'fail'];

const mergeFields = parseFields('into! on let:doc whenMatched whenNotMatched:string');

function compileMerge(spec: Value, scope: Scope, context: Context): Output {
  const requested = typeof spec === 'string' ? { into: spec } : spec;
  if (!isDoc(requested)) return refuse(14, '$merge requires a string or object argument');
  checkFields('$merge', requested, mergeFields);
  if (typeof requested.into !== 'string' && !isDoc(requested.into))
    refuse(51178, "$merge 'into' field must be either a string or an object");
  const namespace = parseTarget(requested.into, context);
  const on = parseJoinFields(requested.on);
  const { whenMatched: mode = 'merge', whenNotMatched: otherwise = 'insert' } = requested;
  const change = Array.isArray(mode)
    ? compilePipelineAction(mode, readDoc(requested, 'let'), scope)
    : compileNamedAction(mode, requested.let);
  const add = whenNotMatched[String(otherwise)] ?? refuse(2, `'${String(otherwise)}' is no value of whenNotMatched`);
  if (otherwise !== 'insert' && ONLY_WITH_INSERT.includes(mode))
    refuse(51181, `$merge cannot combine whenMatched: ${String(mode)} with whenNotMatched: ${String(otherwise)}`);
  const indexes = [...(context.store.find(namespace)?.indexes.values() ?? [])];
  const isUnique = on.join() === '_id' || indexes.some(({ unique, fields }) => unique && haveSameFields(fields, on));
  if (!isUnique) refuse(51183, 'Cannot find index to verify that join fields will be unique');
  return (docs) => {
    const collection = context.store.getOrCreate(namespace);
    const failures: unknown[] = [];
    // An error of one document does not prevent the others.
    for (const [doc, filter] of docs.map((doc) => [doc, createJoinFilter(doc, on)] as const)) {
      try {
        const [record] = findRecords(collection, filter, { limit: 1, scope });
        if (record) collection.replace(record, change(record.doc, doc));
        else add(collection, doc);
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
}

function parseJoinFields(on: Value = '_id'): string[] {
  const names = Array.isArray(on) ? on : [on];
  if (names.length === 0) refuse(51187, "$merge 'on' must include at least one field");
  const texts = names.filter((name) => typeof name === 'string');
  if (texts.length < names.length) refuse(51186, "$merge 'on' must be a string or an array of strings");
  const twice = texts.find((name, i) => texts.indexOf(name) < i);
  return twice === undefined ? texts : refuse(31465, `Found a duplicate field '${twice}'`);
}

const haveSameFields = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name) => others.includes(name));

/** Creates the filter for the document to merge with. Missing fields count as null. */
function createJoinFilter(doc: Doc, on: readonly string[]): Doc {
  return Object.fromEntries(
    on.map((name) => {
      const value = valueAt(doc, name.split('.'));
      if (Array.isArray(value)) refuse(51185, `$merge write error: 'on' field '${name}' is an array`);
      // No document has a missing _id.
      return [name, name === '_id' && value === undefined ? { $exists: false } : { $eq: value ?? null }];
    }),
  );
}

function compileNamedAction(mode: Value, variables: Value): (held: Doc, doc: Doc) => Doc {
  if (typeof mode !== 'string') refuse(51191, "$merge 'whenMatched' must be either a string or an array");
  const change = whenMatched[mode] ?? refuse(2, `'${mode}' is no value of whenMatched`);
  return variables === undefined ? change : refuse(51199, `Cannot use 'let' variables with 'whenMatched: ${mode}'`);
}

/** Compiles a pipeline on the existing document; the new one is `$$new`. */
function compilePipelineAction(pipeline: Value[], variables: Doc, scope: Scope): (held: Doc, doc: Doc) => Doc {
  if ((variables.new ?? '$$ROOT') !== '$$ROOT')
    refuse(51273, "'let' may not define a value for the reserved 'new' variable other than '$$ROOT'");
  const { inner, assign } = bindVariables({ ...variables, new: '$$ROOT' }, scope);
  const update = compileUpdate(pipeline, [], inner);
  return (held, doc) => {
    assign(inner.environment(doc));
    return update(held, { matched: () => undefined, inserting: false });
  };
}
