import { refuse } from '../errors.js';
import { type Change, type Modifier, modifiers } from './modifiers.js';
import { isIndex } from './paths.js';
import { type ElementFilters, elementFilters } from './positional.js';
import type { Scope } from './scope.js';
import { compilePipeline, flow, isStage, updateStages } from './stages.js';
import { operatorIn } from './unsupported.js';
import { copy, type Doc, getField, hasDollar, isDoc, setField, typeName, type Value } from './values.js';

/** Context of an update. */
export interface Target {
  /** The place that a positional `$` stands for. */
  matched: (arrayPath: string) => number | undefined;
  /** True if the document is being inserted by an upsert. */
  inserting: boolean;
  /** Set when a change counts as one even if it leaves the document as it was. */
  touched?: boolean;
}

/** Makes the updated document of a document, which it leaves as it is. */
export type Update = (doc: Doc, target: Target) => Doc;

/**
 * Compiles an update: operators, a replacement or a pipeline.
 * @throws StoreError with MongoDB's code when it is malformed
 */
export function compileUpdate(spec: Value, arrayFilters: readonly Value[], scope: Scope): Update {
  if (Array.isArray(spec)) return pipeline(spec, scope);
  if (!isDoc(spec)) return refuse(9, 'Update argument must be either an object or an array');
  return isReplacement(spec) ? replacement(spec) : operators(spec, elementFilters(arrayFilters, scope), scope);
}

/** True if an update replaces the whole document. */
export function isReplacement(spec: Value): boolean {
  return isDoc(spec) && !Object.keys(spec)[0]?.startsWith('$');
}

/** @throws StoreError 40324 for a pipeline with a stage that MongoDB does not have */
export function checkStages(pipeline: readonly Value[]): void {
  for (const name of stageNames(pipeline))
    if (!isStage(name)) refuse(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function stageNames(pipeline: readonly Value[]): string[] {
  return pipeline.flatMap((stage) => (isDoc(stage) ? Object.keys(stage).slice(0, 1) : []));
}

function pipeline(spec: readonly Value[], scope: Scope): Update {
  const wrong = stageNames(spec).find((name) => isStage(name) && !updateStages.has(name));
  if (wrong !== undefined) refuse(72, `${wrong} is not allowed to be used within an update`);
  const stages = compilePipeline(spec, scope);
  return (doc) => flow(stages, [doc])[0] ?? doc;
}

function replacement(spec: Doc): Update {
  const wrong = Object.keys(spec).find((name) => name.startsWith('$'));
  if (wrong !== undefined) refuse(52, `The dollar ($) prefixed field '${wrong}' is not allowed in a replacement`);
  return (doc, { inserting }) => {
    if (!inserting && hasDollar(spec._id)) refuse(52, "_id fields may not contain '$'-prefixed fields");
    const _id = '_id' in spec ? spec._id : doc._id;
    return _id === undefined ? spec : { _id, ...spec };
  };
}

/** One change of an update at one place. */
export interface Step extends Omit<Modifier, 'change' | 'counts'> {
  parts: readonly string[];
  change: Change;
  /** True if it counts as a modification even if the document is unchanged. */
  counts?: ((held: Value) => boolean) | undefined;
}

function operators(spec: Doc, filters: ElementFilters, scope: Scope): Update {
  const steps: Step[] = [];
  const used = new Set<string>();
  for (const [name, fields] of Object.entries(spec)) {
    const modifier = operatorIn(modifiers, 'update operator', name);
    if (!isDoc(fields)) return refuse(9, `Modifiers operate on fields but ${name} has a ${typeName(fields)}`);
    for (const [path, operand] of Object.entries(fields)) {
      const parts = pathParts(path, filters, used);
      const change = modifier.change(operand, path, scope);
      steps.push({ ...modifier, parts, change, counts: modifier.counts?.(operand) });
    }
  }
  const unused = [...filters.keys()].find((name) => !used.has(name));
  if (unused !== undefined) refuse(9, `The array filter for identifier '${unused}' was not used in the update`);
  checkConflicts(steps);
  inOrder(steps);
  const positional = steps.some(({ parts }) => parts.some(isPositional));
  return (doc, target) => {
    const updated = copy(doc);
    let wanted = steps.filter((step) => target.inserting || !step.onlyInserting);
    if (positional) wanted = located(wanted, doc, filters, target);
    for (const step of wanted) if (apply(updated, step)) target.touched = true;
    return updated;
  };
}

/** True if a part of a path stands for elements of an array: `$`, `$[]` or `$[name]`. */
function isPositional(part: string): boolean {
  return part === '$' || /^\$\[.*\]$/.test(part);
}

function pathParts(path: string, filters: ElementFilters, used: Set<string>): string[] {
  const parts = path.split('.');
  if (parts.includes('')) refuse(56, `The update path '${path}' contains an empty field name`);
  const [first = ''] = parts;
  if (first.startsWith('$')) refuse(isPositional(first) ? 2 : 52, `'${path}' cannot be updated: it begins with a $`);
  for (const part of parts) {
    const identifier = /^\$\[(.+)\]$/.exec(part)?.[1];
    if (identifier === undefined) continue;
    if (!filters.has(identifier)) refuse(2, `No array filter found for identifier '${identifier}' in path '${path}'`);
    used.add(identifier);
  }
  return parts;
}

/** @throws StoreError 40 when two paths overlap, or when one names elements by number and another by `$[]` */
function checkConflicts(steps: readonly Step[]): void {
  for (const [i, { parts: path }] of steps.entries()) {
    for (const { parts: other } of steps.slice(i + 1)) {
      let same = 0;
      while (same < path.length && path[same] === other[same]) same += 1;
      const mixed = path[same]?.startsWith('$[') !== other[same]?.startsWith('$[');
      if (same === path.length || same === other.length || mixed)
        refuse(40, `Updating '${other.join('.')}' would create a conflict at '${path.slice(0, same).join('.')}'`);
    }
  }
}

/** New fields are made in the order of their names, whatever the order of the operators. */
function inOrder(steps: Step[]): Step[] {
  return steps.sort((a, b) => comparePaths(a.parts, b.parts));
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i] ?? '', b[i] ?? ''];
    if (x !== y) return isIndex(x) && isIndex(y) ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** The steps with the positional parts of their paths (`$`, `$[]`, `$[name]`) replaced by the places these stand for. */
function located(steps: readonly Step[], doc: Doc, filters: ElementFilters, target: Target): Step[] {
  const elements = (holder: Value, part: string, path: readonly string[]): string[] => {
    const index = part === '$' ? target.matched(path.join('.')) : undefined;
    if (index !== undefined) return [String(index)];
    if (part === '$') refuse(2, 'The positional operator did not find the match needed from the query.');
    if (!Array.isArray(holder)) return refuse(2, `Cannot apply array updates to non-array element ${path.join('.')}`);
    const test = part === '$[]' ? () => true : filters.get(part.slice(2, -1));
    return holder.flatMap((item, i) => (test?.(item) ? [String(i)] : []));
  };
  const places = (holder: Value, [part, ...rest]: readonly string[], path: readonly string[]): string[][] => {
    if (part === undefined) return [[...path]];
    const names = isPositional(part) ? elements(holder, part, path) : [part];
    return names.flatMap((name) => places(read(holder, name), rest, [...path, name]));
  };
  const found = steps.flatMap((step) => places(doc, step.parts, []).map((parts) => ({ ...step, parts })));
  checkConflicts(found);
  return inOrder(found);
}

/**
 * Walks down to a step's place, making what is missing on the way, and changes it.
 * @returns whether that counts as a modification even if nothing changed
 */
export function apply(holder: Value, step: Step, at = 0): boolean {
  const part = step.parts[at] ?? '';
  if (Array.isArray(holder) && !isIndex(part)) {
    if (step.onlyExisting) return false;
    refuse(28, `Cannot create field '${part}' in the array '${step.parts[at - 1]}'`);
  }
  const held = read(holder, part);
  if (at === step.parts.length - 1) {
    if (held === undefined && step.onlyExisting) return false;
    const value = step.change(held);
    write(holder, part, value);
    return step.counts?.(held) === true || (value === undefined && Array.isArray(holder));
  }
  if (Array.isArray(held) || isDoc(held)) return apply(held, step, at + 1);
  if (step.onlyExisting) return false;
  if (held !== undefined)
    refuse(28, `Cannot create field '${step.parts[at + 1]}' in '${part}' of type ${typeName(held)}`);
  const made: Doc = {};
  apply(made, step, at + 1);
  write(holder, part, made);
  return true;
}

function read(holder: Value, part: string): Value {
  if (Array.isArray(holder)) return holder[Number(part)];
  return isDoc(holder) ? getField(holder, part) : undefined;
}

function write(holder: Value, part: string, value: Value): void {
  if (Array.isArray(holder)) {
    const index = Number(part);
    if (index > holder.length + 1_500_000) refuse(2, "can't backfill more than 1500000 elements");
    while (holder.length < index) holder.push(null);
    holder[index] = value ?? null;
  } else if (isDoc(holder)) {
    if (value === undefined) delete holder[part];
    else setField(holder, part, value);
  }
}
