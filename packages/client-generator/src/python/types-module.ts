import { type Calls, fieldsOf, type OpenApiDocument, referredName, resolved, type Schema } from '../calls.js';
import { docstring, isName, literal, pascalCase, quoted } from './text.js';

const HEAD = `"""Requests and answers, named after their endpoints, and what several of them share."""

from typing import Any, Literal, NotRequired, TypedDict, Union
`;

/** The types of requests and answers: what stands inside an object has a name of its own, made of the names around it. */
export function typesModule({ groups, routes }: Calls, document: OpenApiDocument): string {
  const declared = new Map<string, string>();
  const types = new Types(document, declared);
  const { Error: _, ...shared } = document.components.schemas;
  for (const [name, schema] of Object.entries(shared)) types.declare(name, schema);
  for (const { name, request, response } of [...groups.flatMap(({ calls }) => calls), ...routes]) {
    types.declare(`${name}Request`, request);
    types.declare(`${name}Answer`, response);
  }
  const all = `__all__ = [\n${[...declared.keys()].map((name) => `    "${name}",\n`).join('')}]\n`;
  return [`${HEAD}\n${all}`, ...declared.values()].join('\n\n');
}

/** Binary content. */
const FILE = 'bytes';

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

class Types {
  constructor(
    private readonly document: OpenApiDocument,
    /** Named declarations, each after those that it refers to unless they are recursive. */
    private readonly declared: Map<string, string>,
  ) {}

  /** Names that are being declared. */
  readonly #begun = new Set<string>();

  /** Declares a type of this name. */
  declare(name: string, schema: Schema): void {
    if (this.declared.has(name)) return;
    this.#begun.add(name);
    const isObject = resolved(schema, this.document).type === 'object';
    if (schema.oneOf) this.#declareKinds(name, schema);
    else if (isObject && !schema.$ref && fieldsOf(schema, this.document).size > 0) this.#declareObject(name, schema);
    else this.declared.set(name, `${name} = ${this.#typeOf(schema, name)}\n`);
  }

  /** Each kind of an object is a type; those that share fields around them have them all. */
  #declareKinds(name: string, schema: Schema): void {
    const { oneOf = [], allOf = [], ...shared } = schema;
    const isShared = allOf.length > 0 || Object.keys(shared.properties ?? {}).length > 0;
    const kinds = oneOf.map((kind) => {
      if (!isShared) return this.#typeOf(kind, name);
      const own = name + referredName(kind.$ref ?? '');
      this.declare(own, { ...shared, type: 'object', allOf: [...allOf, kind] });
      return own;
    });
    // A recursive type is declared later, so its name is quoted, which only a Union allows.
    this.declared.set(name, `${name} = Union[${kinds.join(', ')}]\n`);
  }

  #declareObject(name: string, schema: Schema): void {
    const fields = [...fieldsOf(schema, this.document)].map(([field, { schema: inside, isRequired }]) => {
      const type = this.#typeOf(inside, name + pascalCase(field.split(/[^A-Za-z0-9]+/)));
      const about = inside.description ?? resolved(inside, this.document).description;
      return { field, type: isRequired ? type : `NotRequired[${type}]`, about };
    });
    const about = schema.description ? [`${docstring([schema.description], '    ')}\n`] : [];
    const isClass = fields.every(({ field }) => isName(field));
    this.declared.set(
      name,
      isClass
        ? [
            `class ${name}(TypedDict):\n`,
            ...about,
            ...fields.map(
              ({ field, type, about }) => `    ${field}: ${type}\n${about ? `${docstring([about], '    ')}\n` : ''}`,
            ),
          ].join('')
        : [
            `${name} = TypedDict(\n    "${name}",\n    {\n`,
            ...fields.map(
              ({ field, type, about }) => `${about ? `        # ${about}\n` : ''}        "${field}": ${type},\n`,
            ),
            '    },\n)\n',
          ].join(''),
    );
  }

  /** @param name what an object that has none is called */
  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref) {
      const shared = referredName(schema.$ref);
      if (this.#begun.has(shared) && !this.declared.has(shared)) return quoted(shared);
      this.declare(shared, resolved({ $ref: schema.$ref }, this.document));
      return shared;
    }
    const { anyOf, oneOf, enum: values, const: only, items, type, format, additionalProperties } = schema;
    if (oneOf) {
      this.declare(name, schema);
      return name;
    }
    if (anyOf) return this.#union(anyOf, name);
    if (values ?? only !== undefined) return `Literal[${(values ?? [only]).map((value) => literal(value)).join(', ')}]`;
    if (items) return `list[${this.#typeOf(items, `${name}Item`)}]`;
    if (type === 'object' && fieldsOf(schema, this.document).size > 0) {
      this.declare(name, schema);
      return name;
    }
    if (type === 'object')
      return `dict[str, ${additionalProperties ? this.#typeOf(additionalProperties, `${name}Value`) : 'Any'}]`;
    if (format === 'binary') return FILE;
    return SIMPLE[type ?? ''] ?? 'Any';
  }

  #union(schemas: readonly Schema[], name: string): string {
    const objects = schemas.filter(({ type, $ref }) => type === 'object' && !$ref);
    const types = schemas.map((schema) => {
      const number = objects.length > 1 && objects.includes(schema) ? objects.indexOf(schema) + 1 : '';
      return this.#typeOf(schema, `${name}${number}`);
    });
    return [...new Set(types)].join(' | ');
  }
}
