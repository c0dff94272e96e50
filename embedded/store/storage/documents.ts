import { ObjectId } from 'bson';
import { refuse } from '../errors.js';
import { collation } from '../language/collation.js';
import { type Doc, encode, hasDollar, MAX_DOCUMENT, typeName, type Value } from '../language/values.js';

/** The document with its `_id` in front, made when there is none. */
export function idFirst(doc: Doc): Doc {
  if (Object.keys(doc)[0] === '_id') return doc;
  const { _id = new ObjectId(), ...others } = doc;
  return { _id, ...others };
}

/** A document in BSON. @throws StoreError when it cannot be stored, for its size or its `_id` */
export function storable(doc: Doc): Uint8Array {
  const type = typeName(doc._id);
  if (type === 'array' || type === 'regex' || type === 'missing')
    refuse(53, `The '_id' value cannot be of type ${type}`);
  const body = encode(doc);
  if (hasDollar(doc._id)) refuse(52, '_id fields may not contain $-prefixed fields');
  if (body.length > MAX_DOCUMENT)
    refuse(10334, `BSONObj size: ${body.length} is invalid. Size must be between 0 and ${MAX_DOCUMENT}`);
  return body;
}

/** The types of which at most one document has an `_id` that a filter names. */
const PLAIN_IDS: ReadonlySet<string> = new Set(['objectId', 'string', 'int', 'long', 'double', 'date', 'binData']);

/** Whether at most one document has that `_id`, which its key finds. */
export function isPlainId(id: Value): boolean {
  return PLAIN_IDS.has(typeName(id)) && !(typeof id === 'string' && collation());
}
