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
 * A BSON value as the store keeps it. Numbers keep their BSON type: an int32 is a JS integer, an int64 a bigint, a
 * decimal128 a Decimal128, and a double a JS number unless it would look like an int32, when it stays a Double.
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

/** A document. Documents that are stored are never changed in place: an update puts a new one in their stead. */
export interface Doc {
  [field: string]: Value;
}
