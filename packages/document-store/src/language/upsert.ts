import { refuse } from '../errors.js';
import { isIdentical } from './order.js';
import { isOperators } from './predicates.js';
import { applyStep, type Update } from './update.js';
import { copy, type Doc, isDoc, typeName, type Value } from './values.js';

/** Checks the filter of an upsert. @throws StoreError 224 if no document can be created from it */
export function checkUpsertFilter(filter: Doc): void {
  for (const [name, value] of Object.entries(filter)) {
    if (name === '$expr') refuse(224, '$expr is not allowed in the query predicate for an upsert');
    if (name.startsWith('$') && Array.isArray(value)) value.filter(isDoc).forEach(checkUpsertFilter);
  }
}

/**
 * Creates the document of an upsert without matches.
 * @throws StoreError 54 for two values of a field in the filter, 66 for another `_id` in the update
 */
export function createUpserted(filter: Doc, update: Update, replaces: boolean): Doc {
  const seed = createSeed(filter);
  const start = replaces ? ('_id' in seed ? { _id: seed._id } : {}) : seed;
  const doc = update(start, { matched: () => undefined, inserting: true });
  if ('_id' in seed && '_id' in doc && !isIdentical(seed._id, doc._id))
    refuse(66, "Performing an update on the path '_id' would modify the immutable field '_id'");
  return doc;
}

/** Collects the fields that a filter compares for equality. */
function createSeed(filter: Doc): Doc {
  const found = collectEqualities(filter).sort(([a], [b]) => (a < b ? -1 : 1));
  const doc: Doc = {};
  for (const [i, [path, value]] of found.entries()) {
    const clash = found.slice(0, i).find(([other]) => path === other || path.startsWith(`${other}.`));
    if (clash) refuse(54, `cannot infer query fields to set, both paths '${clash[0]}' and '${path}' are matched`);
    applyStep(doc, { parts: path.split('.'), change: () => copy(value) });
  }
  return doc;
}

function collectEqualities(filter: Doc): [string, Value][] {
  return Object.entries(filter).flatMap(([name, value]): [string, Value][] => {
    const branches = Array.isArray(value) && (name === '$and' || (name === '$or' && value.length === 1)) ? value : [];
    if (name.startsWith('$')) return branches.filter(isDoc).flatMap(collectEqualities);
    const equal = isOperators(value) ? listEqualValues(value) : [value];
    return equal.filter((held) => typeName(held) !== 'regex').map((held) => [name, held]);
  });
}

function listEqualValues({ $eq, $in, $all }: Doc): Value[] {
  return [
    ...($eq === undefined ? [] : [$eq]),
    ...(Array.isArray($in) && $in.length === 1 ? $in : []),
    ...(Array.isArray($all) ? $all.filter((item) => !isOperators(item)) : []),
  ];
}
