import {
  type Call,
  type Calls,
  listFields,
  listParts,
  type OpenApiDocument,
  referredName,
  resolveSchema,
  type Schema,
} from './calls.js';

/** Shape of a field: anything, a list of one shape, the fields of an object, or a named shape. */
export type Shape = 'anything' | { readonly list: Shape } | { readonly named: string } | Fields;

/** The fields of an object, each with those inside it. */
export interface Fields {
  /** The named objects whose fields are among these. */
  readonly includes: readonly string[];
  readonly own: ReadonlyMap<string, Shape>;
}

/** A call with the fields of its request. */
type Shaped = Pick<Call, 'id' | 'http' | 'path' | 'paging'> & { readonly fields: Fields };

/** Field names of requests, which clients need at run time. */
export interface Shapes {
  /** Named shapes that several requests share, each after those that it refers to. */
  readonly named: ReadonlyMap<string, Fields>;
  readonly endpoints: readonly Shaped[];
  readonly routes: readonly Shaped[];
}

export function readShapes({ groups, routes }: Calls, document: OpenApiDocument): Shapes {
  const reader = new ShapeReader(document);
  const endpoints = groups.flatMap(({ calls }) => calls);
  return {
    endpoints: endpoints.map((call) => ({ ...call, fields: withDownload(call, reader.fieldsIn(call.request, [])) })),
    routes: routes.map((call) => ({ ...call, fields: reader.fieldsIn(call.request, []) })),
    named: reader.named,
  };
}

/** The field that requests a file is sent, but is not part of a request's type. */
const withDownload = ({ returnsFile }: Call, { includes, own }: Fields): Fields =>
  returnsFile ? { includes, own: new Map([...own, ['download', 'anything']]) } : { includes, own };

class ShapeReader {
  readonly named = new Map<string, Fields>();

  constructor(private readonly document: OpenApiDocument) {}

  /** @param around names of the shapes that contain it */
  fieldsIn(schema: Schema, around: readonly string[]): Fields {
    const { includes, own } = listParts(schema, this.document);
    for (const name of includes) this.define(name, around);
    return {
      includes,
      own: new Map([...own].map(([name, field]) => [name, this.readShape(field.schema, around)])),
    };
  }

  /** Returns the shape of a field. Unions and recursive shapes are not described, as in the service. */
  private readShape(schema: Schema, around: readonly string[]): Shape {
    const named = schema.$ref && referredName(schema.$ref);
    if (named && around.includes(named)) return 'anything';
    const { items } = resolveSchema(schema, this.document);
    if (items) {
      const item = this.readShape(items, around);
      return item === 'anything' ? item : { list: item };
    }
    if (listFields(schema, this.document).size === 0) return 'anything';
    if (!named) return this.fieldsIn(schema, around);
    this.define(named, around);
    return { named };
  }

  private define(name: string, around: readonly string[]): void {
    const schema = this.document.components.schemas[name];
    if (schema && !this.named.has(name)) this.named.set(name, this.fieldsIn(schema, [...around, name]));
  }
}
