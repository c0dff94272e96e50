import { createUnsupportedError, refuse } from '../errors.js';
import { type Doc, isDoc, isNumber, toNumber, typeName, type Value } from '../language/values.js';
import { checkHint } from '../storage/index-spec.js';

/** Types of the fields of a command, or of a document in it, by name. */
export type Fields = ReadonlyMap<string, { type: string; required: boolean }>;

/**
 * Parses a list of fields, each `name`, `name:type` or `name:type!` for a required one. The types are `bool`, `doc`,
 * `docs`, `array`, `number`, `string`, `hint`, and `any` by default; `no` is a field of
 * MongoDB that this store refuses unless its value is empty.
 */
export function parseFields(list: string): Fields {
  const found = list.split(/\s+/).filter((field) => field !== '');
  return new Map(
    found.map((field) => {
      const [name = '', type = 'any'] = field.replace('!', '').split(':');
      return [name, { type, required: field.endsWith('!') }];
    }),
  );
}

/** True for a boolean or a number, which MongoDB accepts as a boolean. */
const isBool = (value: Value): boolean => typeof value === 'boolean' || isNumber(value);

const types: Readonly<Record<string, (value: Value) => boolean>> = {
  bool: isBool,
  doc: isDoc,
  docs: (value) => Array.isArray(value) && value.every(isDoc),
  array: (value) => Array.isArray(value),
  number: isNumber,
  string: (value) => typeof value === 'string',
};

/**
 * Checks the fields of a document.
 * @param path name of the document in errors
 * @throws StoreError with MongoDB's code: 40415 for an unknown field, 40414 for a missing one, 14 for a wrong type
 */
export function checkFields(path: string, doc: Doc, known: Fields): void {
  for (const name of Object.keys(doc)) {
    if (name === path) continue;
    const value = doc[name];
    const field = known.get(name);
    if (!field) refuse(40415, `BSON field '${path}.${name}' is an unknown field.`);
    if (value === undefined || value === null) continue;
    const { type } = field;
    if (type === 'hint') checkHint(value);
    else if (type === 'no') refuseUnlessEmpty(path, name, value);
    else if (types[type]?.(value) === false)
      refuse(14, `BSON field '${path}.${name}' is the wrong type '${typeName(value)}', expected type '${type}'`);
  }
  for (const [name, { required }] of known)
    if (required && doc[name] === undefined)
      refuse(40414, `BSON field '${path}.${name}' is missing but a required field`);
}

function refuseUnlessEmpty(path: string, name: string, value: Value): void {
  const asksNothing =
    value === false || (isDoc(value) && (Object.keys(value).length === 0 || value.locale === 'simple'));
  if (!asksNothing) throw createUnsupportedError(`the option '${name}' of ${path}`);
}

const everywhere = `$db:string! lsid:doc $clusterTime:doc $readPreference:doc readConcern:doc writeConcern:doc
  maxTimeMS:number comment txnNumber apiVersion:string apiStrict:no apiDeprecationErrors:bool $client:doc autocommit:bool
  startTransaction:bool`;

/** Parses the fields of a command, and adds those of all commands. */
export function parseCommandFields(own: string): Fields {
  return parseFields(`${own} ${everywhere}`);
}

const writeConcernFields = parseFields('w j:bool fsync:bool wtimeout:number');
const readConcernFields = parseFields('level:string');

/**
 * Checks the fields of a command, and the values of those that all commands have.
 * @throws StoreError for unknown or unsupported ones
 */
export function checkCommand(name: string, command: Doc, known: Fields, writes: boolean): void {
  checkFields(name, command, known);
  const { autocommit, startTransaction, txnNumber, apiVersion, maxTimeMS } = command;
  if (autocommit !== undefined || startTransaction !== undefined) throw createUnsupportedError('a transaction');
  if (txnNumber !== undefined) refuse(20, 'Transaction numbers are only allowed on a replica set member or mongos');
  if ((apiVersion ?? '1') !== '1') refuse(322, 'API version must be "1"');
  if (toNumber(maxTimeMS) < 0) refuse(2, 'maxTimeMS must not be negative');
  if (isDoc(command.writeConcern)) checkWriteConcern(command.writeConcern, writes);
  if (isDoc(command.readConcern)) checkReadConcern(command.readConcern);
}

function checkWriteConcern(concern: Doc, writes: boolean): void {
  if (!writes) refuse(72, 'Command does not support writeConcern');
  checkFields('writeConcern', concern, writeConcernFields);
  const { w } = concern;
  if (typeof w === 'string' && w !== 'majority')
    refuse(2, "cannot use non-majority 'w' mode when a host is not a member of a replica set");
  if (toNumber(w) < 0 || toNumber(w) > 50) refuse(9, 'w has to be a non-negative number and not greater than 50');
  if (toNumber(w) > 1) refuse(2, "cannot use 'w' > 1 when a host is not replicated");
}

function checkReadConcern(concern: Doc): void {
  checkFields('readConcern', concern, readConcernFields);
  const { level = 'local' } = concern;
  if (['snapshot', 'linearizable'].includes(String(level)))
    throw createUnsupportedError(`the read concern ${String(level)}`);
  if (!['local', 'available', 'majority'].includes(String(level)))
    refuse(2, `Enumeration value '${String(level)}' for field 'readConcern.level' is not a valid value.`);
}
