import { createUnsupportedError, refuse, StoreError } from '../errors.js';
import { compileExpression } from './expressions.js';
import type { Expression, Scope } from './scope.js';
import { type Doc, isDoc, isNumber, setField, toNumber, type Value } from './values.js';

/** Projection of one field: include, exclude, compute, or nested. */
type Leaf = 'keep' | 'drop' | Expression;
type Tree = Map<string, Leaf | Tree>;

export type Transform = (doc: Doc) => Doc;

/** Compiles a projection of `find` or `$project`. @throws StoreError with MongoDB's code if it is malformed */
export function compileProjection(spec: Doc, scope: Scope): Transform {
  const tree: Tree = new Map();
  const modes = new Set<'keep' | 'drop'>();
  for (const [path, value] of listFields(spec)) {
    const leaf = compileLeaf(path, value, scope);
    if (path !== '_id') modes.add(leaf === 'drop' ? 'drop' : 'keep');
    addLeaf(tree, path, leaf);
  }
  if (modes.size === 2) refuse(findModeError(spec), 'Cannot do inclusion and exclusion in the same projection');
  const keeps = modes.has('keep') || (modes.size === 0 && tree.get('_id') === 'keep');
  if (keeps && !tree.has('_id')) tree.set('_id', 'keep');
  return (doc) => applyTree(doc, tree, keeps, scope, doc);
}

/** Compiles `$addFields`. */
export function compileAddFields(spec: Doc, scope: Scope): Transform {
  const tree: Tree = new Map();
  for (const [path, value] of listFields(spec)) addLeaf(tree, path, compileExpression(value, scope));
  return (doc) => applyTree(doc, tree, false, scope, doc);
}

/** Compiles the stage `$unset`. */
export function compileUnset(paths: readonly Value[], scope: Scope): Transform {
  return compileProjection(Object.fromEntries(paths.map((path) => [String(path), 0])), scope);
}

/** Lists the paths of a specification with their values, and those in nested documents that are not expressions. */
function* listFields(spec: Doc, prefix = ''): Generator<[string, Value]> {
  for (const [name, value] of Object.entries(spec)) {
    const path = prefix + name;
    if (path.endsWith('.$')) throw createUnsupportedError('the projection by position, $,');
    if (path.split('.').includes(''))
      refuse(path === '' ? 40352 : 40353, 'FieldPath field names may not be empty strings.');
    if (name.startsWith('$')) refuse(16410, `FieldPath field names may not start with '$': ${name}`);
    const first = isDoc(value) ? Object.keys(value)[0] : '$';
    if (isDoc(value) && first !== undefined && !first.startsWith('$')) yield* listFields(value, `${path}.`);
    else yield [path, value];
  }
}

function findModeError(spec: Doc): number {
  const [first] = [...listFields(spec)].filter(([path]) => path !== '_id').map(([, value]) => value);
  return (isNumber(first) && toNumber(first) === 0) || first === false ? 31253 : 31254;
}

function compileLeaf(path: string, value: Value, scope: Scope): Leaf {
  if (typeof value === 'boolean') return value ? 'keep' : 'drop';
  if (isNumber(value)) return toNumber(value) === 0 ? 'drop' : 'keep';
  const [operator = '', operand] = isDoc(value) ? (Object.entries(value)[0] ?? []) : [];
  const isOfFind = operator === '$elemMatch' || (operator === '$slice' && [operand].flat().every(isNumber));
  if (isOfFind || operator === '$meta') throw createUnsupportedError(`the projection of '${path}' by ${operator}`);
  return compileExpression(value, scope);
}

function addLeaf(tree: Tree, path: string, leaf: Leaf): void {
  const parts = path.split('.');
  const last = parts.pop() ?? '';
  let inner = tree;
  for (const part of parts) {
    const next = inner.get(part) ?? new Map();
    if (!(next instanceof Map)) throw new StoreError(31249, `Path collision at ${path}`);
    inner.set(part, next);
    inner = next;
  }
  if (inner.has(last))
    throw new StoreError(inner.get(last) instanceof Map ? 31250 : 31249, `Path collision at ${path}`);
  inner.set(last, leaf);
}

/**
 * Applies a projection to a document. Existing fields keep their order, new fields follow.
 * @param keeps true if only the fields of the tree are kept; computed ones then come last
 */
function applyTree(doc: Doc, tree: Tree, keeps: boolean, scope: Scope, root: Doc): Doc {
  const result: Doc = {};
  for (const name of Object.keys(doc)) {
    const node = tree.get(name);
    if (keeps && (node === undefined || typeof node === 'function')) continue;
    const value = node === undefined ? doc[name] : applyNode(doc[name], node, keeps, scope, root);
    if (value !== undefined) setField(result, name, value);
  }
  for (const [name, node] of tree) {
    if (Object.hasOwn(doc, name) && !(keeps && typeof node === 'function')) continue;
    const value = applyNode(undefined, node, keeps, scope, root);
    if (value !== undefined) setField(result, name, value);
  }
  return result;
}

function applyNode(value: Value, node: Leaf | Tree, keeps: boolean, scope: Scope, root: Doc): Value {
  if (node === 'keep') return value;
  if (node === 'drop') return undefined;
  if (typeof node === 'function') return node(scope.environment(root));
  if (isDoc(value)) return applyTree(value, node, keeps, scope, root);
  if (Array.isArray(value))
    return value.map((item) => applyNode(item, node, keeps, scope, root)).filter((item) => item !== undefined);
  return hasComputed(node) ? applyTree({}, node, keeps, scope, root) : keeps ? undefined : value;
}

function hasComputed(tree: Tree): boolean {
  return [...tree.values()].some((node) => (node instanceof Map ? hasComputed(node) : typeof node === 'function'));
}
