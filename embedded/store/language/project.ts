import { refuse, StoreError, unsupported } from '../errors.js';
import { isNil } from './accumulators.js';
import { compileExpression } from './expressions.js';
import { elementTest } from './match.js';
import { matchedIndex } from './positional.js';
import type { Expression, Scope } from './scope.js';
import { type Doc, fieldOf, isDoc, isNumber, setField, toNumber, type Value } from './values.js';

/** What a projection says about one field: keep it, drop it, compute it, or look into it. */
type Node =
  | 'keep'
  | 'drop'
  | { compute: Expression; append?: boolean }
  | { pick: (value: Value, root: Doc) => Value; append?: boolean }
  | Tree;
type Tree = Map<string, Node>;

export type Transform = (doc: Doc) => Doc;

/**
 * Compiles a projection of `find` or `$project`.
 * @param filter the query of the `find`, for the positional `$`; without it that and `$slice`/`$elemMatch` are refused
 */
export function compileProjection(spec: Doc, scope: Scope, filter?: Doc): Transform {
  const tree: Tree = new Map();
  const modes = new Set<'keep' | 'drop'>();
  let [matches, slices, keepsId] = [false, false, false];
  for (const [path, value] of fields(spec)) {
    const node = nodeOf(path, value, scope, filter);
    if (path !== '_id') {
      if (node === 'drop' || node === 'keep') modes.add(node);
      else if ('compute' in node) modes.add('keep');
      else if (path.endsWith('.$')) modes.add('keep');
      else if (isElemMatch(value)) matches = true;
      else slices = true;
    } else keepsId = node === 'keep';
    place(tree, path.replace(/\.\$$/, ''), node);
  }
  if (modes.size === 2) refuse(modesInOrder(spec), 'Cannot do inclusion and exclusion in the same projection');
  const keeps = modes.has('keep') || (!modes.has('drop') && (keepsId || (matches && !slices)));
  if (keeps && !tree.has('_id')) tree.set('_id', 'keep');
  return (doc) => shape(doc, tree, keeps, scope, doc);
}

/** Compiles `$addFields`. */
export function compileAddFields(spec: Doc, scope: Scope): Transform {
  const tree: Tree = new Map();
  for (const [path, value] of fields(spec)) place(tree, path, { compute: compileExpression(value, scope) });
  return (doc) => shape(doc, tree, false, scope, doc);
}

/** Compiles `$unset` as a stage: the fields are dropped. */
export function compileUnset(paths: readonly Value[], scope: Scope): Transform {
  return compileProjection(Object.fromEntries(paths.map((path) => [String(path), 0])), scope);
}

/** The paths of a specification with what is asked of them; documents inside that are no expressions are opened. */
function* fields(spec: Doc, prefix = ''): Generator<[string, Value]> {
  for (const [name, value] of Object.entries(spec)) {
    const path = prefix + name;
    if (path.split('.').includes(''))
      refuse(path === '' ? 40352 : 40353, 'FieldPath field names may not be empty strings.');
    if (name.startsWith('$')) refuse(16410, `FieldPath field names may not start with '$': ${name}`);
    const first = isDoc(value) ? Object.keys(value)[0] : '$';
    if (isDoc(value) && first !== undefined && !first.startsWith('$')) yield* fields(value, `${path}.`);
    else yield [path, value];
  }
}

function modesInOrder(spec: Doc): number {
  const [first] = [...fields(spec)].filter(([path]) => path !== '_id').map(([, value]) => value);
  return (isNumber(first) && toNumber(first) === 0) || first === false ? 31253 : 31254;
}

function isElemMatch(value: Value): boolean {
  return isDoc(value) && '$elemMatch' in value;
}

function nodeOf(path: string, value: Value, scope: Scope, filter: Doc | undefined): Exclude<Node, Tree> {
  if (path.endsWith('.$')) {
    if (!filter) refuse(16410, 'FieldPath field names may not start with $');
    return { pick: positional(path.slice(0, -2), filter, scope) };
  }
  if (typeof value === 'boolean') return value ? 'keep' : 'drop';
  if (isNumber(value)) return toNumber(value) === 0 ? 'drop' : 'keep';
  if (filter && isDoc(value) && isSlice(value.$slice)) return { pick: sliced(value.$slice) };
  if (filter && isDoc(value) && isElemMatch(value)) {
    if (!isDoc(value.$elemMatch)) refuse(31274, 'elemMatch: Invalid argument, object required');
    const test = elementTest(value.$elemMatch, scope);
    return {
      append: true,
      pick: (held) => {
        const found = Array.isArray(held) ? held.filter(test).slice(0, 1) : [];
        return found.length > 0 ? found : undefined;
      },
    };
  }
  if (isDoc(value) && '$meta' in value) throw unsupported('$meta');
  return { compute: compileExpression(value, scope), append: true };
}

function positional(path: string, filter: Doc, scope: Scope): (value: Value, root: Doc) => Value {
  return (value, root) => {
    if (!Array.isArray(value)) return value;
    const index = matchedIndex(filter, path, root, scope);
    if (index === undefined)
      refuse(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      );
    return [value[index]];
  };
}

/** Whether this is the `$slice` of `find`, with nothing but numbers, rather than the expression. */
function isSlice(operand: Value): boolean {
  return isNumber(operand) || (Array.isArray(operand) && operand.length === 2 && isNumber(operand[0]));
}

function sliced(operand: Value): (value: Value) => Value {
  const [first, count] = (Array.isArray(operand) ? operand : [operand]).map((part) => Math.trunc(toNumber(part)));
  if (first === undefined || Number.isNaN(first) || Number.isNaN(count)) refuse(28667, 'Invalid $slice syntax');
  if (count !== undefined && count <= 0) refuse(28724, 'the $slice limit must be positive');
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (count === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(value.length + first, 0) : first;
    return value.slice(start, start + count);
  };
}

function place(tree: Tree, path: string, node: Node): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let inner = tree;
  for (const part of parts) {
    const next = inner.get(part) ?? new Map<string, Node>();
    if (!(next instanceof Map)) throw collision(path);
    inner.set(part, next);
    inner = next;
  }
  if (inner.has(last)) throw collision(path, inner.get(last) instanceof Map);
  inner.set(last, node);
}

function collision(path: string, parent = false): StoreError {
  return new StoreError(parent ? 31250 : 31249, `Path collision at ${path}`);
}

/** Applies a tree to a document: what the tree names first in the document's own order, then what is computed anew. */
function shape(doc: Doc, tree: Tree, keeps: boolean, scope: Scope, root: Doc): Doc {
  const result: Doc = {};
  for (const name of Object.keys(doc)) {
    const node = tree.get(name);
    if (keeps && isAppended(node)) continue;
    const value = node === undefined ? (keeps ? undefined : doc[name]) : applied(doc[name], node, keeps, scope, root);
    if (value !== undefined) setField(result, name, value);
  }
  for (const [name, node] of tree) {
    const appended = keeps && isAppended(node);
    if (typeof node === 'string' || (!appended && ('pick' in node || Object.hasOwn(doc, name)))) continue;
    const value = appended
      ? applied(fieldOf(doc, name), node, keeps, scope, root)
      : node instanceof Map
        ? missing(node, scope, root)
        : 'compute' in node
          ? node.compute(scope.environment(root))
          : undefined;
    if (value !== undefined) setField(result, name, value);
  }
  return result;
}

function isAppended(node: Node | undefined): boolean {
  return typeof node === 'object' && 'append' in node;
}

function applied(value: Value, node: Node, keeps: boolean, scope: Scope, root: Doc): Value {
  if (node === 'keep') return value;
  if (node === 'drop') return undefined;
  if (!(node instanceof Map)) return 'pick' in node ? node.pick(value, root) : node.compute(scope.environment(root));
  if (isDoc(value)) return shape(value, node, keeps, scope, root);
  if (Array.isArray(value))
    return value.map((item) => applied(item, node, keeps, scope, root)).filter((item) => item !== undefined);
  return computes(node) ? shape({}, node, keeps, scope, root) : keeps ? undefined : value;
}

function missing(tree: Tree, scope: Scope, root: Doc): Value {
  return computes(tree) ? shape({}, tree, true, scope, root) : undefined;
}

function computes(tree: Tree): boolean {
  return [...tree.values()].some((node) =>
    node instanceof Map ? computes(node) : typeof node === 'object' && 'compute' in node,
  );
}

/** The document that a `$replaceRoot` computes. */
export function newRoot(value: Value, code: number): Doc {
  if (isDoc(value)) return value;
  refuse(
    code,
    `'newRoot' expression must evaluate to an object, but resulting value was: ${isNil(value) ? 'MISSING' : String(value)}`,
  );
}
