import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Command, Option } from 'commander';
import type { TObject } from 'typebox';
import type { Operation } from '../features/operators/index.js';
import { describe } from '../shared/contract/coerce.js';
import { Download } from '../shared/contract/download.js';
import { readFields } from '../shared/contract/input.js';
import { chooseRunner } from './run-operation.js';

/** Creates the subcommand of an operation. Its fields are options. */
export function createOperationCommand(verb: string, operation: Operation): Command {
  const { contract } = operation;
  const command = new Command(verb).description(contract.summary);
  const required = new Set(contract.request.required ?? []);
  for (const [name, schema] of Object.entries(contract.request.properties)) {
    command.addOption(createOption(name, schema, required.has(name)));
  }
  command.option('--json', 'print the response as JSON');
  return command.action(async ({ json, ...options }: { json?: boolean } & Record<string, unknown>) => {
    const given = Object.entries(options).map(([name, value]) => [toSnakeCase(name), value]);
    const sent = await readPasswords(contract.request, parseJson(contract.request, Object.fromEntries(given)));
    const input: Record<string, unknown> = readFields(contract.request, sent, 422);
    const run = chooseRunner(command.optsWithGlobals<{ token?: string; url?: string }>());
    await run(operation, input, async (response) => {
      if (response instanceof Download) return pipeline(response.content, process.stdout, { end: false });
      print(json ? JSON.stringify(response) : formatResponse(response));
      if (hasProblems(response)) process.exitCode = 1;
    });
  });
}

/** True for an audit with findings, and a platform that needs attention. */
const hasProblems = (response: object): boolean =>
  Object.entries(response).some(
    ([name, value]) => (name === 'findings' || name === 'attention') && Array.isArray(value) && value.length > 0,
  );

/** Reads passwords that are given as `-` from standard input: other users of the machine can see command lines. */
async function readPasswords(
  { properties }: TObject,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const isFromInput = ([name, value]: [string, unknown]) => {
    const { format }: { format?: unknown } = { ...properties[name] };
    return format === 'password' && value === '-';
  };
  const passwords = Object.entries(given).filter(isFromInput);
  if (passwords.length === 0) return given;
  const lines = (await text(process.stdin)).split('\n');
  return { ...given, ...Object.fromEntries(passwords.map(([name], index) => [name, lines[index] ?? ''])) };
}

function createOption(name: string, schema: object, required: boolean): Option {
  const { description, type, default: fallback }: Record<string, unknown> = { ...schema };
  const flag = `--${name.replaceAll('_', '-')}`;
  const value = type === 'array' ? '<value...>' : '<value>';
  const words = [description, describe(schema), type === 'object' ? 'as JSON' : undefined].filter(Boolean).join('; ');
  const shown = fallback === undefined ? words : `${words} (default: ${JSON.stringify(fallback)})`;
  return new Option(`${flag} ${value}`, shown).makeOptionMandatory(required && fallback === undefined);
}

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Parses the JSON text of options that are objects. */
const parseJson = ({ properties }: TObject, given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const { type }: Record<string, unknown> = { ...properties[name] };
      return [name, type === 'object' && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  );

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Formats a response as text: its fields line by line, its lists as tables. */
export function formatResponse(response: object): string {
  const entries = Object.entries(response);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) =>
      isRows(value) ? `${name}:\n${formatTable(value)}` : `${name.padEnd(width)}  ${formatCell(value)}`,
    )
    .join('\n');
}

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

const formatCell = (value: unknown): string => {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '-';
  if (Array.isArray(value)) return value.map(formatCell).join(isRows(value) ? '; ' : ', ');
  if (typeof value !== 'object') return String(value);
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${formatCell(one)}`)
    .join(', ');
};

function formatTable(rows: readonly Record<string, unknown>[]): string {
  if (rows.length === 0) return '  (none)';
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => formatCell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) => `  ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
