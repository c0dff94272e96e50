import { refuse } from '../errors.js';
import { type Change, type Modifier, modifiers } from './modifiers.js';
import { isIndex } from './paths.js';
import { compileElementFilters, type ElementFilters } from './positional.js';
import type { Scope } from './scope.js';
import { compilePipeline, isStage, runStages, updateStages } from './stages.js';
import { findOperator } from './unsupported.js';
import { copy, type Doc, getField, hasDollar, isDoc, setField, typeName, type Value } from './values.js';

/** Context of an update. */
export interface Target {
  /** Returns the index for a positional `$`. */
  matched: (arrayPath: string) => number | undefined;
  /** True if the document is being inserted by an upsert. */
  inserting: boolean;
  /** Set to true by a change that counts as a modification even if the document is equal. */
  touched?: boolean;
}

/** Returns the updated copy of a document. */
export type Update = (doc: Doc, target: Target) => Doc;

/**
 * Compiles an update: operators, a replacement or a pipeline.
 * @throws StoreError with MongoDB's code if it is malformed
 */
export function compileUpdate(spec: Value, arrayFilters: readonly Value[], scope: Scope): Update {
  if (Array.isArray(spec)) return compilePipelineUpdate(spec, scope);
  if (!isDoc(spec)) return refuse(9, 'Update argument must be either an object or an array');
  return isReplacement(spec)
    ? compileReplacement(spec)
    : compileOperators(spec, compileElementFilters(arrayFilters, scope), scope);
}

/** True if an update replaces the whole document. */
export function isReplacement(spec: Value): boolean {
  return isDoc(spec) && !Object.keys(spec)[0]?.startsWith('$');
}

/** Checks the stages of a pipeline. @throws StoreError 40324 for a stage that MongoDB does not have */
export function checkStages(pipeline: readonly Value[]): void {
  for (const name of listStageNames(pipeline))
    if (!isStage(name)) refuse(40324, `Unrecognized pipeline stage name: '${name}'`);
}

function listStageNames(pipeline: readonly Value[]): string[] {
  return pipeline.flatMap((stage) => (isDoc(stage) ? Object.keys(stage).slice(0, 1) : []));
}

function compilePipelineUpdate(spec: readonly Value[], scope: Scope): Update {
  const wrong = listStageNames(spec).find((name) => isStage(name) && !updateStages.has(name));
  if (wrong !== undefined) refuse(72, `${wrong} is not allowed to be used within an update`);
  const stages = compilePipeline(spec, scope);
  return (doc) => runStages(stages, [doc])[0] ?? doc;
}

function compileReplacement(spec: Doc): Update {
  const wrong = Object.keys(spec).find((name) => name.startsWith('$'));
  if (wrong !== undefined) refuse(52, `The dollar ($) prefixed field '${wrong}' is not allowed in a replacement`);
  return (doc, { inserting }) => {
    if (!inserting && hasDollar(spec._id)) refuse(52, "_id fields may not contain '$'-prefixed fields");
    const _id = '_id' in spec ? spec._id : doc._id;
    return _id === undefined ? spec : { _id, ...spec };
  };
}

/** A change of an update at a path. */
export interface Step extends Omit<Modifier, 'change' | 'counts'> {
  parts: readonly string[];
  change: Change;
  /** True if it counts as a modification even if the document is unchanged. */
  counts?: ((held: Value) => boolean) | undefined;
}

function compileOperators(spec: Doc, filters: ElementFilters, scope: Scope): Update {
  const steps: Step[] = [];
  const used = new Set<string>();
  for (const [name, fields] of Object.entries(spec)) {
    const modifier = findOperator(modifiers, 'update operator', name);
    if (!isDoc(fields)) return refuse(9, `Modifiers operate on fields but ${name} has a ${typeName(fields)}`);
    for (const [path, operand] of Object.entries(fields)) {
      const parts = splitPath(path, filters, used);
      const change = modifier.change(operand, path, scope);
      steps.push({ ...modifier, parts, change, counts: modifier.counts?.(operand) });
    }
  }
  const unused = [...filters.keys()].find((name) => !used.has(name));
  if (unused !== undefined) refuse(9, `The array filter for identifier '${unused}' was not used in the update`);
  checkConflicts(steps);
  sortSteps(steps);
  const positional = steps.some(({ parts }) => parts.some(isPositional));
  return (doc, target) => {
    const updated = copy(doc);
    let applicable = steps.filter((step) => target.inserting || !step.onlyInserting);
    if (positional) applicable = locateSteps(applicable, doc, filters, target);
    for (const step of applicable) if (applyStep(updated, step)) target.touched = true;
    return updated;
  };
}

/** True if a part of a path is positional: `$`, `$[]` or `$[name]`. */
function isPositional(part: string): boolean {
  return part === '$' || /^\$\[.*\]$/.test(part);
}

function splitPath(path: string, filters: ElementFilters, used: Set<string>): string[] {
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

/** Checks paths for conflicts. @throws StoreError 40 if two overlap, or one has an index and another `$[]` at the same position */
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

/** Sorts steps by path, as new fields are created in the order of their names. */
function sortSteps(steps: Step[]): Step[] {
  return steps.sort((a, b) => comparePaths(a.parts, b.parts));
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const [x, y] = [a[i] ?? '', b[i] ?? ''];
    if (x !== y) return isIndex(x) && isIndex(y) ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** Replaces the positional parts of paths (`$`, `$[]`, `$[name]`) by indexes. */
function locateSteps(steps: readonly Step[], doc: Doc, filters: ElementFilters, target: Target): Step[] {
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
    return names.flatMap((name) => places(readPart(holder, name), rest, [...path, name]));
  };
  const found = steps.flatMap((step) => places(doc, step.parts, []).map((parts) => ({ ...step, parts })));
  checkConflicts(found);
  return sortSteps(found);
}

/**
 * Changes the value at the path of a step, and creates missing documents on the path.
 * @returns true if that counts as a modification even if nothing has changed
 */
export function applyStep(holder: Value, step: Step, at = 0): boolean {
  const part = step.parts[at] ?? '';
  if (Array.isArray(holder) && !isIndex(part)) {
    if (step.onlyExisting) return false;
    refuse(28, `Cannot create field '${part}' in the array '${step.parts[at - 1]}'`);
  }
  const held = readPart(holder, part);
  if (at === step.parts.length - 1) {
    if (held === undefined && step.onlyExisting) return false;
    const value = step.change(held);
    writePart(holder, part, value);
    return step.counts?.(held) === true || (value === undefined && Array.isArray(holder));
  }
  if (Array.isArray(held) || isDoc(held)) return applyStep(held, step, at + 1);
  if (step.onlyExisting) return false;
  if (held !== undefined)
    refuse(28, `Cannot create field '${step.parts[at + 1]}' in '${part}' of type ${typeName(held)}`);
  const created: Doc = {};
  applyStep(created, step, at + 1);
  writePart(holder, part, created);
  return true;
}

function readPart(holder: Value, part: string): Value {
  if (Array.isArray(holder)) return holder[Number(part)];
  return isDoc(holder) ? getField(holder, part) : undefined;
}

function writePart(holder: Value, part: string, value: Value): void {
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
