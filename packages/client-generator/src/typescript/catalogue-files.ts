import {
  allCalls,
  type Call,
  type Calls,
  type Field,
  listParts,
  type OpenApiDocument,
  resolveSchema,
  type Schema,
} from '../calls.js';
import { constantName } from './text.js';

/** Descriptions of all operations, for command lines and forms. */
export function catalogueFiles(calls: Calls, document: OpenApiDocument): Record<string, string> {
  const requests = allCalls(calls).map(({ request }) => request);
  const fields = new FieldWriter(requests, document);
  const endpoints = calls.groups.flatMap(({ title: group, calls }) =>
    calls.map(({ id, credits, returnsFile, ...call }) => entry({ id, group, credits, returnsFile }, call, fields)),
  );
  const beside = calls.routes.map(({ id: name, returnsFile, ...call }) => entry({ name, returnsFile }, call, fields));
  return {
    'catalogue-fields.ts': `import type { CatalogueField } from '../catalogue.js';

/** Fields that several requests have alike, by name. */
export const field: Readonly<Record<${[...fields.alike.keys()].map((name) => `'${name}'`).join(' | ')}, CatalogueField>> = { ${[...fields.alike].map(([name, literal]) => `${name}: ${literal}`).join(', ')} };
`,
    'catalogue-field-groups.ts': `import type { CatalogueField } from '../catalogue.js';
import { field } from './catalogue-fields.js';

// The fields that several requests have in common.

${[...fields.shared].map(([name, list]) => `export const ${constantName(name)}: readonly CatalogueField[] = ${list};\n`).join('\n')}`,
    'catalogue-endpoints.ts': `import type { CatalogueEndpoint } from '../catalogue.js';
${writeImports(endpoints)}

/** All endpoints, by group. */
export const catalogueEndpoints: readonly CatalogueEndpoint[] = [${endpoints.join(', ')}];
`,
    'catalogue-routes.ts': `import type { CatalogueRoute } from '../catalogue.js';
${writeImports(beside)}

/** The routes beside the endpoints. */
export const catalogueRoutes: readonly CatalogueRoute[] = [${beside.join(', ')}];
`,
  };
}

/** Writes the imports that entries need. The compiler refuses unused ones. */
const writeImports = (entries: readonly string[]): string =>
  [
    ...(entries.some((one) => one.includes('...groups.'))
      ? ["import * as groups from './catalogue-field-groups.js';"]
      : []),
    "import { field } from './catalogue-fields.js';",
  ].join('\n');

function entry(
  properties: object,
  { title, about: description, rules, request }: Pick<Call, 'title' | 'about' | 'rules' | 'request'>,
  fields: FieldWriter,
): string {
  const literals = Object.entries({ ...properties, title, description, rules }).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  return `{ ${literals.join(', ')}, fields: ${fields.writeFields(request, 'groups.')} }`;
}

/** Writes the fields of requests: each group of fields with a name once, and each field that several requests have once. */
class FieldWriter {
  /** Groups by name, each after those that it includes. */
  readonly shared = new Map<string, string>();
  /** By name, the field of that name that most requests have, if several have it. */
  readonly alike: ReadonlyMap<string, string>;

  constructor(
    requests: readonly Schema[],
    private readonly document: OpenApiDocument,
  ) {
    this.alike = findMostFrequent(this.listLiterals(requests, new Set()));
  }

  /**
   * Writes the fields of a request as a list.
   *
   * @param from module of the groups
   */
  writeFields(schema: Schema, from = ''): string {
    const { includes, own } = listParts(schema, this.document);
    for (const name of includes) this.share(name);
    const spread = includes.map((name) => `...${from}${constantName(name)}`);
    const fields = [...own].map(([name, field]) => {
      const literal = this.literal(name, field);
      return this.alike.get(name) === literal ? `field.${name}` : literal;
    });
    return `[${[...spread, ...fields].join(', ')}]`;
  }

  /** Lists the name and the literal of every field of requests; those of a group only once. */
  private listLiterals(schemas: readonly Schema[], seen: Set<string>): [name: string, literal: string][] {
    return schemas.flatMap((schema) => {
      const { includes, own } = listParts(schema, this.document);
      const unseen = includes.filter((name) => !seen.has(name));
      for (const name of unseen) seen.add(name);
      const included = unseen.flatMap((name) => this.document.components.schemas[name] ?? []);
      const fields = [...own].map(([name, field]): [string, string] => [name, this.literal(name, field)]);
      return [...this.listLiterals(included, seen), ...fields];
    });
  }

  private literal(name: string, field: Field): string {
    return JSON.stringify(this.describeField(name, field));
  }

  private share(name: string): void {
    const schema = this.document.components.schemas[name];
    if (schema && !this.shared.has(name)) this.shared.set(name, this.writeFields(schema));
  }

  private describeField(name: string, { schema, isRequired }: Field) {
    const field = resolveSchema(schema, this.document);
    const { description, default: byDefault } = { ...field, ...schema };
    const items = field.items && resolveSchema(field.items, this.document);
    const choices = (items ?? field).enum?.map(String);
    return {
      name,
      type: typeOf(field),
      items: items && typeOf(items),
      choices,
      description,
      default: byDefault,
      isRequired,
    };
  }
}

/** Returns the literal that is most frequent for each name, if it occurs more than once. */
function findMostFrequent(literals: readonly (readonly [name: string, literal: string])[]): Map<string, string> {
  const times = new Map<string, number>();
  const most = new Map<string, string>();
  for (const [name, literal] of literals) {
    const now = (times.get(literal) ?? 0) + 1;
    times.set(literal, now);
    if (now > Math.max(1, times.get(most.get(name) ?? '') ?? 0)) most.set(name, literal);
  }
  return most;
}

const NAMED: Readonly<Record<string, string>> = { array: 'list' };
const KNOWN = ['string', 'number', 'integer', 'boolean', 'object'];

/** Returns the type of a field in a word: `any` for one that may have several. */
function typeOf({ type, enum: values, anyOf }: Schema): string {
  if (anyOf) return 'any';
  const name = type ?? typeof values?.[0];
  return NAMED[name] ?? (KNOWN.includes(name) ? name : 'any');
}
