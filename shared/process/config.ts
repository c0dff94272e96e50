import Type, { type Static, type TObject } from 'typebox';
import { coerce, describe } from '../contract/coerce.js';
import { compileValidator } from '../contract/input.js';
import { StartError } from './run-process.js';
import { settings } from './settings.js';

const schema: TObject<typeof settings> = Type.Object(settings);

const defaults = Object.fromEntries(
  Object.entries(settings).flatMap(([name, setting]) => ('default' in setting ? [[name, setting.default]] : [])),
);

export type Config = Static<typeof schema>;

/** A setting is missing or invalid. The message names the variable. */
export class ConfigError extends StartError {}

/**
 * Reads the settings from an environment.
 *
 * @throws ConfigError naming the variable and what it must be
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const sent = coerce(schema, environment);
  const given = Object.entries(settings).filter(([name]) => Object(sent)[name] !== undefined);
  // Compiling the validation of all settings would take a twentieth of the start; defaults need none.
  const validate = compileValidator(Type.Object(Object.fromEntries(given)));
  if (!validate(sent)) {
    const found = validate.errors?.[0];
    throw new ConfigError(`${found?.instancePath.slice(1)} must be ${describe(found?.parentSchema ?? {})}`);
  }
  return { ...defaults, ...Object(sent) } as Config;
}

/** Reads the settings of this process, and ends it with one line if they are invalid. */
export function loadConfig(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

/** Returns the public URL of the service, without a slash at the end. */
export const baseUrl = (config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>): string =>
  (config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`).replace(/\/+$/, '');

/** Returns the public URL of hosted pages and saved images, without a slash at the end. */
export const pagesUrl = (config: Pick<Config, 'PAGES_URL' | 'BASE_URL' | 'HOST' | 'PORT'>): string =>
  (config.PAGES_URL ?? baseUrl(config)).replace(/\/+$/, '');

/**
 * Returns the value of a setting that this process needs.
 *
 * @throws ConfigError if it is not set
 */
export function required<Name extends keyof Config>(config: Config, name: Name): NonNullable<Config[Name]> {
  const value = config[name];
  if (value === undefined) throw new ConfigError(`${name} is not set: ${String(Object(settings[name]).description)}`);
  return value;
}
