import { tableOf } from './table.js';

interface Output {
  output?: 'json' | 'table';
}

/** Prints a result: as a table at a terminal, else as JSON. */
export function print(value: unknown, { output = process.stdout.isTTY ? 'table' : 'json' }: Output): void {
  process.stdout.write(
    output === 'json' ? `${JSON.stringify(value, null, 2)}\n` : tableOf(value, process.stdout.columns),
  );
}

/** Writes a note to standard error, at a terminal only. */
export function say(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`${text}\n`);
}

/** True if the output is for people. */
export function isForPeople(args: readonly string[]): boolean {
  const asked = /(?:^|\s)--output[\s=](\w+)/.exec(args.join(' '))?.[1];
  return asked === undefined ? process.stderr.isTTY === true : asked === 'table';
}
