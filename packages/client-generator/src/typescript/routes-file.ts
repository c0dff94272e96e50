import type { Calls, OpenApiDocument } from '../calls.js';
import { requestShape } from '../field-shapes.js';

/** What the client must know of the routes beside the endpoints when it runs: where they are, and which fields each takes. */
export function routesFile({ routes }: Calls, document: OpenApiDocument): string {
  const beside = routes.map(({ id, http, path, request }) => [
    id,
    { method: http, path, fields: requestShape(request, document) },
  ]);
  return `import type { RouteFacts } from '../client.js';

/** The routes beside the endpoints, by name. */
export const routes: Readonly<Record<string, RouteFacts>> = ${JSON.stringify(Object.fromEntries(beside))};
`;
}
