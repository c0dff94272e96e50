import type { Static, TSchema } from 'typebox';
import { validator } from '../../../shared/contract/input.js';
import type { HttpAnswer } from './http.js';

/**
 * The text of an answer in the character set that its Content-Type names, else UTF-8.
 *
 * @throws Error when the character set is unknown or the bytes are not text in it
 */
export function readText({ contentType, bytes }: HttpAnswer): string {
  const charset = /charset\s*=\s*"?([\w:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  return new TextDecoder(charset, { fatal: true }).decode(bytes);
}

/** Reads an answer's JSON and checks that it has the shape that the upstream documents. */
export const jsonOf =
  <S extends TSchema>(schema: S) =>
  (answer: HttpAnswer): Static<S> =>
    ofShape(schema, JSON.parse(readText(answer)));

/**
 * A value from outside, once it is known to have the shape that the rest of the code counts on.
 *
 * @throws Error naming the first thing that is not as expected
 */
export function ofShape<S extends TSchema>(schema: S, value: unknown): Static<S> {
  const validate = validator(schema);
  if (validate(value)) return value as Static<S>;
  const found = validate.errors?.[0];
  throw new Error(`unexpected answer: ${found?.instancePath || '/'} ${found?.message ?? 'is not as documented'}`);
}
