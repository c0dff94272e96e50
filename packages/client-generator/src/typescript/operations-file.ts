import type { Calls, OpenApiDocument } from '../calls.js';
import { requestShape } from '../field-shapes.js';

/** What the client must know of endpoints and routes when it runs: where routes are, and which fields there are. */
export function operationsFile({ groups, routes }: Calls, document: OpenApiDocument): string {
  const calls = groups.flatMap((group) => group.calls);
  // How a file is asked for is no field of a request's type, but it is sent.
  const endpoints = calls.map(({ id, request, answersFiles }) => [
    id,
    { ...requestShape(request, document), ...(answersFiles ? { download: true } : {}) },
  ]);
  const beside = routes.map(({ id, http, path, request }) => [
    id,
    { method: http, path, fields: requestShape(request, document) },
  ]);
  return `import type { RouteFacts } from '../client.js';
import type { Fields } from '../unknown-fields.js';

/** The fields of each endpoint, by its id. */
export const endpoints: Readonly<Record<string, Fields>> = ${JSON.stringify(Object.fromEntries(endpoints))};

/** The routes beside the endpoints, by name. */
export const routes: Readonly<Record<string, RouteFacts>> = ${JSON.stringify(Object.fromEntries(beside))};
`;
}
