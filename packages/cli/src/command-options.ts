import { type Command, Option } from 'commander';
import type { RequestOptions } from 'utility-api-client';
import { UsageError } from './failures.js';

/** Options of the command line other than the fields of a request. */
export interface CommandOptions {
  output?: 'json' | 'table';
  json?: string;
  save?: string;
  watch?: true;
  async?: true;
  wait?: number;
  idempotencyKey?: string;
}

const output = () =>
  new Option('--output <format>', 'output format (default: table at a terminal, json in a pipe)').choices([
    'json',
    'table',
  ]);
const json = () => new Option('--json <fields>', 'fields as a JSON object; @file reads a file, - reads standard input');
const save = () =>
  new Option('--save <file>', 'save the file, in the format of its name; an existing file is replaced');
const watch = () => new Option('--watch', 'run as a job and show its progress');
const async = () => new Option('--async', 'run as a job and print its ID without waiting').conflicts(['watch', 'save']);
const wait = () =>
  new Option('--wait <seconds>', 'wait at most this long for the response, then continue as a job').argParser(
    wholeSeconds,
  );
const idempotencyKey = () =>
  new Option('--idempotency-key <key>', 'a unique key: repeating the request with it charges once');

/** Their names, which fields cannot have on the command line. */
export const commandOptions: ReadonlySet<string> = new Set(
  [output, json, save, watch, async, wait, idempotencyKey].map((option) => option().name()),
);

export const withOutput = (command: Command): Command => command.addOption(output());

/** Adds the options of a request: for its file if its response can be one, its fields and the output. */
export function withRequestOptions(command: Command, returnsFile: boolean): Command {
  if (returnsFile) command.addOption(save());
  return withOutput(command.addOption(json()));
}

/** Adds the options of a request to an endpoint. */
export function withCallOptions(command: Command, returnsFile: boolean): Command {
  for (const option of [watch(), async(), wait(), idempotencyKey()]) command.addOption(option);
  return withRequestOptions(command, returnsFile);
}

export const callOptions = ({ wait, idempotencyKey }: CommandOptions): RequestOptions => ({
  ...(wait === undefined ? {} : { wait }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

function wholeSeconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError('--wait must be a whole number of seconds');
  return Number(text);
}
