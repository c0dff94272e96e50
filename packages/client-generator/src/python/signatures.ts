import {
  type Call,
  type Field,
  fieldsOf,
  type OpenApiDocument,
  referredName,
  resolved,
  type Schema,
} from '../calls.js';
import { isKeyword, pascalField } from './text.js';
import type { Types } from './types-module.js';

/** One signature of a method: an operation has several if its response or its fields depend on the value of a field. */
export interface Signature {
  readonly fields: ReadonlyMap<string, Field>;
  /** Name of the type of the whole request, after which the types of objects in its fields are named. */
  readonly request: string;
  readonly response: string;
}

/** Options of requests, as parameters of all methods. */
export const OPTIONS = {
  timeout: 'float',
  max_retries: 'int',
  headers: 'Mapping[str, str]',
  idempotency_key: 'str',
  wait: 'int',
  callback_url: 'str',
} as const;

/** Returns the parameter of a field. Those that are named like a keyword have an underscore after their name. */
export const parameterName = (field: string): string => (isKeyword(field) ? `${field}_` : field);

/** Returns the parameter of an option. Those that are named like a field have an underscore after their name. */
export const optionName = (option: string, fields: ReadonlyMap<string, unknown>): string =>
  fields.has(option) ? `${option}_` : option;

/** Schema with the request fields that select it among the responses. */
type Response = Schema & { 'x-when'?: Readonly<Record<string, string>> };

/** Returns the signatures of an operation, the most specific first. */
export function listSignatures(call: Call, document: OpenApiDocument, types: Types): Signature[] {
  const { name, request, response } = call;
  const whole = types.typeOf(response, `${name}Response`, 'response');
  const all = {
    request: `${name}Request`,
    fields: fieldsOf(request, document),
    response: whole === 'bytes' ? 'File' : `${name}Response`,
  };
  const { oneOf = [], allOf = [], ...shared } = request;
  if (oneOf.length > 0)
    return oneOf.map((kind) => ({
      ...all,
      request: `${name}Request${referredName(kind.$ref ?? '')}`,
      fields: fieldsOf({ ...shared, allOf: [...allOf, kind] }, document),
    }));
  const members: readonly Response[] = response.anyOf ?? [];
  const conditions = members.flatMap(({ 'x-when': when }) => (when ? [when] : []));
  if (conditions.length === 0) return [all];
  return [...conditions.map((when) => specific(when, members, all, call, types)), all];
}

/** Returns the signature of requests with some values: other fields that select the response have their default. */
function specific(
  when: Readonly<Record<string, string>>,
  members: readonly Response[],
  all: Signature,
  { name }: Call,
  types: Types,
): Signature {
  const candidates = members.filter((member) => isPossible(member, when));
  const open = candidates.flatMap((member) => Object.keys(member['x-when'] ?? {})).filter((field) => !(field in when));
  const byDefault = open.flatMap((field) => {
    const value = all.fields.get(field)?.schema.default;
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  const values = { ...Object.fromEntries(byDefault), ...when };
  const responses = members
    .filter((member) => isPossible(member, values))
    .map((member) =>
      types.typeOf(member, `${name}Response${Object.values(when).map(pascalField).join('')}`, 'response'),
    );
  const fixed = Object.entries(values).map(([field, value]): [string, Field] => [
    field,
    { schema: { const: value }, isRequired: field in when },
  ]);
  return { ...all, fields: new Map([...all.fields, ...fixed]), response: [...new Set(responses)].join(' | ') };
}

/** True if a member may be the response to a request with these values. */
const isPossible = ({ 'x-when': when = {} }: Response, values: Readonly<Record<string, string>>): boolean =>
  Object.entries(when).every(([field, value]) => values[field] === undefined || values[field] === value);

/** Pages of a list: the field of the items, and those of the cursor in requests and responses. */
export interface Pages {
  readonly items: string;
  readonly itemSchema: Schema;
  readonly cursor: readonly [request: string, response: string];
}

const CURSORS = [
  ['after', 'next'],
  ['cursor', 'next_cursor'],
] as const;

/** Returns how an operation divides a list into pages; undefined if it does not. */
export function findPages({ request, response }: Call, document: OpenApiDocument): Pages | undefined {
  const asked = fieldsOf(request, document);
  const returned = fieldsOf(response, document);
  const cursor = CURSORS.find(([sent, received]) => asked.has(sent) && returned.has(received));
  const lists = [...returned].flatMap(([name, { schema }]) => {
    const { items } = resolved(schema, document);
    return items ? [{ items: name, itemSchema: items }] : [];
  });
  const [list] = lists;
  return cursor && list && lists.length === 1 ? { ...list, cursor } : undefined;
}

/** Returns the type of the items of pages. */
export const itemType = ({ items, itemSchema }: Pages, { name }: Call, types: Types): string =>
  types.typeOf(itemSchema, `${name}Response${pascalField(items)}Item`, 'response');

/** Returns the description of a field, with those of what it refers to. */
export const describe = ({ schema }: Field, document: OpenApiDocument): string =>
  schema.description ?? resolved(schema, document).description ?? '';
