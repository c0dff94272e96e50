import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { CatalogueField, FieldType } from 'utility-api-client/catalogue';
import { type CommandOptions, commandOptions } from './command-options.js';
import { UsageError } from './failures.js';

export type Fields = Record<string, unknown>;

const VALUES: Readonly<Record<FieldType, string>> = {
  string: '<text>',
  number: '<number>',
  integer: '<number>',
  boolean: '[yes|no]',
  list: '<item...>',
  object: '<json>',
  any: '<value>',
};

/** Adds an option for each field whose name is not an option of the command line, and the other rules to the help. */
export function addFieldOptions(command: Command, fields: readonly CatalogueField[], rules: readonly string[]): void {
  const isAvailable = ({ name }: CatalogueField) => !commandOptions.has(name);
  const sorted = [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
  for (const field of sorted.filter(isAvailable)) command.addOption(createOption(field));
  const hidden = fields.filter(({ name }) => commandOptions.has(name));
  const notes = [...rules, ...hidden.map(({ name }) => `Pass the field ${name} with --json`)];
  if (notes.length > 0) command.addHelpText('after', `\n${notes.map((note) => `${note}.`).join('\n')}`);
}

function createOption({
  name,
  type,
  items,
  choices,
  description: about = '',
  default: byDefault,
  isRequired,
}: CatalogueField): Option {
  const notes = [
    ...(isRequired ? ['required'] : []),
    ...(byDefault === undefined ? [] : [`default: ${JSON.stringify(byDefault)}`]),
  ];
  const text = [about, ...(notes.length > 0 ? [`(${notes.join(', ')})`] : [])].filter(Boolean).join(' ');
  const option = new Option(`--${name} ${VALUES[type]}`, text);
  // Choices are shown and completed. The service checks the value.
  if (choices) option.choices(choices);
  return option.argParser((text: string, before: unknown) =>
    type === 'list' ? parseItems(name, items ?? 'any', text, before) : parseValue(name, type, text),
  );
}

function parseItems(name: string, items: FieldType, text: string, before: unknown): unknown {
  if (text.startsWith('[')) return parseJson(text, name);
  return [...(Array.isArray(before) ? before : []), parseValue(name, items, text)];
}

function parseValue(name: string, type: FieldType, text: string): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return parseNumber(name, text);
    case 'object':
      return parseJson(text, name);
    case 'any':
      return parseJsonOrText(text);
    default:
      return text;
  }
}

function parseNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || Number.isNaN(number)) throw new UsageError(`--${name} must be a number, not "${text}"`);
  return number;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--${name} must be JSON, not "${text.slice(0, 40)}"`);
  }
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the fields of a request: those of `--json`, overridden by those with an option.
 *
 * @throws UsageError if a required field is missing
 */
export function readFields(known: readonly CatalogueField[], options: Fields & CommandOptions): Fields {
  const given = known.filter(({ name }) => !commandOptions.has(name) && options[name] !== undefined);
  const input = {
    ...(options.json === undefined ? {} : readJsonOption(options.json)),
    ...Object.fromEntries(given.map(({ name }) => [name, options[name]])),
  };
  const missing = known.filter(({ name, isRequired }) => isRequired && !Object.hasOwn(input, name));
  // A misspelt field is not missing: the client reports it.
  const isMisspelt = Object.keys(input).some((name) => !known.some((field) => field.name === name));
  if (missing.length > 0 && !isMisspelt) {
    const names = missing.map(({ name, choices }) => `--${name}${choices ? ` (${choices.join(', ')})` : ''}`);
    const verb = missing.length > 1 ? 'are' : 'is';
    throw new UsageError(`${names.join(' and ')} ${verb} required. Add --help to see all options.`);
  }
  return input;
}

/** Reads the value of `--json`: JSON, `@` and the name of a file, or `-` for standard input. */
export function readJsonOption(value: string): Fields {
  const source = value === '-' ? 0 : value.startsWith('@') ? value.slice(1) : undefined;
  return parseObject(source === undefined ? value : readText(source), 'json');
}

/** Parses a JSON object. @throws UsageError that names the option if it is none */
export function parseObject(text: string, name: string): Fields {
  const value = parseJson(text, name);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError(`--${name} must be a JSON object`);
  return { ...value };
}

function readText(source: string | 0): string {
  try {
    return readFileSync(source, 'utf8');
  } catch (error) {
    throw new UsageError(`--json: cannot read ${source}: ${error instanceof Error ? error.message : error}`);
  }
}
