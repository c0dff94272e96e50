import { type Calls, listEvents, type OpenApiDocument } from '../calls.js';
import type { Shapes } from '../shapes.js';
import { apiModule } from './api-module.js';
import { apiStub } from './api-stub.js';
import { shapesModules } from './shapes-modules.js';
import { Types, typesModule } from './types-module.js';

/** Generates the modules of the Python client, by file. */
export function pythonFiles(
  calls: Calls,
  shapes: Shapes,
  errorTypes: readonly string[],
  document: OpenApiDocument,
): Record<string, string> {
  const events = listEvents(document);
  const types = new Types(calls, document, [...events.values()]);
  const stub = apiStub(calls, document, types);
  return {
    '__init__.py': '',
    'api.py': apiModule(calls, document),
    'api.pyi': stub,
    'errors.py': `"""Types of errors, for programs."""

from typing import Literal

ErrorType = Literal[
${errorTypes.map((type) => `    "${type}",\n`).join('')}]
`,
    ...shapesModules(shapes, calls),
    'types.py': typesModule(types, events),
  };
}
