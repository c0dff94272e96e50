import type { Static, TSchema } from 'typebox';
import { compileValidator } from '../../../shared/contract/input.js';
import type { HttpResponse } from './http.js';

/**
 * Decodes the text of a response in the character set of its Content-Type, UTF-8 by default.
 *
 * @throws Error if the character set is unknown, or the bytes are not valid in it
 */
export function readText({ contentType, bytes }: HttpResponse): string {
  const charset = /charset\s*=\s*"?([\w:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return new TextDecoder(charset, { fatal: true }).decode(bytes);
}

/** Returns a function that parses the JSON of a response and validates it by a schema. */
export const jsonReader =
  <S extends TSchema>(schema: S) =>
  (response: HttpResponse): Static<S> =>
    checkShape(schema, JSON.parse(readText(response)));

/**
 * Validates a value by a schema and returns it.
 *
 * @throws Error that names the first mismatch
 */
export function checkShape<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const validate = compileValidator(schema);
  if (validate(value)) return value as Static<S>;
  const found = validate.errors?.[0];
  throw new Error(`unexpected response: ${found?.instancePath || '/'} ${found?.message ?? 'is not as documented'}`);
}
