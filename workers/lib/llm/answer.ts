import type { Static, TObject } from 'typebox';
import { Check } from 'typebox/value';
import { withoutNulls } from './strict-schema.js';
import { unusable } from './unusable.js';

/**
 * Reads the JSON object of an answer, also out of a code fence or between remarks. What strict schemas cannot say is checked here.
 *
 * Schemas of readings are made for each question: a compiler that keeps what it has compiled would keep them all.
 *
 * @throws Unusable when there is none, or not of the schema
 */
export function readAnswer<Schema extends TObject>(schema: Schema, text: string): Static<Schema> {
  const read = parse(text) ?? parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  if (read === undefined) throw unusable('the answer was not JSON');
  const answer = withoutNulls(schema, read);
  if (!Check(schema, answer)) throw unusable('the answer was not of the schema');
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
