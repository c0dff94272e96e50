import tab from '@bomb.sh/tab/commander';
import { Command } from 'commander';
import { catalogueEndpoints, catalogueRoutes } from 'utility-api-client/catalogue';
import { commandOptions } from './command-options.js';
import { addEndpointCommands } from './endpoint-commands.js';
import { EXIT_CODES } from './failures.js';
import { jobsCommand } from './jobs-command.js';
import { loginCommand, logoutCommand, whoamiCommand } from './login-commands.js';
import { createCommandName, requestsCommand, routeCommands } from './route-commands.js';
import { callCommand, toolsCommand } from './tools-commands.js';
import { readVersion } from './version.js';

const subcommandTerm = (command: Command): string =>
  [command.name(), ...command.registeredArguments.map((argument) => `[${argument.name()}]`)].join(' ');

const DESCRIPTION = `Call the endpoints of a utility-api platform from your shell.

Start with:
  utility-api login --url https://api.example.com
  utility-api vat --action calculate --net 100 --country-code DE

"utility-api <command> --help" explains a command and its fields.`;

const FOOTER = `
Environment:
  UTILITY_API_URL, UTILITY_API_KEY  URL and API key, instead of those of the login

Exit codes:
${EXIT_CODES.map(([code, meaning]) => `  ${code}  ${meaning}`).join('\n')}`;

/** Creates the command line from the catalogue. Errors are thrown, and printed by its caller. */
export function createProgram(): Command {
  const program = new Command('utility-api')
    .usage('<command> [options]')
    .description(DESCRIPTION)
    .version(readVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .helpCommand(false)
    .configureHelp({ subcommandTerm })
    .addHelpText('after', FOOTER);
  const add = (group: string, commands: readonly Command[]) => {
    for (const command of commands) program.addCommand(command.helpGroup(group).copyInheritedSettings(program));
  };
  add('Login:', [loginCommand(), logoutCommand(), whoamiCommand()]);
  addEndpointCommands(program);
  add('Tools for models:', [toolsCommand(), callCommand()]);
  add('Jobs and requests:', [jobsCommand(), requestsCommand()]);
  add('Account:', routeCommands());
  program.commandsGroup('Shell:');
  tab(program, { completionCommandName: 'completion' });
  return program;
}

const names: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...catalogueEndpoints.map(({ id, fields }) => [id, new Set(fields.map(({ name }) => name))] as const),
  ...catalogueRoutes.map(
    ({ name, fields }) => [createCommandName(name), new Set(fields.map((field) => field.name))] as const,
  ),
]);

/** Returns a command line with the id of an endpoint instead of its path, and with the names of fields: `--country_code` for `--country-code`. */
export function withFieldNames(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const id = args[at]?.replace(/^\/?v1\//, '') ?? '';
  const fields = names.get(id);
  return args.map((arg, index) => {
    if (index === at) return fields ? id : arg;
    const [, option = '', value = ''] = /^--([\w-]+)(=.*)?$/s.exec(arg) ?? [];
    const field = option.replaceAll('-', '_');
    return fields?.has(field) && !commandOptions.has(option) ? `--${field}${value}` : arg;
  });
}
