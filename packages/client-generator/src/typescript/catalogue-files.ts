import { type Call, type Calls, type Field, type OpenApiDocument, partsOf, resolved, type Schema } from '../calls.js';
import { constantName } from './text.js';

/** What can be called, in words: for command lines, forms and whatever else shows it to people. */
export function catalogueFiles({ groups, routes }: Calls, document: OpenApiDocument): Record<string, string> {
  const fields = new FieldWriter(document);
  const endpoints = groups.flatMap(({ title: group, calls }) =>
    calls.map(({ id, credits, answersFiles, ...call }) => entry({ id, group, credits, answersFiles }, call, fields)),
  );
  const beside = routes.map(({ id: name, ...call }) => entry({ name }, call, fields));
  return {
    'catalogue-fields.ts': `import type { CatalogueField } from '../catalogue.js';

// The fields that several requests have in common.

${[...fields.shared].map(([name, list]) => `export const ${constantName(name)}: readonly CatalogueField[] = ${list};\n`).join('\n')}`,
    'catalogue.ts': `import type { CatalogueEndpoint, CatalogueRoute } from '../catalogue.js';
import * as shared from './catalogue-fields.js';

/** All endpoints, by group. */
export const catalogueEndpoints: readonly CatalogueEndpoint[] = [${endpoints.join(', ')}];

/** The routes beside them. */
export const catalogueRoutes: readonly CatalogueRoute[] = [${beside.join(', ')}];
`,
  };
}

function entry(
  facts: object,
  { title, about, rules, request }: Pick<Call, 'title' | 'about' | 'rules' | 'request'>,
  fields: FieldWriter,
): string {
  const said = Object.entries({ ...facts, title, about, rules }).map(
    ([name, fact]) => `${name}: ${JSON.stringify(fact)}`,
  );
  return `{ ${said.join(', ')}, fields: ${fields.written(request, 'shared.')} }`;
}

/** Writes down the fields of requests, those that have a name together by that name. */
class FieldWriter {
  /** By name, nothing before what it mentions. */
  readonly shared = new Map<string, string>();

  constructor(private readonly document: OpenApiDocument) {}

  /** @param from where the shared ones are */
  written(schema: Schema, from = ''): string {
    const { includes, own } = partsOf(schema, this.document);
    for (const name of includes) this.share(name);
    const spread = includes.map((name) => `...${from}${constantName(name)}`);
    return `[${[...spread, ...[...own].map((field) => JSON.stringify(this.described(...field)))].join(', ')}]`;
  }

  private share(name: string): void {
    const schema = this.document.components.schemas[name];
    if (schema && !this.shared.has(name)) this.shared.set(name, this.written(schema));
  }

  private described(name: string, { schema, isRequired }: Field) {
    const field = resolved(schema, this.document);
    const { description: about, default: byDefault } = { ...field, ...schema };
    const items = field.items && resolved(field.items, this.document);
    const choices = (items ?? field).enum?.map(String);
    return { name, type: typeOf(field), items: items && typeOf(items), choices, about, default: byDefault, isRequired };
  }
}

const NAMED: Readonly<Record<string, string>> = { array: 'list' };
const KNOWN = ['string', 'number', 'integer', 'boolean', 'object'];

/** In a word; what may be this or that is anything. */
function typeOf({ type, enum: values, anyOf }: Schema): string {
  if (anyOf) return 'any';
  const said = type ?? typeof values?.[0];
  return NAMED[said] ?? (KNOWN.includes(said) ? said : 'any');
}
