import { describe } from '../../../shared/contract/coerce.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { type JsonSchema, publicRequest } from '../../docs/index.js';

/** A field of an endpoint's request that a cell of a CSV can fill. */
export interface ItemField {
  /** Dotted path. */
  readonly path: string;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
  /** True if only the chosen variant has it. */
  readonly isSpecial: boolean;
  /** Allowed values; empty if there is no list of them. */
  readonly options: readonly string[];
  /** Default of the endpoint. */
  readonly byDefault: string | undefined;
  /** Value in the example of the endpoint. */
  readonly example: string | undefined;
}

/** Variants of a request, each with fields of its own. */
export interface Variants {
  /** Field that selects the variant. */
  readonly by: string;
  readonly names: readonly string[];
}

const SCALARS = new Set(['string', 'number', 'integer', 'boolean']);

/** Returns the variants of an endpoint; undefined if all requests have the same fields. */
export function findVariants({ request }: Pick<Endpoint, 'request'>): Variants | undefined {
  if (!hasVariants(request)) return undefined;
  const { by, of } = request.variants;
  // A hosted page is no row of a table.
  return { by, names: Object.keys(of).filter((name) => listSchema(Object(of[name])).length > 0) };
}

interface Varying {
  readonly variants: { readonly by: string; readonly of: Readonly<Record<string, object>> };
}

const hasVariants = (request: object): request is object & Varying => 'variants' in request;

/** Lists the fields of a request, or of one of its variants: those that only the variant has are first. */
export function listItemFields(endpoint: Endpoint, variant?: string): ItemField[] {
  const { request, fromHeaders, example } = endpoint;
  const shared = listSchema(publicRequest(endpoint));
  const chosen = variant !== undefined && hasVariants(request) ? request.variants.of[variant] : undefined;
  const special = chosen ? listSchema(publicRequest({ request: chosen, fromHeaders })) : [];
  const ofVariants = new Set(hasVariants(request) ? listVariantFields(request) : []);
  const by = hasVariants(request) ? request.variants.by : undefined;
  return [
    ...special.map((field) => ({ ...field, isSpecial: true })),
    ...shared.filter(({ path }) => variant === undefined || !ofVariants.has(path)),
  ]
    .filter(({ path }) => path !== by)
    .map((field) => ({ ...field, example: readExample(example.request, field.path) }));
}

const listVariantFields = ({ variants }: Varying): string[] =>
  Object.values(variants.of).flatMap((variant) => Object.keys(Object(variant).properties));

/** Lists all names that fields of an endpoint can have. */
export const listFieldPaths = (endpoint: Endpoint): string[] => [
  ...new Set([undefined, ...(findVariants(endpoint)?.names ?? [])].flatMap((variant) => listPaths(endpoint, variant))),
];

const listPaths = (endpoint: Endpoint, variant: string | undefined): string[] =>
  listItemFields(endpoint, variant).map(({ path }) => path);

/** A schema with the label of its field in forms. */
interface Titled extends JsonSchema {
  readonly title?: string;
  readonly properties?: Record<string, Titled>;
}

function listSchema({ properties = {}, required = [] }: Titled, outer = '', isNeeded = true): ItemField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = outer + name;
    const mustHave = isNeeded && required.includes(name);
    if (schema.properties) return listSchema(schema, `${path}.`, mustHave);
    if (!isScalar(schema)) return [];
    return [
      {
        path,
        label: schema.title ?? nameField(name),
        hint: schema.description ?? capitalize(describe(schema)),
        required: mustHave,
        isSpecial: false,
        options: listOptions(schema),
        byDefault: schema.default === undefined ? undefined : String(schema.default),
        example: undefined,
      },
    ];
  });
}

/** True if one cell can hold a value. A list takes one value as a list of one. */
function isScalar({ type, anyOf, items, enum: words, const: only }: JsonSchema): boolean {
  if (words || only !== undefined) return true;
  if (anyOf) return anyOf.some(isScalar);
  if (type === 'array') return items !== undefined && isScalar(items);
  return SCALARS.has(type ?? '');
}

function listOptions({ type, enum: words, const: only, items }: JsonSchema): string[] {
  if (type === 'boolean') return ['true', 'false'];
  if (only !== undefined) return [String(only)];
  return (words ?? (items ? listOptions(items) : [])).map(String);
}

const ABBREVIATIONS = /\b(vat|qr|id|url|ua|iban|bic|ssid|org)\b/gi;

/** `country_code` → `Country code`. */
export const nameField = (name: string): string =>
  capitalize(name.replaceAll('_', ' ')).replace(ABBREVIATIONS, (word) => word.toUpperCase());

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function readExample(request: unknown, path: string): string | undefined {
  const value = path.split('.').reduce<unknown>((outer, name) => Object(outer)[name], request);
  return value === undefined || typeof value === 'object' ? undefined : String(value);
}
