import type { ErrorObject } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { type ApiError, invalidInput } from '../contract/errors.js';
import { coerce, describe, validator } from '../contract/input.js';

/**
 * Reads a part of a request that only its neighbours tell how to read.
 *
 * @param path where the part stands in the request, for the error
 * @throws ApiError 422 that names the field and what is allowed
 */
export function readFields<S extends TSchema>(schema: S, sent: unknown, path: string): Static<S> {
  const read = coerce(schema, sent);
  const validate = validator(schema);
  if (!validate(read)) throw fieldError(validate.errors?.[0], path);
  return read as Static<S>;
}

function fieldError(found: ErrorObject | undefined, path: string): ApiError {
  const field = path + (found?.instancePath ?? '').replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.');
  if (found?.keyword === 'required') return invalidInput(422, `${field}.${found.params.missingProperty} is required`);
  return invalidInput(422, `${field} must be ${describe(found?.parentSchema ?? {})}`);
}
