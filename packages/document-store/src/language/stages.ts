import { refuse } from '../errors.js';
import { accumulators } from './accumulators.js';
import { compileExpression } from './expressions.js';
import { compileFilter } from './match.js';
import { createGroupKey } from './order.js';
import { compileAddFields, compileProjection, compileUnset } from './project.js';
import type { Expression, Scope } from './scope.js';
import { compileSort } from './sort.js';
import { findOperator, isUnsupported } from './unsupported.js';
import { type Doc, getField, isDoc, isNil, isNumber, toNumber, typeName, type Value } from './values.js';

export type Stage = (docs: readonly Doc[]) => readonly Doc[];

/**
 * Compiles an aggregation pipeline.
 * @throws StoreError with MongoDB's code if it is malformed, unknown or unsupported
 */
export function compilePipeline(pipeline: readonly Value[], scope: Scope): Stage[] {
  return pipeline.map((spec) => {
    if (!isDoc(spec)) return refuse(14, 'Each element of the pipeline array must be an object');
    const [name, ...others] = Object.keys(spec);
    if (name === undefined || others.length > 0)
      refuse(40323, 'A pipeline stage specification object must contain exactly one field.');
    return findOperator(compilers, 'pipeline stage', name)(spec[name], scope);
  });
}

/** Runs the stages of a pipeline. */
export function runStages(stages: readonly Stage[], docs: readonly Doc[]): readonly Doc[] {
  return stages.reduce((flowing, stage) => stage(flowing), docs);
}

/** Stages of updates: MongoDB's manual, "Updates with Aggregation Pipeline". */
export const updateStages: ReadonlySet<string> = new Set([
  '$addFields',
  '$set',
  '$project',
  '$unset',
  '$replaceRoot',
  '$replaceWith',
]);

/** True if MongoDB has a stage of that name. */
export function isStage(name: string): boolean {
  return Object.hasOwn(compilers, name) || isUnsupported('pipeline stage', name);
}

type Compiler = (spec: Value, scope: Scope) => Stage;

const compilers: Readonly<Record<string, Compiler>> = {
  $match: (spec, scope) => {
    const test = compileFilter(requireObject('$match', spec, 15959), scope);
    return (docs) => docs.filter(test);
  },
  $project: (spec, scope) => {
    const options = requireObject('$project', spec, 15969);
    if (Object.keys(options).length === 0)
      refuse(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
    return mapDocuments(compileProjection(options, scope));
  },
  $addFields: compileSetFields,
  $set: compileSetFields,
  $unset: (spec, scope) => {
    const paths = Array.isArray(spec) ? spec : [spec];
    if (paths.length === 0 || paths.some((path) => typeof path !== 'string'))
      refuse(paths.length === 0 ? 31119 : 31002, '$unset specification must be a string or an array of strings');
    return mapDocuments(compileUnset(paths, scope));
  },
  $replaceRoot: (spec, scope) => {
    const options = requireObject('$replaceRoot', spec, 40229);
    if (options.newRoot === undefined) refuse(40231, 'no newRoot specified for the $replaceRoot stage');
    return compileReplaceWith(options.newRoot, scope);
  },
  $replaceWith: compileReplaceWith,
  $sort: (spec) => {
    const options = requireObject('$sort', spec, 15973);
    if (Object.keys(options).length === 0) refuse(15976, '$sort stage must have at least one sort key');
    const order = compileSort(options);
    return (docs) => [...docs].sort(order);
  },
  $limit: (spec) => {
    const count = requireCount('$limit', spec, 5107201);
    if (count === 0) refuse(15958, 'the limit must be positive');
    return (docs) => docs.slice(0, count);
  },
  $skip: (spec) => {
    const count = requireCount('$skip', spec, 5107200);
    return (docs) => docs.slice(count);
  },
  $count: (spec) => {
    if (typeof spec !== 'string' || spec === '' || spec.startsWith('$') || spec.includes('.'))
      refuse(
        typeof spec === 'string' ? (spec === '' ? 40157 : spec.startsWith('$') ? 40158 : 40160) : 40156,
        'the count field must be a non-empty string without $ and .',
      );
    return (docs) => (docs.length === 0 ? [] : [{ [spec]: docs.length }]);
  },
  $group: compileGroup,
  $unwind: compileUnwind,
  $listLocalSessions: () => refuse(40602, '$listLocalSessions is only valid as the first stage in a pipeline'),
  $out: () => refuse(40601, '$out can only be the final stage in the pipeline'),
  $merge: () => refuse(40601, '$merge can only be the final stage in the pipeline'),
};

function compileSetFields(spec: Value, scope: Scope): Stage {
  return mapDocuments(compileAddFields(requireObject('$addFields', spec, 40272), scope));
}

function compileReplaceWith(spec: Value, scope: Scope): Stage {
  const root = compileExpression(spec, scope);
  return mapDocuments((doc) => {
    const replaced = root(scope.environment(doc));
    return isDoc(replaced)
      ? replaced
      : refuse(40228, `'newRoot' must evaluate to an object, not ${typeName(replaced)}`);
  });
}

function mapDocuments(transform: (doc: Doc) => Doc): Stage {
  return (docs) => docs.map(transform);
}

function requireObject(name: string, spec: Value, code: number): Doc {
  if (!isDoc(spec)) refuse(code, `the ${name} specification must be an object`);
  return spec;
}

function requireCount(name: string, spec: Value, code: number): number {
  const count = isNumber(spec) ? toNumber(spec) : Number.NaN;
  if (!Number.isInteger(count) || count < 0)
    refuse(code, `invalid argument to ${name} stage: expected a non-negative integer`);
  return count;
}

function compileGroup(spec: Value, scope: Scope): Stage {
  const options = requireObject('$group', spec, 15947);
  if (!('_id' in options)) refuse(15955, 'a group specification must include an _id');
  const id = compileGroupId(options._id, scope);
  const columns = Object.entries(options)
    .filter(([name]) => name !== '_id')
    .map(([name, value]) => compileColumn(name, value, scope));
  return (docs) => {
    const groups = new Map<string, { id: Value; held: ReturnType<(typeof columns)[number]['start']>[] }>();
    for (const doc of docs) {
      const env = scope.environment(doc);
      const value = id(env) ?? null;
      const key = createGroupKey(value);
      const group = groups.get(key) ?? { id: value, held: columns.map((column) => column.start()) };
      groups.set(key, group);
      columns.forEach((column, i) => {
        group.held[i]?.add(column.argument(env));
      });
    }
    return [...groups.values()].map((group) => ({
      _id: group.id,
      ...Object.fromEntries(columns.map((column, i) => [column.name, group.held[i]?.result()])),
    }));
  };
}

/** Compiles the key of a group. In a key of one field, a missing value counts as null. */
function compileGroupId(spec: Value, scope: Scope): Expression {
  const [name, ...others] = isDoc(spec) ? Object.keys(spec) : [];
  if (
    isDoc(spec) &&
    Object.values(spec).some((value) => isNumber(value) || typeof value === 'boolean') &&
    !name?.startsWith('$')
  )
    refuse(17390, '$group does not support inclusion-style expressions');
  if (!isDoc(spec) || name === undefined || others.length > 0 || name.startsWith('$'))
    return compileExpression(spec, scope);
  return compileExpression({ [name]: { $ifNull: [spec[name], null] } }, scope);
}

function compileColumn(name: string, spec: Value, scope: Scope) {
  if (name.includes('.')) refuse(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) refuse(40236, `The field name '${name}' cannot be an operator name`);
  if (!isDoc(spec) || !Object.keys(spec)[0]?.startsWith('$'))
    refuse(40234, `The field '${name}' must be an accumulator object`);
  const [operator = '', ...others] = Object.keys(spec);
  if (others.length > 0) refuse(40238, `The field '${name}' must specify one accumulator`);
  const start = findOperator(accumulators, 'accumulator', operator);
  const argument: Expression = operator === '$count' ? () => 1 : compileExpression(spec[operator], scope);
  return { name, start, argument };
}

function compileUnwind(spec: Value): Stage {
  const options = typeof spec === 'string' ? { path: spec } : requireObject('$unwind', spec, 15981);
  const path = options.path;
  if (path === undefined) refuse(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') refuse(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (!path.startsWith('$')) refuse(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const parts = path.slice(1).split('.');
  const keepEmpty = options.preserveNullAndEmptyArrays === true;
  const position = typeof options.includeArrayIndex === 'string' ? options.includeArrayIndex : undefined;
  const at = (doc: Doc, index: bigint | null): Doc =>
    position === undefined ? doc : setPath(doc, position.split('.'), index);
  return (docs) =>
    docs.flatMap((doc) => {
      const value = parts.reduce<Value>((held, part) => (isDoc(held) ? getField(held, part) : undefined), doc);
      if (!Array.isArray(value)) return isNil(value) && !keepEmpty ? [] : [at(doc, null)];
      if (value.length === 0) return keepEmpty ? [at(setPath(doc, parts, undefined), null)] : [];
      return value.map((item, i) => at(setPath(doc, parts, item), BigInt(i)));
    });
}

/** Returns a copy of a document with a field set, or removed if the value is undefined. */
function setPath(doc: Doc, [name = '', ...rest]: readonly string[], value: Value): Doc {
  const held = getField(doc, name);
  const next = rest.length === 0 ? value : setPath(isDoc(held) ? held : {}, rest, value);
  const { [name]: _, ...others } = doc;
  return next === undefined ? others : { ...doc, [name]: next };
}
