import { Command } from 'commander';
import { FileResponse } from 'utility-api-client';
import { type CatalogueRoute, catalogueRoutes } from 'utility-api-client/catalogue';
import { connect } from './access.js';
import { type CommandOptions, withRequestOptions } from './command-options.js';
import { UsageError } from './failures.js';
import { addFieldOptions, type Fields, readFields } from './fields.js';
import { print, printText } from './output.js';
import { saveFile, withFormat } from './save-file.js';

/** Routes whose commands are written by hand: `whoami`, `jobs`, `requests`. */
const WRITTEN_BY_HAND: readonly string[] = ['account', 'jobs', 'requests', 'request'];

/** Returns the name of the command for a route: `create-token` for `createToken`. */
export const createCommandName = (route: string): string =>
  route.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Creates a command for each other route of the API. */
export const routeCommands = (): Command[] =>
  catalogueRoutes.filter(({ name }) => !WRITTEN_BY_HAND.includes(name)).map(routeCommand);

/** Creates the command for the requests of the account, or the timeline of one. */
export function requestsCommand(): Command {
  const requests = findRoute('requests');
  return routeCommand(requests)
    .argument('[id]', 'ID of a request, to show its timeline')
    .action(async (id: string | undefined, options: Fields & CommandOptions) =>
      id === undefined ? sendToRoute(requests, options) : print(await connect().request({ request_id: id }), options),
    );
}

/** Creates a command for a route, with an option for each of its fields. */
export function routeCommand(route: CatalogueRoute): Command {
  const { name, title, description, rules, fields, returnsFile } = route;
  const command = new Command(createCommandName(name)).summary(title).description(description);
  addFieldOptions(command, fields, rules);
  return withRequestOptions(command, returnsFile).action((options: Fields & CommandOptions) =>
    sendToRoute(route, options),
  );
}

/** Sends a request to a route, and prints or saves its response. */
export async function sendToRoute({ name, fields }: CatalogueRoute, options: Fields & CommandOptions): Promise<void> {
  const { save } = options;
  const input = readFields(fields, options);
  const request = save === undefined ? input : withFormat(fields, input, save);
  const response: unknown = await connect().callRoute(name, request);
  if (save !== undefined) print(await saveFile(response, save), options);
  else if (response instanceof FileResponse) await printFile(response);
  else print(response, options);
}

/** Media types that terminals can show. */
const TEXT = /^text\/|json|xml/;

async function printFile(file: FileResponse): Promise<void> {
  if (TEXT.test(file.type)) printText(await file.text());
  else if (process.stdout.isTTY)
    throw new UsageError(
      `The response is a file (${file.type}). Add --save ${file.name ?? '<file>'}, or redirect the output`,
    );
  else process.stdout.write(await file.bytes());
}

export function findRoute(name: CatalogueRoute['name']): CatalogueRoute {
  const route = catalogueRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`The catalogue has no ${name}`);
  return route;
}
