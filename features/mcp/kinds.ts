import type { ContractSchema } from '../docs/index.js';

/**
 * A contract that says, where a value depends on a word beside it, what it is for each word. In full, the schemas of all contents and
 * blocks would double the list of tools, which agents read before anything else; written short they are a twentieth of it.
 */
export function withKinds(contract: ContractSchema): ContractSchema {
  const { properties, items, variants } = contract;
  const inside = properties && mapValues(properties, (field) => withKinds(field));
  return {
    ...contract,
    ...(items && { items: withKinds(items) }),
    ...(inside && { properties: variants ? describeKinds(inside, variants) : inside }),
  };
}

function describeKinds(
  properties: Record<string, ContractSchema>,
  { by, of }: NonNullable<ContractSchema['variants']>,
): Record<string, ContractSchema> {
  return mapValues(properties, (field, name) => {
    if (field.type) return field;
    const kinds = Object.entries(of).flatMap(([word, { properties: { [name]: kind } = {} }]) =>
      kind ? [[word, shortly(kind)] as const] : [],
    );
    if (new Set(kinds.map(([, short]) => short)).size < 2) return field;
    const each = kinds.map(([word, short]) => `${word} ${short}`).join('; ');
    const start = field.description ? `${field.description}. ` : '';
    return { ...field, description: `${start}By ${by} (? need not be given, what has no type is text): ${each}` };
  });
}

/** Described by name elsewhere in the same tool. */
const ELSEWHERE = new Set(['Theme']);

/** What a value is, in the fewest signs that agents understand: `{ssid, hidden?: boolean, security?: WPA|WEP|nopass}`. */
function shortly(schema: ContractSchema): string {
  const { type, properties, items, named, refersTo, format } = schema;
  if (refersTo) return refersTo;
  if (named && ELSEWHERE.has(named.name)) return named.name;
  if (schema.enum) return schema.enum.join('|');
  if (items) return `[${shortly(items) || 'text'}]`;
  if (properties)
    return `{${Object.entries(properties)
      .map(([name, field]) => shortField(name, field, schema))
      .join(', ')}}`;
  if (type !== 'string') return type ?? 'anything';
  return format === 'web-address' ? 'url' : (format ?? exampleIn(schema.shape));
}

/** `a time as HH:MM (24 h)` → `HH:MM`. */
const exampleIn = (shape = ''): string => / as ([A-Z\d]{2}[\w:-]*)/.exec(shape)?.[1] ?? '';

function shortField(name: string, field: ContractSchema, { required = [] }: ContractSchema): string {
  const isNeeded = required.includes(name) && field.default === undefined;
  const short = shortly(field);
  return `${name}${isNeeded ? '' : '?'}${short === '' ? '' : `: ${short}`}`;
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, map: (value: T, key: string) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
