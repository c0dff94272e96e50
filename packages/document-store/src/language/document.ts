import type {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';

/**
 * A BSON value in the store. Numbers keep their BSON type: an int32 is a JS integer, an int64 a bigint, a
 * decimal128 a Decimal128, and a double a JS number, or a Double if it would look like an int32.
 * `undefined` is a missing value.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Double
  | Decimal128
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | BSONSymbol
  | Code
  | MinKey
  | MaxKey
  | Value[]
  | Doc;

/** A document. Stored documents are never changed in place: an update replaces them. */
export interface Doc {
  [field: string]: Value;
}
