import { Command } from 'commander';
import { FileResponse } from 'utility-api-client';
import { type CatalogueRoute, catalogueRoutes } from 'utility-api-client/catalogue';
import { connect } from './access.js';
import { addFieldOptions, type Fields, fieldsGiven } from './fields.js';
import { print } from './output.js';
import { type OwnOptions, withJson } from './own-options.js';

/** Routes that have a command made by hand: `whoami`, `jobs`, `requests`. */
const BY_HAND: readonly string[] = ['account', 'jobs', 'requests', 'request'];

/** The name of a route as a command: `createToken` is `create-token`. */
export const nameOf = (route: string): string => route.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Adds a command for each other route of the API. */
export function addRouteCommands(program: Command): void {
  for (const route of catalogueRoutes) {
    if (!BY_HAND.includes(route.name)) program.addCommand(routeCommand(route).copyInheritedSettings(program));
  }
}

/** The requests of the account, or the timeline of one. */
export function requestsCommand(): Command {
  const requests = routeNamed('requests');
  return routeCommand(requests)
    .argument('[id]', 'ID of a request, to show its timeline')
    .action(async (id: string | undefined, options: Fields & OwnOptions) =>
      id === undefined ? askRoute(requests, options) : print(await connect().request({ request_id: id }), options),
    );
}

/** Creates a command for a route, with an option for each of its fields. */
export function routeCommand(route: CatalogueRoute): Command {
  const { name, description, rules, fields } = route;
  const command = new Command(nameOf(name)).description(description);
  addFieldOptions(command, fields, rules);
  return withJson(command).action((options: Fields & OwnOptions) => askRoute(route, options));
}

export async function askRoute({ name, fields }: CatalogueRoute, options: Fields & OwnOptions): Promise<void> {
  const response: unknown = await connect().callRoute(name, fieldsGiven(fields, options));
  if (response instanceof FileResponse) process.stdout.write(await response.text());
  else print(response, options);
}

export function routeNamed(name: CatalogueRoute['name']): CatalogueRoute {
  const route = catalogueRoutes.find((one) => one.name === name);
  if (!route) throw new Error(`The catalogue has no ${name}`);
  return route;
}
