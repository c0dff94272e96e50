import type { Calls } from '../calls.js';
import type { Shape, Shapes } from '../shapes.js';
import { quoted } from './text.js';

/** Generates the modules of endpoints and routes that the client needs at run time. */
export function shapesModules({ named, endpoints, routes }: Shapes, { groups }: Calls): Record<string, string> {
  const groupById = new Map(groups.flatMap(({ name, calls }) => calls.map(({ id }) => [id, name.join('-')])));
  const shared = [...named].map(([name, fields]) => `${constant(name)}: Fields = ${literal(fields, { from: '' })}\n`);
  const ofEndpoints = endpoints.map(
    ({ id, fields }) =>
      `    ${quoted(id)}: Endpoint(group="${groupById.get(id)}", fields=${literal(fields, { depth: 1 })}),\n`,
  );
  const ofRoutes = routes.map(
    ({ id, http, path, fields }) =>
      `    "${id}": Route(method="${http}", path="${path}", fields=${literal(fields, { depth: 1 })}),\n`,
  );
  return {
    'shapes.py': `"""Fields that several requests share."""

from .._unknown_fields import Fields

${shared.join('\n')}`,
    'operations.py': `"""Endpoints by id, and routes of the account API by name, with their fields."""

from collections.abc import Mapping

from .._routes import Endpoint, Route
from . import shapes

ENDPOINTS: Mapping[str, Endpoint] = {
${ofEndpoints.join('')}}

ROUTES: Mapping[str, Route] = {
${ofRoutes.join('')}}
`,
  };
}

/** `PageDocument` → `PAGE_DOCUMENT`. */
const constant = (name: string): string => name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_').toUpperCase();

/**
 * Writes a shape, one field to a line.
 *
 * @param from module of the constants of named shapes
 */
function literal(shape: Shape, { from = 'shapes.', depth = 0 }: { from?: string; depth?: number }): string {
  if (shape === 'anything') return 'True';
  if ('named' in shape) return `${from}${constant(shape.named)}`;
  if ('list' in shape) return `[${literal(shape.list, { from, depth })}]`;
  const { includes, own } = shape;
  const [only, ...others] = includes;
  if (only && others.length === 0 && own.size === 0) return `${from}${constant(only)}`;
  const lines = [
    ...includes.map((name) => `**${from}${constant(name)}`),
    ...[...own].map(([name, field]) => `${quoted(name)}: ${literal(field, { from, depth: depth + 1 })}`),
  ];
  const indent = '    '.repeat(depth);
  return lines.length === 0 ? '{}' : `{\n${lines.map((line) => `${indent}    ${line},\n`).join('')}${indent}}`;
}
