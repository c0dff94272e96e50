import { namedSchemas, namesIn } from '../../api/docs/openapi/named-schemas.js';
import type { JsonSchema } from '../../api/docs/openapi/public-schema.js';
import { serviceRoutes } from '../../api/docs/openapi/service-routes.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { typeOf } from './types.js';

/** A type that several endpoints share. */
export interface Shape {
  name: string;
  /** The file's name without its ending. */
  file: string;
  schema: JsonSchema;
}

export const shapes: readonly Shape[] = Object.entries(namedSchemas([...catalogue, ...serviceRoutes])).map(
  ([name, schema]) => ({ name, file: fileOf(name), schema }),
);

export const shapeFile = async ({ name, schema }: Shape): Promise<string> =>
  `${importShapes([schema], '.')}\n${await typeOf(schema, name)}`;

/** The lines that import the shared types to which these schemas refer. */
export const importShapes = (schemas: readonly JsonSchema[], folder: string): string =>
  namesIn(schemas)
    .map((name) => `import type { ${name} } from '${folder}/${fileOf(name)}.js';\n`)
    .join('');

function fileOf(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}
