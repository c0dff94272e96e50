import type { Static, TObject } from 'typebox';
import { validator } from '../../../shared/contract/input.js';
import { unusable } from './unusable.js';

/**
 * Reads the JSON object of an answer, also out of a code fence or between remarks.
 *
 * @throws Unusable when there is none, or not of the schema
 */
export function readAnswer<Schema extends TObject>(schema: Schema, text: string): Static<Schema> {
  const read = parse(text) ?? parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (read === undefined) throw unusable('the answer was not JSON');
  const validate = validator(schema);
  if (!validate(read)) throw unusable('the answer was not of the schema');
  return read as Static<Schema>;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
