import { camelCase, groupSlug } from '../../api/docs/openapi/names.js';
import { nameOf } from '../../api/docs/openapi/service-routes.js';
import type { ServiceRoute } from '../../shared/contract/route.js';
import { importTypes, ofRoute } from './exchange.js';
import { about, type Section } from './methods-file.js';

/** The file of the client itself: a property for each group, a method for each route beside the endpoints. */
export const clientFile = (sections: readonly Section[], routes: readonly ServiceRoute[]): string =>
  [
    `import { Client } from '../client.js';`,
    `import type { CallOptions } from '../options.js';`,
    `import { withQuery } from '../transport.js';`,
    ...routes.map(ofRoute).map((exchange) => importTypes(exchange, `./${exchange.folder}`)),
    `import type { Endpoints } from './endpoints.js';`,
    ...sections.map(({ group }) => `import { ${camelCase(group.id)} } from './${groupSlug(group)}/methods.js';`),
    '',
    '/** The service: every endpoint is a method of its group. */',
    'export class UtilityApi extends Client<Endpoints> {',
    ...sections.map(property),
    ...routes.map(method),
    '}',
    '',
  ].join('\n');

function property(section: Section): string {
  const name = camelCase(section.group.id);
  return `${about(section)}\nreadonly ${name} = ${name}(this.transport);\n`;
}

function method(route: ServiceRoute): string {
  const { name } = ofRoute(route);
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
