import type { Calls, OpenApiDocument } from '../calls.js';
import type { Shapes } from '../shapes.js';
import { apiModule } from './api-module.js';
import { shapesModules } from './shapes-modules.js';
import { typesModule } from './types-module.js';

/** The generated modules of the Python client, by file. */
export function pythonFiles(
  calls: Calls,
  shapes: Shapes,
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
    ...shapesModules(shapes),
    'types.py': typesModule(calls, document),
  };
}
