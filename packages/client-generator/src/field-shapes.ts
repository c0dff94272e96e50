import { fieldsOf, type OpenApiDocument, resolved, type Schema } from './calls.js';

/** The fields of an object, each with those inside it: `true` where anything may stand, a list of one thing for a list. */
export type Shape = true | { [name: string]: Shape } | [Shape];

/** The names of the fields of a request, as clients check them. */
export const requestShape = (request: Schema, document: OpenApiDocument): { [name: string]: Shape } =>
  Object.fromEntries([...fieldsOf(request, document)].map(([name, { schema }]) => [name, shapeOf(schema, document)]));

/** Of what may be this or that nothing is known, as the service has it. */
function shapeOf(schema: Schema, document: OpenApiDocument): Shape {
  const { items } = resolved(schema, document);
  if (items) {
    const item = shapeOf(items, document);
    return item === true ? true : [item];
  }
  const fields = requestShape(schema, document);
  return Object.keys(fields).length === 0 ? true : fields;
}
