import { refuse } from '../errors.js';
import { bindVariables } from '../language/expressions.js';
import { compileFilter } from '../language/match.js';
import { Scope } from '../language/scope.js';
import { type Doc, isDoc, isNumber, toNumber, typeName, type Value } from '../language/values.js';
import type { Collection, FindOptions } from '../storage/collection.js';
import type { Record } from '../storage/indexes.js';
import type { Store } from '../storage/store.js';
import type { Cursors } from './cursors.js';
import type { Fields } from './fields.js';

/** Context of a command. */
export interface Context {
  readonly store: Store;
  readonly cursors: Cursors;
  readonly database: string;
  readonly connection: number;
  readonly openConnections: () => number;
}

export interface Command {
  /** Supported fields, or `any`; others are an error. */
  fields: Fields | 'any';
  /** Category in the counters, or true if it counts its statements itself; `command` by default. */
  counts?: 'query' | 'getmore' | 'statements';
  /** True if its reply waits until the journal is on disk. */
  writes?: boolean;
  run: (command: Doc, context: Context) => Doc;
}

/** Maximum bytes of the full name of a collection: MongoDB's manual, "MongoDB Limits and Thresholds". */
const LONGEST_NAMESPACE = 255;

/** Returns the namespace in the first field of a command. @throws StoreError 73 for an invalid name */
export function toNamespace(command: Doc, context: Context): string {
  const [first = ''] = Object.keys(command);
  return createNamespace(context.database, command[first]);
}

/** Returns the namespace of a collection of a database. @throws StoreError 73 for an invalid name */
export function createNamespace(database: string, name: Value): string {
  if (typeof name !== 'string') refuse(73, `collection name has invalid type ${typeName(name)}`);
  const isName = name !== '' && !/^\.|^system\.|[$\0]/.test(name);
  if (!isName || Buffer.byteLength(name) + database.length >= LONGEST_NAMESPACE)
    refuse(73, `Invalid namespace specified '${database}.${name}'`);
  return `${database}.${name}`;
}

export function findCollection(command: Doc, context: Context): Collection | undefined {
  return context.store.find(toNamespace(command, context));
}

/** Finds documents by a filter, which is validated even if the collection does not exist. */
export function findRecords(collection: Collection | undefined, filter: Doc, options: FindOptions): Record[] {
  if (collection) return collection.find(filter, options);
  compileFilter(filter, options.scope);
  return [];
}

/** Reads an optional document from a command. */
export function readDoc(command: Doc, name: string): Doc {
  const value = command[name];
  return isDoc(value) ? value : {};
}

/** Reads a list of documents from a command. @throws StoreError with the code if it is empty or too long */
export function readDocs(command: Doc, name: string, code = 16): Doc[] {
  const value = readArray(command, name).filter(isDoc);
  if (value.length === 0 || value.length > 100_000)
    refuse(code, `Write batch sizes must be between 1 and 100000. Got ${value.length} operations.`);
  return value;
}

/** Reads an optional list from a command. */
export function readArray(command: Doc, name: string): Value[] {
  const value = command[name];
  return Array.isArray(value) ? value : [];
}

/** Reads a boolean from a command. */
export function readFlag(command: Doc, name: string, otherwise = false): boolean {
  const value = command[name] ?? otherwise;
  return isNumber(value) ? toNumber(value) !== 0 : value === true;
}

/** Reads a count such as a limit or a skip. @throws StoreError unless it is a non-negative integer */
export function parseCount(name: string, value: Value): number {
  if (value === undefined || value === null) return 0;
  const count = toNumber(value);
  if (Number.isNaN(count)) refuse(14, `BSON field '${name}' is the wrong type '${typeName(value)}'`);
  if (count < 0) refuse(2, `BSON field '${name}' value must be >= 0, actual value '${count}'`);
  return Math.trunc(count);
}

/** Creates the scope of a command: its time, and the variables of its `let`. */
export function createScope(command: Doc): Scope {
  const empty = new Scope(new Date(), toNumber(command.maxTimeMS) || undefined);
  const { inner, assign } = bindVariables(readDoc(command, 'let'), empty);
  assign(empty.environment({}));
  return inner;
}
