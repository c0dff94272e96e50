import {
  type Call,
  type Calls,
  fieldsOf,
  type OpenApiDocument,
  partsOf,
  referredName,
  resolved,
  type Schema,
} from './calls.js';

/** What may stand in a field: anything, a list of one thing, the fields of an object, or those of one that has a name. */
export type Shape = 'anything' | { readonly list: Shape } | { readonly named: string } | Fields;

/** The fields of an object, each with those inside it. */
export interface Fields {
  /** The named objects whose fields are among these. */
  readonly includes: readonly string[];
  readonly own: ReadonlyMap<string, Shape>;
}

/** A call with the fields of its request. */
export type Shaped = Pick<Call, 'id' | 'http' | 'path'> & { readonly fields: Fields };

/** What clients must know of requests when they run: the names of their fields. */
export interface Shapes {
  /** What several of them may share, by name; nothing before what it mentions. */
  readonly named: ReadonlyMap<string, Fields>;
  readonly endpoints: readonly Shaped[];
  readonly routes: readonly Shaped[];
}

export function shapesOf({ groups, routes }: Calls, document: OpenApiDocument): Shapes {
  const reader = new ShapeReader(document);
  const endpoints = groups.flatMap(({ calls }) => calls);
  return {
    endpoints: endpoints.map((call) => ({ ...call, fields: withDownload(call, reader.fieldsIn(call.request, [])) })),
    routes: routes.map((call) => ({ ...call, fields: reader.fieldsIn(call.request, []) })),
    named: reader.named,
  };
}

/** How a file is asked for is no field of a request's type, but it is sent. */
const withDownload = ({ answersFiles }: Call, { includes, own }: Fields): Fields =>
  answersFiles ? { includes, own: new Map([...own, ['download', 'anything']]) } : { includes, own };

class ShapeReader {
  readonly named = new Map<string, Fields>();

  constructor(private readonly document: OpenApiDocument) {}

  /** @param around the names of what it is within */
  fieldsIn(schema: Schema, around: readonly string[]): Fields {
    const { includes, own } = partsOf(schema, this.document);
    for (const name of includes) this.define(name, around);
    return {
      includes,
      own: new Map([...own].map(([name, field]) => [name, this.shapeOf(field.schema, around)])),
    };
  }

  /** Of what may be this or that nothing is known, as the service has it, nor of what is within something of its own name. */
  private shapeOf(schema: Schema, around: readonly string[]): Shape {
    const named = schema.$ref && referredName(schema.$ref);
    if (named && around.includes(named)) return 'anything';
    const { items } = resolved(schema, this.document);
    if (items) {
      const item = this.shapeOf(items, around);
      return item === 'anything' ? item : { list: item };
    }
    if (fieldsOf(schema, this.document).size === 0) return 'anything';
    if (!named) return this.fieldsIn(schema, around);
    this.define(named, around);
    return { named };
  }

  private define(name: string, around: readonly string[]): void {
    const schema = this.document.components.schemas[name];
    if (schema && !this.named.has(name)) this.named.set(name, this.fieldsIn(schema, [...around, name]));
  }
}
