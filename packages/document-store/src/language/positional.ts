import { refuse } from '../errors.js';
import { compileFilter, conditions, onPath } from './match.js';
import { isIndex, someAt } from './paths.js';
import type { Scope } from './scope.js';
import { type Doc, isDoc, type Value } from './values.js';

/**
 * The place of the first element that makes a filter match an array: what the positional `$` stands for.
 * @returns undefined when the filter does not look into that array
 */
export function matchedIndex(filter: Doc, arrayPath: string, doc: Doc, scope: Scope): number | undefined {
  let place: number | undefined;
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(value)) {
      for (const part of value.filter(isDoc)) place = matchedIndex(part, arrayPath, doc, scope) ?? place;
    } else if (name === arrayPath || name.startsWith(`${arrayPath}.`)) {
      place = indexOfMatch(name, value, arrayPath, doc, scope) ?? place;
    }
  }
  return place;
}

function indexOfMatch(name: string, value: Value, arrayPath: string, doc: Doc, scope: Scope): number | undefined {
  const rest = name.slice(arrayPath.length + 1);
  if (isIndex(rest.split('.')[0] ?? '')) return undefined;
  const test = onPath(rest === '' ? 'item' : `item.${rest}`, conditions(value, scope));
  let place = -1;
  someAt(doc, arrayPath.split('.'), (found) => {
    if (Array.isArray(found)) place = found.findIndex((item) => test({ item: rest === '' ? [item] : item }));
    return place !== -1;
  });
  return place === -1 ? undefined : place;
}

/** The tests of an update's `arrayFilters`, by the name under which a path uses them (`$[name]`). */
export type ElementFilters = ReadonlyMap<string, (item: Value) => boolean>;

export function elementFilters(filters: readonly Value[], scope: Scope): ElementFilters {
  const tests = new Map<string, (item: Value) => boolean>();
  for (const filter of filters) {
    if (!isDoc(filter)) return refuse(14, 'arrayFilters must hold objects');
    const [name, ...others] = new Set(identifiers(filter));
    if (name === undefined || others.length > 0)
      return refuse(9, 'Error parsing array filter: it must name one element');
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) refuse(2, `Error parsing array filter: '${name}' is not a valid identifier`);
    if (tests.has(name)) refuse(9, `Found multiple array filters with the same top-level field name ${name}`);
    const test = compileFilter(filter, scope);
    tests.set(name, (item) => test({ [name]: item }));
  }
  return tests;
}

function identifiers(filter: Doc): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] ?? ''];
    return Array.isArray(value) ? value.filter(isDoc).flatMap(identifiers) : [];
  });
}
