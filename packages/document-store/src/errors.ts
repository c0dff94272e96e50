import type { Doc } from './language/document.js';

const names: Readonly<Record<number, string>> = {
  1: 'InternalError',
  2: 'BadValue',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  53: 'InvalidIdField',
  54: 'NotSingleValueField',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  115: 'CommandNotSupported',
  168: 'InvalidPipelineOperator',
  171: 'CannotIndexParallelArrays',
  197: 'InvalidIndexSpecificationOption',
  238: 'NotImplemented',
  241: 'ConversionFailure',
  11000: 'DuplicateKey',
};

/** Error of a start that the operator can resolve. Only its message is shown. */
export class StartError extends Error {}

/** An error of MongoDB: its numeric code, its message, and further fields of the error document. */
export class StoreError extends Error {
  readonly code: number;
  readonly details: Doc;

  constructor(code: number, message: string, details: Doc = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** Creates the reply of a failed command. */
  toReply(): Doc {
    return { ok: 0, errmsg: this.message, code: this.code, codeName: findCodeName(this.code), ...this.details };
  }
}

/** Throws an error with MongoDB's code. @throws StoreError always */
export function refuse(code: number, message: string, details: Doc = {}): never {
  throw new StoreError(code, message, details);
}

/** Returns MongoDB's name of an error code, or `Location` and the code if it has none. */
export function findCodeName(code: number): string {
  return names[code] ?? `Location${code}`;
}

/** Creates the error of a feature of MongoDB that this store does not support. */
export function createUnsupportedError(what: string): StoreError {
  return new StoreError(238, `${what} is not supported by the embedded store; use MongoDB for it`);
}
