import { ConfigError } from './config.js';

const MIN_SECRET = 16;

/**
 * Secrets that are rotated by their ids: the first is the one in use, those behind it are still accepted.
 *
 * @param name of the setting
 * @param value `id:secret`, comma-separated
 * @throws ConfigError when a secret has no id, or is shorter than 16 characters
 */
export const namedSecrets = (name: string, value: string | undefined): ReadonlyMap<string, string> =>
  new Map(value?.split(',').map((text) => parse(name, text)));

function parse(name: string, text: string): [string, string] {
  const [id = '', ...rest] = text.trim().split(':');
  const secret = rest.join(':');
  if (id === '' || secret.length < MIN_SECRET) {
    throw new ConfigError(`${name} must be id:secret, comma-separated, each secret at least ${MIN_SECRET} characters`);
  }
  return [id, secret];
}
