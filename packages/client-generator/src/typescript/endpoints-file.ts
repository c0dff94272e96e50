import type { Calls, OpenApiDocument } from '../calls.js';
import { requestShape } from '../field-shapes.js';

/** What the client must know of the endpoints when it runs: which fields each takes. */
export function endpointsFile({ groups }: Calls, document: OpenApiDocument): string {
  const calls = groups.flatMap((group) => group.calls);
  // How a file is asked for is no field of a request's type, but it is sent.
  const endpoints = calls.map(({ id, request, answersFiles }) => [
    id,
    { ...requestShape(request, document), ...(answersFiles ? { download: true } : {}) },
  ]);
  return `import type { Fields } from '../unknown-fields.js';

/** The fields of each endpoint, by its id. */
export const endpoints: Readonly<Record<string, Fields>> = ${JSON.stringify(Object.fromEntries(endpoints))};
`;
}
