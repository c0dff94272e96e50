import type { Static, TSchema } from 'typebox';
import { compileValidator } from '../contract/input.js';
import { ConfigError } from './config.js';

/**
 * Parses a setting that is JSON.
 *
 * @param example valid value, for the message
 * @throws ConfigError with the name of the setting, the problem and the example
 */
export function parseJsonSetting<Schema extends TSchema>(
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
  const validate = compileValidator(schema);
  if (validate(read)) return read as Static<Schema>;
  const found = validate.errors?.[0];
  const place = found?.instancePath.slice(1).replaceAll('/', '.');
  throw wrong(`${place ? `at ${place} ` : ''}${found?.message ?? 'makes no sense'}`);
}

const MIN_SECRET = 16;

/**
 * Parses secrets that can be rotated, by id: the first is used, the others are still accepted.
 *
 * @param name of the setting
 * @param value `id:secret`, comma-separated
 * @throws ConfigError if a secret has no id, or is shorter than 16 characters
 */
export const parseNamedSecrets = (name: string, value: string | undefined): ReadonlyMap<string, string> =>
  new Map(value?.split(',').map((text) => parseNamedSecret(name, text)));

function parseNamedSecret(name: string, text: string): [string, string] {
  const [id = '', ...rest] = text.trim().split(':');
  const secret = rest.join(':');
  if (id === '' || secret.length < MIN_SECRET) {
    throw new ConfigError(`${name} must be id:secret, comma-separated, each secret at least ${MIN_SECRET} characters`);
  }
  return [id, secret];
}
