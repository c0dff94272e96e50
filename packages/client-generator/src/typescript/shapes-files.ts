import type { Paging } from '../calls.js';
import type { Shape, Shapes } from '../shapes.js';
import { constantName } from './text.js';

/** Fields of requests to endpoints and routes, which the client needs at run time. */
export function shapesFiles({ named, endpoints, routes }: Shapes): Record<string, string> {
  const shared = [...named].map(
    ([name, fields]) => `export const ${constantName(name)}: Fields = ${literal(fields, '')};\n`,
  );
  const ofEndpoints = endpoints.map(
    ({ id, fields, paging }) => `'${id}': { fields: ${literal(fields)}${pagingLiteral(paging)} },`,
  );
  const ofRoutes = routes.map(
    ({ id, http, path, fields, paging }) =>
      `${id}: { method: '${http}', path: '${path}', fields: ${literal(fields)}${pagingLiteral(paging)} },`,
  );
  return {
    'shapes.ts': `import type { Fields } from '../unknown-fields.js';

// The fields of what several requests have in common.

${shared.join('\n')}`,
    'endpoints.ts': `import type { EndpointDescription } from '../client.js';
import * as shapes from './shapes.js';

/** The endpoints, by id. */
export const endpoints: Readonly<Record<string, EndpointDescription>> = {
${ofEndpoints.join('\n')}
};
`,
    'routes.ts': `import type { RouteDescription } from '../client.js';
import * as shapes from './shapes.js';

/** The routes beside the endpoints, by name. */
export const routes: Readonly<Record<string, RouteDescription>> = {
${ofRoutes.join('\n')}
};
`,
  };
}

const pagingLiteral = (paging: Paging | undefined): string => (paging ? `, paging: ${JSON.stringify(paging)}` : '');

/** @param from where the constants of the named ones are */
function literal(shape: Shape, from = 'shapes.'): string {
  if (shape === 'anything') return 'true';
  if ('named' in shape) return `${from}${constantName(shape.named)}`;
  if ('list' in shape) return `[${literal(shape.list, from)}]`;
  const { includes, own } = shape;
  const [only, ...others] = includes;
  if (only && others.length === 0 && own.size === 0) return `${from}${constantName(only)}`;
  const spread = includes.map((name) => `...${from}${constantName(name)}`);
  return `{ ${[...spread, ...[...own].map(([name, field]) => `${name}: ${literal(field, from)}`)].join(', ')} }`;
}
