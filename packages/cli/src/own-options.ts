import { type Command, Option } from 'commander';
import type { CallOptions } from 'utility-api-client';
import { UsageError } from './failures.js';

/** Options of the command line beside the fields of a call. */
export interface OwnOptions {
  output?: 'json' | 'table';
  json?: string;
  save?: string;
  watch?: true;
  async?: true;
  wait?: number;
  idempotencyKey?: string;
}

const output = () =>
  new Option(
    '--output <format>',
    'how to print: tables for people, JSON for programs, which is what pipes get',
  ).choices(['json', 'table']);
const json = () => new Option('--json <fields>', 'fields as a JSON object; @file reads a file, - the standard input');
const save = () => new Option('--save <file>', 'write the image to this file');
const watch = () => new Option('--watch', 'hand the call in and show how it goes on');
const async = () => new Option('--async', 'hand the call in and print the id of its job').conflicts('watch');
const wait = () =>
  new Option('--wait <seconds>', 'hold the connection for so long, then go on as a job').argParser(wholeSeconds);
const idempotencyKey = () =>
  new Option('--idempotency-key <key>', 'your name for this call: repeated, it is charged once');

/** Their names, which fields cannot have on the command line. */
export const ownOptions: ReadonlySet<string> = new Set(
  [output, json, save, watch, async, wait, idempotencyKey].map((option) => option().name()),
);

export const withOutput = (command: Command): Command => command.addOption(output());

export const withJson = (command: Command): Command => withOutput(command.addOption(json()));

export const withCallOptions = (command: Command, answersFiles: boolean): Command => {
  const options = [...(answersFiles ? [save()] : []), watch(), async(), wait(), idempotencyKey()];
  for (const option of options) command.addOption(option);
  return withJson(command);
};

export const callOptions = ({ wait, idempotencyKey }: OwnOptions): CallOptions => ({
  ...(wait === undefined ? {} : { wait }),
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
});

function wholeSeconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError('--wait takes whole seconds');
  return Number(text);
}
