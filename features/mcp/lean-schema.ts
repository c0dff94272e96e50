import type { ContractSchema } from '../docs/index.js';
import { mapValues } from './variants.js';

/**
 * The schema of a value in lists of tools. OpenAI, Anthropic and Gemini take all of its keywords; it has neither combinators nor values without a
 * type, and every object has fields. Fields that it leaves out are allowed.
 */
export interface LeanSchema {
  type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  description?: string;
  enum?: readonly string[];
  properties?: Record<string, LeanSchema>;
  required?: readonly string[];
  items?: LeanSchema;
}

/** The lean schema of an object. */
export type LeanObject = LeanSchema & { type: 'object'; properties: Record<string, LeanSchema> };

/**
 * Creates the lean schema of an object of a contract: its ordinary fields, each with one type and few words.
 *
 * @param isVariant true within variants, whose fields have a description only if it is brief
 */
export function createLeanObject(
  { properties = {}, required = [], variants }: ContractSchema,
  isVariant = false,
): LeanObject {
  const shown = Object.entries(properties).flatMap(([name, field]) => {
    const lean = field.advanced ? undefined : createLeanField(name, field, variants, isVariant);
    return lean ? [[name, lean] as const] : [];
  });
  const own = Object.fromEntries(shown);
  const { properties: more = {}, required: neededMore = [] } =
    mergeAll(listOrdinary(variants).map(([, variant]) => createLeanObject(variant, true))) ?? {};
  const isNew = (name: string) => !(name in properties);
  const needed = [
    ...required.filter((name) => name in own && properties[name]?.default === undefined),
    ...neededMore.filter(isNew),
  ];
  const all = { ...own, ...Object.fromEntries(Object.entries(more).filter(([name]) => isNew(name))) };
  return { type: 'object', properties: all, ...(needed.length > 0 && { required: needed }) };
}

type Variants = ContractSchema['variants'];

const listOrdinary = (variants: Variants): [string, ContractSchema][] =>
  Object.entries(variants?.of ?? {}).filter(([, { advanced }]) => !advanced);

/** Creates the schema of a field; undefined for an object without known fields, which some models refuse. */
function createLeanField(
  name: string,
  field: ContractSchema,
  variants: Variants,
  isVariant: boolean,
): LeanSchema | undefined {
  const lean = createLean(field, isVariant) ?? mergeVariants(name, variants);
  if (!lean) return undefined;
  const { description: listed, ...schema } = lean;
  const description = [describe(name, isVariant ? { brief: '', ...field } : field), listed].filter(Boolean).join(': ');
  return { ...schema, ...(description && { description }) };
}

/** Number of words of a list that is shown beside a brief description. A longer one is left to its examples. */
const LONGEST_ENUM = 10;

/** Creates the schema of a value without its description; undefined if the contract gives it no type. */
function createLean(schema: ContractSchema, isVariant: boolean): LeanSchema | undefined {
  const { type, items, anyOf, brief } = schema;
  const words = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (words) return { type: 'string', ...(words.length <= LONGEST_ENUM || !brief ? { enum: words.map(String) } : {}) };
  // A value of several kinds has the first of them, which serves most; the service accepts the others.
  if (anyOf?.[0]) return createLean(anyOf[0], isVariant);
  switch (type) {
    case 'object': {
      const object = createLeanObject(schema, isVariant);
      return Object.keys(object.properties).length > 0 ? object : undefined;
    }
    case 'array': {
      const item = items && createLean(items, isVariant);
      return item && { type, items: item };
    }
    case 'integer':
    case 'number':
    case 'string':
    case 'boolean':
      return { type };
    default:
      return undefined;
  }
}

/** Merges what a field is in all ordinary variants. Its description lists them, with the required fields of each. */
function mergeVariants(name: string, variants: Variants): LeanSchema | undefined {
  const kinds = listOrdinary(variants).flatMap(([word, { properties }]) => {
    const kind = properties?.[name];
    const lean = kind && createLean(kind, true);
    return lean ? [{ word, lean }] : [];
  });
  const merged = mergeAll(kinds.map(({ lean }) => lean));
  if (!merged) return undefined;
  const isComplete = Object.values(variants?.of ?? {}).every(({ advanced }) => !advanced);
  const listed = [
    ...kinds.map(({ word, lean }) => `${word} ${abbreviate(lean)}`.trim()),
    ...(isComplete ? [] : ['others: see find_tool']),
  ];
  return { ...withoutRequired(merged), description: listed.join('; ') };
}

/** Removes what is required inside a schema, which its description lists. */
function withoutRequired({ required: _, properties, items, ...schema }: LeanSchema): LeanSchema {
  return {
    ...schema,
    ...(properties && { properties: mapValues(properties, withoutRequired) }),
    ...(items && { items: withoutRequired(items) }),
  };
}

const mergeAll = (schemas: readonly LeanSchema[]): LeanSchema | undefined => {
  const [first, ...others] = schemas;
  return first && others.reduce(merge, first);
};

/** Merges two schemas into one that accepts the values of both, as far as they have the same type. */
function merge(one: LeanSchema, other: LeanSchema): LeanSchema {
  const { type, description, properties, items } = one;
  if (type !== other.type) return { type };
  const words = one.enum && other.enum && [...new Set([...one.enum, ...other.enum])];
  const required = one.required?.filter((name) => other.required?.includes(name)) ?? [];
  return {
    type,
    ...(description !== undefined && description === other.description && { description }),
    ...(words && { enum: words }),
    ...(properties && other.properties && { properties: mergeProperties(properties, other.properties) }),
    ...(required.length > 0 && { required }),
    ...(items && other.items && { items: merge(items, other.items) }),
  };
}

function mergeProperties(
  one: Record<string, LeanSchema>,
  other: Record<string, LeanSchema>,
): Record<string, LeanSchema> {
  const merged = Object.entries(other).map(([name, field]) => {
    const known = one[name];
    return [name, known ? merge(known, field) : field] as const;
  });
  return { ...one, ...Object.fromEntries(merged) };
}

/** Abbreviates a schema to the names of the fields that a value needs: `{title, start}`; empty if it needs none. */
function abbreviate({ items, properties = {}, required = [] }: LeanSchema): string {
  if (items) {
    const item = abbreviate(items);
    return item && `[${item}]`;
  }
  const fields = required.map((name) => {
    const inside = properties[name] && abbreviate(properties[name]);
    return inside ? `${name}: ${inside}` : name;
  });
  return fields.length === 0 ? '' : `{${fields.join(', ')}}`;
}

/** Describes a field in few words, else by the format of its value; empty if its name says it. */
function describe(name: string, { brief, description = '', shape = '', format }: ContractSchema): string {
  const words = brief ?? (repeats(name, description) ? '' : description);
  return words || (format === 'date' ? 'YYYY-MM-DD' : (FORMAT_IN_SHAPE.exec(shape)?.[1] ?? ''));
}

/** The format that a shape names in capitals or digits: `HH:MM` in “a time as HH:MM (24 h)”. */
const FORMAT_IN_SHAPE = / as ([A-Z\d]{2}[\w:-]*:[\w:-]*|[A-Z]{2}[A-Z-]*-[A-Z-]+)/;

const FILLERS = new Set(['of', 'the', 'a', 'an', 'its', 'text', 'field']);

/** True if a description says no more than a name: “Date of birth” of `birth_date`. */
function repeats(name: string, description: string): boolean {
  const known = new Set(name.toLowerCase().split(/[_\W]+/));
  const words = description.toLowerCase().split(/\W+/).filter(Boolean);
  return words.every((word) => known.has(word) || FILLERS.has(word));
}
