import type { ResponseMetadata } from 'utility-api-client';
import { cleanLines, escapeControls, formatTable } from './table.js';

export interface Output {
  output?: 'json' | 'table';
}

const isTable = ({ output }: Output): boolean => (output ?? (process.stdout.isTTY ? 'table' : 'json')) === 'table';

/**
 * Prints a result: as a table at a terminal, else as JSON.
 *
 * @param warning what people must know before they read the result: above a table, else on standard error, so that JSON stays data
 */
export function print(value: unknown, options: Output, warning?: string): void {
  if (warning !== undefined && !isTable(options)) note(warning);
  process.stdout.write(
    isTable(options)
      ? `${warning === undefined ? '' : `${warning}\n\n`}${formatTable(value, process.stdout.columns)}`
      : `${escapeControls(JSON.stringify(value, null, 2))}\n`,
  );
}

/** Prints a text from the service, at a terminal without the characters that control it. */
export const printText = (text: string): boolean =>
  process.stdout.write(process.stdout.isTTY ? cleanLines(text) : text);

/** Writes a line to standard error, at a terminal without the characters that control it. */
export const note = (text: string): boolean =>
  process.stderr.write(`${process.stderr.isTTY ? cleanLines(text) : text}\n`);

/** Writes a line to standard error, at a terminal only. */
export function say(text: string): void {
  if (process.stderr.isTTY) note(text);
}

/** True if the output is for people. */
export function isForPeople(args: readonly string[]): boolean {
  const requested = /(?:^|\s)--output[\s=](\w+)/.exec(args.join(' '))?.[1];
  return requested === undefined ? process.stderr.isTTY === true : requested === 'table';
}

/** Returns the warning about a response that is no real result; undefined for one that is. */
export function findWarning(metadata: Pick<ResponseMetadata, 'mode' | 'upstream'> | undefined): string | undefined {
  if (metadata?.mode === 'test')
    return "Example data: test keys return the endpoint's example, not your request's result.";
  if (metadata?.upstream === 'sandbox')
    return 'Example data: it comes from a sandbox with invented data, not from the real service.';
  return undefined;
}
