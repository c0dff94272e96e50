import { BSONRegExp } from 'bson';
import { createKey, findRank, isIdentical } from '../language/order.js';
import { isOperators } from '../language/predicates.js';
import { type Doc, isDoc, isNumber, toNumber, type Value } from '../language/values.js';
import { AFTER_ALL, type Index, type Record } from './indexes.js';

/** Condition of a filter on one field that an index can serve. */
interface Bounds {
  /** Values of which the field must equal one. */
  equals?: readonly Value[];
  from?: string;
  to?: string;
}

/** Use of an index by a query. */
export interface Plan {
  index: Index;
  /** Selectivity; 1 if it serves the order only. */
  score: number;
  /** Candidates that the filter has not tested yet. */
  records: Iterable<Record>;
  /** True if the candidates are in the requested order. */
  sorted: boolean;
}

/** Remaining filter, whether the order is served, and the index. */
export interface Candidates {
  records: Iterable<Record>;
  sorted: boolean;
  index: string | undefined;
}

/** Plan of a read, for `explain`. */
export interface LatestRead {
  /** Name of the used index; undefined for a collection scan. */
  index: string | undefined;
  keys: number;
  documents: number;
}

/**
 * Chooses the most selective index for a query, or one with its order.
 * @returns undefined if no index helps
 */
export function choosePlan(
  filter: Doc,
  sort: Doc | undefined,
  indexes: readonly Index[],
  hint?: Index,
): Plan | undefined {
  const bounds = collectBounds(filter);
  if (hint) return createPlan(hint, bounds, sort);
  const usable = indexes.filter((index) => isUsable(index, filter, bounds));
  return usable
    .map((index) => createPlan(index, bounds, sort))
    .reduce<Plan | undefined>((best, plan) => (plan.score > (best?.score ?? 0) ? plan : best), undefined);
}

/** Collects the bounds of each field in the conjunction of a filter. */
function collectBounds(filter: Doc, into = new Map<string, Bounds>()): Map<string, Bounds> {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(value)) for (const part of value) if (isDoc(part)) collectBounds(part, into);
    if (name.startsWith('$')) continue;
    const bounds = into.get(name) ?? {};
    into.set(name, bounds);
    if (!isOperators(value)) setEquals(bounds, [value]);
    else for (const [operator, operand] of Object.entries(value)) narrowBounds(bounds, operator, operand);
  }
  return into;
}

function narrowBounds(bounds: Bounds, operator: string, operand: Value): void {
  if (operator === '$eq') setEquals(bounds, [operand]);
  if (operator === '$in' && Array.isArray(operand)) setEquals(bounds, operand);
  if (!/^\$[gl]te?$/.test(operator) || !hasRange(operand)) return;
  const key = createKey(operand);
  const place = findRank(operand);
  // A bound is within the values of its type, as comparisons in filters are.
  const [low, high] = [String.fromCharCode(place), String.fromCharCode(place + 1)];
  // With the highest character at its end, a bound is after all entries of its value.
  const bound = operator === '$gt' || operator === '$lte' ? `${key}${AFTER_ALL}` : key;
  bounds.from ??= low;
  bounds.to ??= high;
  if (operator.startsWith('$l')) {
    if (bound < bounds.to) bounds.to = bound;
  } else if (bound > bounds.from) bounds.from = bound;
}

function hasRange(operand: Value): boolean {
  const place = findRank(operand);
  return place === 4 || place === 5 || (place >= 9 && place <= 12);
}

function setEquals(bounds: Bounds, values: readonly Value[]): void {
  const usable = values.every(
    (value) => !Array.isArray(value) && !(value instanceof BSONRegExp) && value !== undefined,
  );
  if (usable && (!bounds.equals || values.length < bounds.equals.length)) bounds.equals = values;
}

/** True if the index contains every document that the filter can match. */
function isUsable(index: Index, filter: Doc, bounds: ReadonlyMap<string, Bounds>): boolean {
  // A partial index is used only if its filter is part of the query.
  if (!Object.entries(index.partial ?? {}).every(([name, value]) => isIdentical(filter[name], value))) return false;
  if (!index.sparse) return true;
  return index.fields.some((field) => {
    const fieldBounds = bounds.get(field);
    return fieldBounds?.equals ? fieldBounds.equals.every((value) => value !== null) : fieldBounds?.from !== undefined;
  });
}

/** Plans the part of an index that a query needs. */
function createPlan(index: Index, bounds: ReadonlyMap<string, Bounds>, sort: Doc | undefined): Plan {
  let heads = [''];
  let depth = 0;
  let score = 0;
  let single = true;
  for (; depth < index.fields.length; depth++) {
    const equals = bounds.get(index.fields[depth] ?? '')?.equals;
    if (!equals || heads.length * equals.length > 1000) break;
    const keys = [...new Set(equals.map(createKey))].sort();
    if (keys.length !== 1) single = false;
    heads = heads.flatMap((head) => keys.map((key) => head + key));
    score += keys.length === 1 ? 10 : 8;
  }
  if (depth === index.fields.length && index.unique && depth > 0) score += 100;
  const order = single ? findSortDirection(index, sort, depth, bounds) : undefined;
  if (order !== undefined) score += 1;
  const range = bounds.get(index.fields[depth] ?? '');
  let [from, to] = [range?.from ?? '', range?.to ?? AFTER_ALL];
  if (range?.from !== undefined) score += 5;
  // Two elements of an array may meet two bounds, so only one bound is used of an index with arrays.
  if (index.multikey && range?.from !== undefined && range.to !== undefined) {
    if (from.length > 1) to = String.fromCharCode(from.charCodeAt(0) + 1);
    else from = String.fromCharCode(from.charCodeAt(0));
  }
  const backwards = order === -1;
  const records =
    heads.length === 1 && heads[0] !== undefined
      ? index.scan(heads[0] + from, heads[0] + to, backwards)
      : scanSeveral(index, heads, from, to);
  return { index, score, records, sorted: order !== undefined };
}

function* scanSeveral(index: Index, heads: readonly string[], from: string, to: string): Generator<Record> {
  const seen = new Set<Record>();
  for (const head of heads) {
    for (const record of index.scan(head + from, head + to)) {
      if (!seen.has(record)) yield record;
      seen.add(record);
    }
  }
}

/** Returns the direction in which an index with fixed first fields has the requested order. */
function findSortDirection(
  index: Index,
  sort: Doc | undefined,
  depth: number,
  bounds: ReadonlyMap<string, Bounds>,
): 1 | -1 | undefined {
  if (!sort || index.multikey) return undefined;
  const fixed = new Set(index.fields.slice(0, depth));
  const keys = Object.entries(sort).filter(([field]) => !fixed.has(field));
  if (keys.length === 0) return Object.keys(sort).length > 0 ? 1 : undefined;
  const direction = isNumber(keys[0]?.[1]) ? toNumber(keys[0][1]) : 0;
  const fits = keys.every(
    ([field, value], i) =>
      field === index.fields[depth + i] &&
      isNumber(value) &&
      toNumber(value) === direction &&
      !bounds.get(field)?.equals,
  );
  return fits && (direction === 1 || direction === -1) ? direction : undefined;
}
