import type { Static, TSchema } from 'typebox';
import { validator } from '../contract/input.js';
import { ConfigError } from './config.js';

/**
 * Reads a setting that is JSON.
 *
 * @param example what it may look like, for the message
 * @throws ConfigError naming the setting, what is wrong with it, and the example
 */
export function readJsonSetting<Schema extends TSchema>(
  name: string,
  json: string,
  schema: Schema,
  example: string,
): Static<Schema> {
  const wrong = (why: string) => new ConfigError(`${name} ${why}. It is to be like ${example}`);
  let read: unknown;
  try {
    read = JSON.parse(json);
  } catch {
    throw wrong('is no JSON');
  }
  const validate = validator(schema);
  if (validate(read)) return read as Static<Schema>;
  const found = validate.errors?.[0];
  const place = found?.instancePath.slice(1).replaceAll('/', '.');
  throw wrong(`${place ? `at ${place} ` : ''}${found?.message ?? 'makes no sense'}`);
}
