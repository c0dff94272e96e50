import type { Call, Calls, OpenApiDocument } from '../calls.js';
import { requestShape } from '../field-shapes.js';
import { apiModule } from './api-module.js';
import { literal } from './text.js';
import { typesModule } from './types-module.js';

/** The generated modules of the Python client, by file. */
export function pythonFiles(
  calls: Calls,
  errorTypes: readonly string[],
  document: OpenApiDocument,
): Record<string, string> {
  return {
    '__init__.py': '',
    'api.py': apiModule(calls),
    'errors.py': `"""What an error can be, for programs."""

from typing import Literal

ErrorType = Literal[
${errorTypes.map((type) => `    "${type}",\n`).join('')}]
`,
    'operations.py': operationsModule(calls, document),
    'types.py': typesModule(calls, document),
  };
}

/** What the client must know of endpoints and routes when it runs. */
function operationsModule({ groups, routes }: Calls, document: OpenApiDocument): string {
  const endpoints = groups
    .flatMap(({ calls }) => calls)
    .map(({ id, request, answersFiles }) => [
      id,
      { ...requestShape(request, document), ...(answersFiles ? { download: true } : {}) },
    ]);
  return `"""The fields of each endpoint by its id, and the routes beside them by name."""

from collections.abc import Mapping

from .._unknown_fields import Fields
from .._routes import Route

ENDPOINTS: Mapping[str, Fields] = ${literal(Object.fromEntries(endpoints))}

ROUTES: Mapping[str, Route] = {
${routes.map((route) => `    "${route.id}": ${routeOf(route, document)},\n`).join('')}}
`;
}

const routeOf = ({ http, path, request }: Call, document: OpenApiDocument): string =>
  `Route(method="${http}", path="${path}", fields=${literal(requestShape(request, document), 1)})`;
