import type { Endpoint, Group } from '../../shared/endpoint.js';
import { camelCase, groupSlug } from '../../shared/openapi/names.js';
import { publicSchema } from '../../shared/openapi/public-schema.js';
import { nameOf, pathFields, serviceRoutes } from '../../shared/openapi/service-routes.js';
import type { ServiceRoute } from '../../shared/service-route.js';
import { NOTICE, typeName } from './group-file.js';
import { typeOf } from './types.js';

/** Routes with a parameter in their path have methods written by hand. */
const methodRoutes = serviceRoutes.filter((route) => pathFields(route).length === 0);

/** The file of the client itself: a property for each group, a method for each route beside the endpoints. */
export async function indexFile(groups: readonly Group[], endpoints: readonly Endpoint[]): Promise<string> {
  const types = await Promise.all(methodRoutes.map(routeTypes));
  return [
    NOTICE,
    `import { Client } from '../client.js';`,
    `import type { CallOptions } from '../options.js';`,
    `import { withQuery } from '../transport.js';`,
    ...groups.map((group) => importLine(group, endpoints)),
    '',
    ...groups.map((group) => `export * from './${groupSlug(group)}.js';`),
    '',
    ...types,
    '/** Requests and answers of all endpoints, by id. */',
    'export type Endpoints = {',
    ...endpoints.map((one) => `'${one.id}': { request: ${typeName(one)}Request; answer: ${typeName(one)}Answer };`),
    '};',
    '',
    '/** The service: every endpoint is a method of its group. */',
    'export class UtilityApi extends Client<Endpoints> {',
    ...groups.map(
      (group) =>
        `/** ${group.summary}. */\nreadonly ${camelCase(group.id)} = ${camelCase(group.id)}(this.transport);\n`,
    ),
    ...methodRoutes.map(method),
    '}',
    '',
  ].join('\n');
}

function importLine(group: Group, endpoints: readonly Endpoint[]): string {
  const names = endpoints
    .filter((endpoint) => endpoint.group === group)
    .flatMap((endpoint) => [`type ${typeName(endpoint)}Request`, `type ${typeName(endpoint)}Answer`]);
  return `import { ${[camelCase(group.id), ...names].join(', ')} } from './${groupSlug(group)}.js';`;
}

const routeTypeName = (route: ServiceRoute): string => {
  const { operationId } = nameOf(route);
  return operationId.charAt(0).toUpperCase() + operationId.slice(1);
};

const routeTypes = async (route: ServiceRoute): Promise<string> =>
  [
    await typeOf(publicSchema(route.request), `${routeTypeName(route)}Request`),
    await typeOf(publicSchema(route.response), `${routeTypeName(route)}Answer`),
  ].join('\n');

function method(route: ServiceRoute): string {
  const name = routeTypeName(route);
  const asked =
    route.method === 'GET'
      ? `{ method: 'GET', path: withQuery('${route.path}', request) }`
      : `{ method: 'POST', path: '${route.path}', body: request }`;
  return `/** ${route.summary}. Free. */
${nameOf(route).operationId}(request: ${name}Request = {}, options?: CallOptions): Promise<${name}Answer> {
  return this.transport.ask(${asked}, options);
}
`;
}
