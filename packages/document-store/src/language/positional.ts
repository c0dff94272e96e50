import { refuse } from '../errors.js';
import { compileConditions, compileFilter, compilePathTest } from './match.js';
import { isIndex, someValueAt } from './paths.js';
import type { Scope } from './scope.js';
import { type Doc, isDoc, type Value } from './values.js';

/**
 * Finds the index of the first element that makes a filter match an array, for the positional `$`.
 * @returns undefined if the filter has no condition on the array
 */
export function findMatchedIndex(filter: Doc, arrayPath: string, doc: Doc, scope: Scope): number | undefined {
  let place: number | undefined;
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$and' && Array.isArray(value)) {
      for (const part of value.filter(isDoc)) place = findMatchedIndex(part, arrayPath, doc, scope) ?? place;
    } else if (name === arrayPath || name.startsWith(`${arrayPath}.`)) {
      place = findMatchIn(name, value, arrayPath, doc, scope) ?? place;
    }
  }
  return place;
}

function findMatchIn(name: string, value: Value, arrayPath: string, doc: Doc, scope: Scope): number | undefined {
  const rest = name.slice(arrayPath.length + 1);
  if (isIndex(rest.split('.')[0] ?? '')) return undefined;
  const test = compilePathTest(rest === '' ? 'item' : `item.${rest}`, compileConditions(value, scope));
  let place = -1;
  someValueAt(doc, arrayPath.split('.'), (found) => {
    if (Array.isArray(found)) place = found.findIndex((item) => test({ item: rest === '' ? [item] : item }));
    return place !== -1;
  });
  return place === -1 ? undefined : place;
}

/** Tests of the `arrayFilters` of an update, by their identifier in paths (`$[name]`). */
export type ElementFilters = ReadonlyMap<string, (item: Value) => boolean>;

export function compileElementFilters(filters: readonly Value[], scope: Scope): ElementFilters {
  const tests = new Map<string, (item: Value) => boolean>();
  for (const filter of filters) {
    if (!isDoc(filter)) return refuse(14, 'arrayFilters must hold objects');
    const [name, ...others] = new Set(listIdentifiers(filter));
    if (name === undefined || others.length > 0)
      return refuse(9, 'Error parsing array filter: it must name one element');
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) refuse(2, `Error parsing array filter: '${name}' is not a valid identifier`);
    if (tests.has(name)) refuse(9, `Found multiple array filters with the same top-level field name ${name}`);
    const test = compileFilter(filter, scope);
    tests.set(name, (item) => test({ [name]: item }));
  }
  return tests;
}

function listIdentifiers(filter: Doc): string[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] ?? ''];
    return Array.isArray(value) ? value.filter(isDoc).flatMap(listIdentifiers) : [];
  });
}
