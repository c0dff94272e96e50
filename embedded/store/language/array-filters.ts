import { refuse } from '../errors.js';
import { compileFilter } from './match.js';
import type { Scope } from './scope.js';
import { type Doc, isDoc, type Value } from './values.js';

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
