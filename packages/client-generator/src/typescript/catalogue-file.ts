import { type Call, type Calls, fieldsOf, type OpenApiDocument, resolved, type Schema } from '../calls.js';

/** What can be called, in words: for command lines, forms and whatever else shows it to people. */
export function catalogueFile({ groups, routes }: Calls, document: OpenApiDocument): string {
  const endpoints = groups.flatMap(({ title: group, calls }) =>
    calls.map(({ id, credits, answersFiles, ...call }) => ({
      id,
      group,
      credits,
      answersFiles,
      ...entry(call, document),
    })),
  );
  const beside = routes.map(({ id: name, ...call }) => ({ name, ...entry(call, document) }));
  return `import type { CatalogueEndpoint, CatalogueRoute } from '../catalogue.js';

/** All endpoints, by group. */
export const catalogueEndpoints: readonly CatalogueEndpoint[] = ${JSON.stringify(endpoints)};

/** The routes beside them. */
export const catalogueRoutes: readonly CatalogueRoute[] = ${JSON.stringify(beside)};
`;
}

const entry = (
  { title, about, rules, request }: Pick<Call, 'title' | 'about' | 'rules' | 'request'>,
  document: OpenApiDocument,
) => ({
  title,
  about,
  rules,
  fields: [...fieldsOf(request, document)].map(([name, { schema, isRequired }]) => {
    const field = resolved(schema, document);
    const { description: about, default: byDefault } = { ...field, ...schema };
    const items = field.items && resolved(field.items, document);
    const choices = (items ?? field).enum?.map(String);
    return { name, type: typeOf(field), items: items && typeOf(items), choices, about, default: byDefault, isRequired };
  }),
});

const NAMED: Readonly<Record<string, string>> = { array: 'list' };
const KNOWN = ['string', 'number', 'integer', 'boolean', 'object'];

/** In a word; what may be this or that is anything. */
function typeOf({ type, enum: values, anyOf }: Schema): string {
  if (anyOf) return 'any';
  const said = type ?? typeof values?.[0];
  return NAMED[said] ?? (KNOWN.includes(said) ? said : 'any');
}
