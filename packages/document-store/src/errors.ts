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

/** The store cannot start, for a reason that whoever started it can mend. The message is all that they need to see. */
export class StartError extends Error {}

/** A refusal in MongoDB's terms: its numeric code, its message, and what else belongs in the error document. */
export class StoreError extends Error {
  readonly code: number;
  readonly details: Doc;

  constructor(code: number, message: string, details: Doc = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** The body of a failed command's reply. */
  toReply(): Doc {
    return { ok: 0, errmsg: this.message, code: this.code, codeName: codeName(this.code), ...this.details };
  }
}

/** Refuses with MongoDB's code for the reason. @throws StoreError always */
export function refuse(code: number, message: string, details: Doc = {}): never {
  throw new StoreError(code, message, details);
}

/** MongoDB's name of an error code; codes without a name are called after their location, as MongoDB does. */
export function codeName(code: number): string {
  return names[code] ?? `Location${code}`;
}

/** The refusal of something that MongoDB offers and this store does not. */
export function unsupported(what: string): StoreError {
  return new StoreError(238, `${what} is not supported by the embedded store; use MongoDB for it`);
}
