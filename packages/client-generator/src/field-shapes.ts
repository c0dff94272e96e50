import { fieldsOf, type OpenApiDocument, resolved, type Schema } from './calls.js';

/** The fields of an object, each with those inside it: `true` where anything may stand, a list of one thing for a list. */
export type Shape = true | { [name: string]: Shape } | [Shape];

/** The names of the fields of a request, as clients check them. */
export const requestShape = (request: Schema, document: OpenApiDocument): { [name: string]: Shape } =>
  fieldShapes(request, document, []);

const fieldShapes = (schema: Schema, document: OpenApiDocument, around: readonly string[]): { [name: string]: Shape } =>
  Object.fromEntries(
    [...fieldsOf(schema, document)].map(([name, { schema: field }]) => [name, shapeOf(field, document, around)]),
  );

/**
 * Of what may be this or that nothing is known, as the service has it, nor of what is within something of its own name.
 *
 * @param around the names of what it is within
 */
function shapeOf(schema: Schema, document: OpenApiDocument, around: readonly string[]): Shape {
  const { $ref } = schema;
  if ($ref && around.includes($ref)) return true;
  const within = $ref ? [...around, $ref] : around;
  const { items } = resolved(schema, document);
  if (items) {
    const item = shapeOf(items, document, within);
    return item === true ? true : [item];
  }
  const fields = fieldShapes(schema, document, within);
  return Object.keys(fields).length === 0 ? true : fields;
}
