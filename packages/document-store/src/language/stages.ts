import { refuse } from '../errors.js';
import { accumulators } from './accumulators.js';
import { compileExpression } from './expressions.js';
import { compileFilter } from './match.js';
import { groupKey } from './order.js';
import { compileAddFields, compileProjection, compileUnset } from './project.js';
import type { Expression, Scope } from './scope.js';
import { sorter } from './sort.js';
import { isUnsupported, operatorIn } from './unsupported.js';
import { type Doc, getField, isDoc, isNil, isNumber, toNumber, typeName, type Value } from './values.js';

export type Stage = (docs: readonly Doc[]) => readonly Doc[];

/**
 * Compiles an aggregation pipeline.
 * @throws StoreError with MongoDB's code for what is malformed, unknown or not supported
 */
export function compilePipeline(pipeline: readonly Value[], scope: Scope): Stage[] {
  return pipeline.map((spec) => {
    if (!isDoc(spec)) return refuse(14, 'Each element of the pipeline array must be an object');
    const [name, ...others] = Object.keys(spec);
    if (name === undefined || others.length > 0)
      refuse(40323, 'A pipeline stage specification object must contain exactly one field.');
    return operatorIn(compilers, 'pipeline stage', name)(spec[name], scope);
  });
}

/** Stages of pipelines. */
export function flow(stages: readonly Stage[], docs: readonly Doc[]): readonly Doc[] {
  return stages.reduce((flowing, stage) => stage(flowing), docs);
}

/** The stages that an update may consist of: MongoDB's manual, "Updates with Aggregation Pipeline". */
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
    const test = compileFilter(object('$match', spec, 15959), scope);
    return (docs) => docs.filter(test);
  },
  $project: (spec, scope) => {
    const asked = object('$project', spec, 15969);
    if (Object.keys(asked).length === 0)
      refuse(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
    return each(compileProjection(asked, scope));
  },
  $addFields: setFields,
  $set: setFields,
  $unset: (spec, scope) => {
    const paths = Array.isArray(spec) ? spec : [spec];
    if (paths.length === 0 || paths.some((path) => typeof path !== 'string'))
      refuse(paths.length === 0 ? 31119 : 31002, '$unset specification must be a string or an array of strings');
    return each(compileUnset(paths, scope));
  },
  $replaceRoot: (spec, scope) => {
    const asked = object('$replaceRoot', spec, 40229);
    if (asked.newRoot === undefined) refuse(40231, 'no newRoot specified for the $replaceRoot stage');
    return replaceWith(asked.newRoot, scope);
  },
  $replaceWith: replaceWith,
  $sort: (spec) => {
    const asked = object('$sort', spec, 15973);
    if (Object.keys(asked).length === 0) refuse(15976, '$sort stage must have at least one sort key');
    const order = sorter(asked);
    return (docs) => [...docs].sort(order);
  },
  $limit: (spec) => {
    const count = whole('$limit', spec, 5107201);
    if (count === 0) refuse(15958, 'the limit must be positive');
    return (docs) => docs.slice(0, count);
  },
  $skip: (spec) => {
    const count = whole('$skip', spec, 5107200);
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
  $group: group,
  $unwind: unwind,
  $listLocalSessions: () => refuse(40602, '$listLocalSessions is only valid as the first stage in a pipeline'),
  $out: () => refuse(40601, '$out can only be the final stage in the pipeline'),
  $merge: () => refuse(40601, '$merge can only be the final stage in the pipeline'),
};

function setFields(spec: Value, scope: Scope): Stage {
  return each(compileAddFields(object('$addFields', spec, 40272), scope));
}

function replaceWith(spec: Value, scope: Scope): Stage {
  const root = compileExpression(spec, scope);
  return each((doc) => {
    const made = root(scope.environment(doc));
    return isDoc(made) ? made : refuse(40228, `'newRoot' must evaluate to an object, not ${typeName(made)}`);
  });
}

function each(transform: (doc: Doc) => Doc): Stage {
  return (docs) => docs.map(transform);
}

function object(name: string, spec: Value, code: number): Doc {
  if (!isDoc(spec)) refuse(code, `the ${name} specification must be an object`);
  return spec;
}

function whole(name: string, spec: Value, code: number): number {
  const count = isNumber(spec) ? toNumber(spec) : Number.NaN;
  if (!Number.isInteger(count) || count < 0)
    refuse(code, `invalid argument to ${name} stage: expected a non-negative integer`);
  return count;
}

function group(spec: Value, scope: Scope): Stage {
  const asked = object('$group', spec, 15947);
  if (!('_id' in asked)) refuse(15955, 'a group specification must include an _id');
  const id = groupId(asked._id, scope);
  const columns = Object.entries(asked)
    .filter(([name]) => name !== '_id')
    .map(([name, value]) => column(name, value, scope));
  return (docs) => {
    const groups = new Map<string, { id: Value; held: ReturnType<(typeof columns)[number]['start']>[] }>();
    for (const doc of docs) {
      const env = scope.environment(doc);
      const value = id(env) ?? null;
      const key = groupKey(value);
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

/** The key of a group; in a key of a single field, a missing value counts as null. */
function groupId(spec: Value, scope: Scope): Expression {
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

function column(name: string, spec: Value, scope: Scope) {
  if (name.includes('.')) refuse(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) refuse(40236, `The field name '${name}' cannot be an operator name`);
  if (!isDoc(spec) || !Object.keys(spec)[0]?.startsWith('$'))
    refuse(40234, `The field '${name}' must be an accumulator object`);
  const [operator = '', ...others] = Object.keys(spec);
  if (others.length > 0) refuse(40238, `The field '${name}' must specify one accumulator`);
  const start = operatorIn(accumulators, 'accumulator', operator);
  const argument: Expression = operator === '$count' ? () => 1 : compileExpression(spec[operator], scope);
  return { name, start, argument };
}

function unwind(spec: Value): Stage {
  const asked = typeof spec === 'string' ? { path: spec } : object('$unwind', spec, 15981);
  const path = asked.path;
  if (path === undefined) refuse(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') refuse(28808, `expected a string as the path for $unwind stage, got ${typeName(path)}`);
  if (!path.startsWith('$')) refuse(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  const parts = path.slice(1).split('.');
  const keepEmpty = asked.preserveNullAndEmptyArrays === true;
  const position = typeof asked.includeArrayIndex === 'string' ? asked.includeArrayIndex : undefined;
  const at = (doc: Doc, index: bigint | null): Doc =>
    position === undefined ? doc : put(doc, position.split('.'), index);
  return (docs) =>
    docs.flatMap((doc) => {
      const value = parts.reduce<Value>((held, part) => (isDoc(held) ? getField(held, part) : undefined), doc);
      if (!Array.isArray(value)) return isNil(value) && !keepEmpty ? [] : [at(doc, null)];
      if (value.length === 0) return keepEmpty ? [at(put(doc, parts, undefined), null)] : [];
      return value.map((item, i) => at(put(doc, parts, item), BigInt(i)));
    });
}

/** A copy of a document with one field set, or left out when the value is missing. */
function put(doc: Doc, [name = '', ...rest]: readonly string[], value: Value): Doc {
  const held = getField(doc, name);
  const next = rest.length === 0 ? value : put(isDoc(held) ? held : {}, rest, value);
  const { [name]: _, ...others } = doc;
  return next === undefined ? others : { ...doc, [name]: next };
}
