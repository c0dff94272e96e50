import { refuse } from '../errors.js';
import { type Doc, isDoc, isNumber, toNumber, typeName, type Value } from '../language/values.js';

/** Index of every collection. */
export const ID_INDEX: Doc = { v: 2, key: { _id: 1 }, name: '_id_' };

const OPTIONS = [
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'expireAfterSeconds',
  'partialFilterExpression',
  'background',
  'ns',
];
const NOT_HERE = ['collation', 'hidden', 'weights', 'wildcardProjection', 'default_language', '2dsphereIndexVersion'];
const LONGEST_EXPIRY = 2_147_483_647;

/**
 * Completes and checks an index specification.
 * @throws StoreError with MongoDB's code
 */
export function checkIndexSpec(spec: Value): Doc {
  if (!isDoc(spec)) return refuse(14, 'an index specification must be an object');
  const { v: _v, background: _background, ns: _ns, ...options } = spec;
  const { key, name, expireAfterSeconds: seconds, partialFilterExpression: partial, sparse } = options;
  if (!isDoc(key)) return refuse(9, "The 'key' field is a required property of an index specification");
  if (typeof name !== 'string') refuse(9, "The 'name' field is a required property of an index specification");
  if (name === '') refuse(67, 'Index name cannot be empty');
  if (name === '*') refuse(2, "The index name '*' is not valid.");
  for (const option of ['unique', 'sparse'])
    if (options[option] !== undefined && typeof options[option] !== 'boolean' && !isNumber(options[option]))
      refuse(14, `The field '${option}' has value ${String(options[option])}, which is not convertible to bool`);
  const fields = Object.entries(key);
  if (fields.length === 0) refuse(67, 'Index keys cannot be empty.');
  for (const [field, direction] of fields) checkField(field, direction);
  for (const option of Object.keys(spec)) {
    if (NOT_HERE.includes(option)) refuse(238, `the index option '${option}' is not supported by the embedded store`);
    if (!OPTIONS.includes(option)) refuse(197, `The field '${option}' is not valid for an index specification.`);
  }
  if (seconds !== undefined) {
    if (!isNumber(seconds)) return refuse(14, "'expireAfterSeconds' must be a number");
    const isPossible = toNumber(seconds) >= 0 && toNumber(seconds) <= LONGEST_EXPIRY;
    if (!isPossible) refuse(67, "TTL index 'expireAfterSeconds' option must be within an acceptable range");
    if (fields.length > 1) refuse(67, 'TTL indexes are single-field indexes, compound indexes do not support TTL.');
  }
  if (partial !== undefined && !isDoc(partial)) refuse(14, "'partialFilterExpression' must be an object");
  if (sparse === true && partial !== undefined) refuse(67, 'cannot mix "partialFilterExpression" and "sparse" options');
  return { v: 2, ...options };
}

function checkField(field: string, direction: Value): void {
  if (typeof direction === 'string') {
    const isKnown = /^(text|hashed|2d|2dsphere|wildcard)$/.test(direction);
    refuse(isKnown ? 238 : 67, `the index type '${direction}' is not supported by the embedded store`);
  }
  if (!isNumber(direction) || toNumber(direction) === 0)
    refuse(67, `Values in v:2 index key pattern cannot be of type ${typeName(direction)}.`);
  if (field.includes('$') || field.split('.').includes(''))
    refuse(67, `Index key contains an illegal field name: ${field}`);
}

/** Checks a hint. @throws StoreError 9 unless it is the name or the key of an index */
export function checkHint(hint: Value): void {
  if (hint !== undefined && typeof hint !== 'string' && !isDoc(hint)) refuse(9, 'Hint must be a string or an object');
}
