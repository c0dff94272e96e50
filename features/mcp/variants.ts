import type { ContractSchema } from '../docs/index.js';

/**
 * Describes in words the fields of a contract whose schema depends on the value of another field. The full schemas of all variants would double
 * what an agent reads of these tools; abbreviated they are a twentieth of it.
 */
export function describeVariants(contract: ContractSchema): ContractSchema {
  const { properties, items, variants } = contract;
  const inside = properties && mapValues(properties, (field) => describeVariants(field));
  return {
    ...contract,
    ...(items && { items: describeVariants(items) }),
    ...(inside && { properties: variants ? describeFields(inside, variants) : inside }),
  };
}

function describeFields(
  properties: Record<string, ContractSchema>,
  { by, of }: NonNullable<ContractSchema['variants']>,
): Record<string, ContractSchema> {
  return mapValues(properties, (field, name) => {
    if (field.type || name === by) return field;
    const kinds = Object.entries(of).flatMap(([word, { properties: { [name]: kind } = {} }]) =>
      kind ? [[word, abbreviate(kind)] as const] : [],
    );
    if (new Set(kinds.map(([, short]) => short)).size < 2) return field;
    const each = kinds.map(([word, short]) => `${word} ${short}`).join('; ');
    const start = field.description ? `${field.description}. ` : '';
    return { ...field, description: `${start}Depends on ${by} (? is optional; no type means text): ${each}` };
  });
}

/** Schemas that the same tool describes elsewhere by name. */
const NAMED = new Set(['Theme']);

/** Abbreviates a schema in a form that agents understand: `{ssid, hidden?: boolean, security?: WPA|WEP|nopass}`. */
function abbreviate(schema: ContractSchema): string {
  const { type, properties, items, named, refersTo, format, variants } = schema;
  if (refersTo) return refersTo;
  if (variants) return Object.values(variants.of).map(abbreviate).join(' or ');
  if (named && NAMED.has(named.name)) return named.name;
  if (schema.enum) return schema.enum.join('|');
  if (schema.const !== undefined) return String(schema.const);
  if (items) return `[${abbreviate(items) || 'text'}]`;
  if (properties)
    return `{${Object.entries(properties)
      .map(([name, field]) => abbreviateField(name, field, schema))
      .join(', ')}}`;
  if (type !== 'string') return type ?? 'anything';
  return format === 'web-address' ? 'url' : (format ?? findExample(schema.shape));
}

/** Finds the example in the description of a shape: `a time as HH:MM (24 h)` → `HH:MM`. */
const findExample = (shape = ''): string => / as ([A-Z\d]{2}[\w:-]*)/.exec(shape)?.[1] ?? '';

function abbreviateField(name: string, field: ContractSchema, { required = [] }: ContractSchema): string {
  const isNeeded = required.includes(name) && field.default === undefined;
  const short = abbreviate(field);
  return `${name}${isNeeded ? '' : '?'}${short === '' ? '' : `: ${short}`}`;
}

/** Maps the values of a record. */
export const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => U,
): Record<string, U> => Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
