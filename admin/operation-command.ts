import { Command, Option } from 'commander';
import type { TObject } from 'typebox';
import { describe } from '../shared/contract/coerce.js';
import { readFields } from '../shared/contract/input.js';
import type { Operation } from '../shared/operations/operation.js';
import { readConfig } from '../shared/process/config.js';
import { storeClock } from '../shared/process/server-clock.js';
import { collections } from '../shared/store/collections.js';
import { connectStore, type Store } from '../shared/store/connect.js';

/** An operation as a command: its fields are its options. */
export function operationCommand(verb: string, { contract, run }: Operation): Command {
  const command = new Command(verb).description(contract.summary);
  const required = new Set(contract.request.required ?? []);
  for (const [name, schema] of Object.entries(contract.request.properties)) {
    command.addOption(optionOf(name, schema, required.has(name)));
  }
  command.option('--json', 'print the answer as JSON');
  return command.action(({ json, ...options }: { json?: boolean } & Record<string, unknown>) =>
    withStore(async ({ db }) => {
      const given = Object.fromEntries(Object.entries(options).map(([name, value]) => [snakeCase(name), value]));
      const input = readFields(contract.request, parseJson(contract.request, given), 422);
      const clock = storeClock(db, { warn: () => {} });
      await clock.measure();
      const answer: object = Object(await run(input, { store: collections(db), clock }));
      print(json ? JSON.stringify(answer) : readable(answer));
      if ('findings' in answer && Array.isArray(answer.findings) && answer.findings.length > 0) process.exitCode = 1;
    }),
  );
}

function optionOf(name: string, schema: object, required: boolean): Option {
  const { description, type, default: fallback }: Record<string, unknown> = { ...schema };
  const flag = `--${name.replaceAll('_', '-')}`;
  const value = type === 'array' ? '<value...>' : '<value>';
  const words = [description, describe(schema), type === 'object' ? 'as JSON' : undefined].filter(Boolean).join('; ');
  const shown = fallback === undefined ? words : `${words} (default: ${JSON.stringify(fallback)})`;
  return new Option(`${flag} ${value}`, shown).makeOptionMandatory(required && fallback === undefined);
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Options that are objects come as JSON text. */
const parseJson = ({ properties }: TObject, given: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const { type }: Record<string, unknown> = { ...properties[name] };
      return [name, type === 'object' && typeof value === 'string' ? JSON.parse(value) : value];
    }),
  );

/** Lends a command the store for as long as it works. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = connectStore(readConfig());
  try {
    await work(store);
  } finally {
    await store.close();
  }
}

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** An answer as text: its fields line by line, its lists as tables. */
export function readable(answer: object): string {
  const entries = Object.entries(answer);
  const width = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => (isRows(value) ? `${name}:\n${table(value)}` : `${name.padEnd(width)}  ${cell(value)}`))
    .join('\n');
}

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null);

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

function table(rows: readonly Record<string, unknown>[]): string {
  if (rows.length === 0) return '  (none)';
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  return lines
    .map((line) => `  ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}
