import { existsSync, readFileSync } from 'node:fs';
import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { catalogueEndpoints, catalogueRoutes } from 'utility-api-client/catalogue';
import { addEndpointCommands } from './endpoint-commands.js';
import { EXIT } from './failures.js';
import { jobsCommand } from './jobs-command.js';
import { loginCommand, logoutCommand, whoamiCommand } from './login-commands.js';
import { ownOptions } from './own-options.js';
import { addRouteCommands, nameOf, requestsCommand } from './route-commands.js';

const CODES = [
  [EXIT.done, 'success'],
  [EXIT.failed, 'the service failed'],
  [EXIT.usage, 'invalid command line, unknown or missing field; nothing was sent'],
  [EXIT.refused, 'the service refused the input, or found nothing'],
  [EXIT.access, 'not logged in, or not allowed'],
  [EXIT.credits, 'not enough credits'],
  [EXIT.later, 'rate limited or overloaded; try again later'],
  [EXIT.unreachable, 'the service cannot be reached'],
] as const;

/** Reads the version of this package. */
function readVersion(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')).version;
}

const subcommandTerm = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map((argument) => `[${argument.name()}]`)].join(' ');

/** Creates the command line from the catalogue. */
export function programFor(): Command {
  const program = new Command('utility-api')
    .description('Call the endpoints of a utility-api platform. Start with "utility-api login".')
    .version(readVersion())
    .exitOverride()
    .helpCommand(false)
    .configureHelp({ subcommandTerm })
    .addHelpText(
      'after',
      `\nExample:\n  utility-api vat --action calculate --net 100 --country-code DE\n\nExit codes:\n${CODES.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}`,
    );
  program.commandsGroup('Account:');
  for (const command of [loginCommand(), logoutCommand(), whoamiCommand(), jobsCommand(), requestsCommand()]) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  addRouteCommands(program);
  addEndpointCommands(program);
  program.commandsGroup('Shell:');
  tab(program, { completionCommandName: 'completion' });
  return program;
}

const names: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...catalogueEndpoints.map(({ id, fields }) => [id, new Set(fields.map(({ name }) => name))] as const),
  ...catalogueRoutes.map(({ name, fields }) => [nameOf(name), new Set(fields.map((field) => field.name))] as const),
]);

/** A command line with an endpoint's path as its id, and fields as they are written: `--country-code` is `--country_code`. */
export function withFieldNames(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const id = args[at]?.replace(/^\/?v1\//, '') ?? '';
  const fields = names.get(id);
  return args.map((arg, index) => {
    if (index === at) return fields ? id : arg;
    const [, option = '', value = ''] = /^--([\w-]+)(=.*)?$/s.exec(arg) ?? [];
    const field = option.replaceAll('-', '_');
    return fields?.has(field) && !ownOptions.has(option) ? `--${field}${value}` : arg;
  });
}
