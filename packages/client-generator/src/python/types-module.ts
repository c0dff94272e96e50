import {
  allCalls,
  type Calls,
  listFields,
  type OpenApiDocument,
  referredName,
  resolveSchema,
  type Schema,
} from '../calls.js';
import { docstring, isName, literal, pascalField, quoted } from './text.js';

/** Generates the types of requests, responses and webhook events. */
export function typesModule(types: Types, events: ReadonlyMap<string, Schema>): string {
  for (const [name, schema] of events) types.declare(name, schema, 'response');
  const names = [...types.declared.keys(), 'WebhookEvent'];
  return [
    `"""Requests and responses, named after their operations, and the types that several of them share."""

from typing import Any, Literal, NotRequired, TypedDict, Union, final

from .._values import Day, Instant, Number

__all__ = [
${names.map((name) => `    "${name}",\n`).join('')}]
`,
    ...types.declared.values(),
    `WebhookEvent = Union[\n${[...events.keys()].map((name) => `    ${name},\n`).join('')}]\n"""Event of a webhook delivery."""\n`,
  ].join('\n\n');
}

/** Direction of a value. Requests accept more types: a Decimal as a number, a date as a day. */
type Direction = 'request' | 'response';

/** Type of binary content. */
const FILE = 'bytes';

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** Types that only requests accept, by type and format. */
const IN_REQUESTS: Readonly<Record<string, string>> = {
  number: 'Number',
  'string date': 'Day',
  'string date-time': 'Instant',
};

/** Types of the client. An object inside another one is named after the names around it. */
export class Types {
  /** Declarations by name, each after those that it refers to unless they are recursive. */
  readonly declared = new Map<string, string>();
  /** Names that are being declared. */
  readonly #begun = new Set<string>();
  /** Names of shared schemas that responses contain. */
  readonly #inResponses: ReadonlySet<string>;

  constructor(
    all: Calls,
    private readonly document: OpenApiDocument,
    events: readonly Schema[],
  ) {
    const calls = allCalls(all);
    this.#inResponses = listReferred([...calls.map(({ response }) => response), ...events], document);
    const { Error: _, ...shared } = document.components.schemas;
    for (const name of Object.keys(shared)) this.#refer(name);
    for (const { name, request, response } of calls) {
      this.declare(`${name}Request`, request, 'request');
      this.declare(`${name}Response`, response, 'response');
    }
  }

  /** Declares a type of this name. */
  declare(name: string, schema: Schema, direction: Direction): void {
    if (this.declared.has(name)) return;
    this.#begun.add(name);
    const isObject = resolveSchema(schema, this.document).type === 'object';
    if (schema.oneOf) this.#declareKinds(name, schema, direction);
    else if (isObject && !schema.$ref && listFields(schema, this.document).size > 0)
      this.#declareObject(name, schema, direction);
    else this.declared.set(name, `${name} = ${this.typeOf(schema, name, direction)}\n`);
  }

  /**
   * Returns the type of a schema, which is declared if necessary.
   *
   * @param name name of an object without a name
   */
  typeOf(schema: Schema, name: string, direction: Direction): string {
    if (schema.$ref) return this.#refer(referredName(schema.$ref));
    const { anyOf, oneOf, enum: values, const: only, items, type, format, additionalProperties } = schema;
    if (oneOf) {
      this.declare(name, schema, direction);
      return name;
    }
    if (anyOf) return this.#union(anyOf, name, direction);
    if (values ?? only !== undefined) return `Literal[${(values ?? [only]).map((value) => literal(value)).join(', ')}]`;
    if (items) return `list[${this.typeOf(items, `${name}Item`, direction)}]`;
    if (type === 'object' && listFields(schema, this.document).size > 0) {
      this.declare(name, schema, direction);
      return name;
    }
    if (type === 'object')
      return `dict[str, ${additionalProperties ? this.typeOf(additionalProperties, `${name}Value`, direction) : 'Any'}]`;
    if (format === 'binary') return FILE;
    const inRequests = IN_REQUESTS[format ? `${type} ${format}` : (type ?? '')];
    return (direction === 'request' && inRequests) || (SIMPLE[type ?? ''] ?? 'Any');
  }

  /** Returns the name of a shared schema, quoted if it is declared later. */
  #refer(shared: string): string {
    if (this.#begun.has(shared) && !this.declared.has(shared)) return quoted(shared);
    const schema = resolveSchema({ $ref: `#/components/schemas/${shared}` }, this.document);
    this.declare(shared, schema, this.#inResponses.has(shared) ? 'response' : 'request');
    return shared;
  }

  /** Declares each kind of an object, with the fields that all kinds share. */
  #declareKinds(name: string, schema: Schema, direction: Direction): void {
    const { oneOf = [], allOf = [], ...shared } = schema;
    const isShared = allOf.length > 0 || Object.keys(shared.properties ?? {}).length > 0;
    const kinds = oneOf.map((kind) => {
      if (!isShared) return this.typeOf(kind, name, direction);
      const own = name + referredName(kind.$ref ?? '');
      this.declare(own, { ...shared, type: 'object', allOf: [...allOf, kind] }, direction);
      return own;
    });
    // A recursive type is declared later, so its name is quoted, which only a Union allows.
    this.declared.set(name, `${name} = Union[${kinds.join(', ')}]\n`);
  }

  #declareObject(name: string, schema: Schema, direction: Direction): void {
    const fields = [...listFields(schema, this.document)].map(([field, { schema: inside, isRequired }]) => {
      const type = this.typeOf(inside, name + pascalField(field), direction);
      const description = inside.description ?? resolveSchema(inside, this.document).description;
      return { field, type: isRequired ? type : `NotRequired[${type}]`, description };
    });
    const description = schema.description ? [`${docstring([schema.description], '    ')}\n`] : [];
    const isClass = fields.every(({ field }) => isName(field));
    this.declared.set(
      name,
      isClass
        ? [
            `@final\nclass ${name}(TypedDict):\n`,
            ...description,
            ...fields.map(
              ({ field, type, description }) =>
                `    ${field}: ${type}\n${description ? `${docstring([description], '    ')}\n` : ''}`,
            ),
          ].join('')
        : [
            `${name} = TypedDict(\n    "${name}",\n    {\n`,
            ...fields.map(
              ({ field, type, description }) =>
                `${description ? `        # ${description}\n` : ''}        "${field}": ${type},\n`,
            ),
            '    },\n)\n',
          ].join(''),
    );
  }

  #union(schemas: readonly Schema[], name: string, direction: Direction): string {
    const objects = schemas.filter(({ type, $ref }) => type === 'object' && !$ref);
    const types = schemas.map((schema) => {
      const number = objects.length > 1 && objects.includes(schema) ? objects.indexOf(schema) + 1 : '';
      return this.typeOf(schema, `${name}${number}`, direction);
    });
    // Only a Union takes quoted names.
    const unique = [...new Set(types)];
    return unique.some((type) => type.startsWith('"')) ? `Union[${unique.join(', ')}]` : unique.join(' | ');
  }
}

/** Returns the names of the shared schemas that schemas refer to, directly and through others. */
function listReferred(schemas: readonly Schema[], { components }: OpenApiDocument): Set<string> {
  const found = new Set<string>();
  const visit = (schema: unknown): void => {
    for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = referredName(reference);
      if (found.has(name)) continue;
      found.add(name);
      visit(components.schemas[name] ?? {});
    }
  };
  schemas.forEach(visit);
  return found;
}
