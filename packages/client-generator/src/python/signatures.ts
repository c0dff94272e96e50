import {
  type Call,
  type Field,
  listFields,
  type OpenApiDocument,
  referredName,
  resolveSchema,
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

/** Values of fields of a request. */
type Values = Readonly<Record<string, string>>;

/** Returns the signatures of an operation, the most specific first. */
export function listSignatures(call: Call, document: OpenApiDocument, types: Types): Signature[] {
  const { name, request, response } = call;
  const whole = types.typeOf(response, `${name}Response`, 'response');
  const all = {
    request: `${name}Request`,
    fields: listFields(request, document),
    response: whole === 'bytes' ? 'File' : `${name}Response`,
  };
  const { oneOf = [], allOf = [], ...shared } = request;
  if (oneOf.length > 0)
    return oneOf.map((kind) => ({
      ...all,
      request: `${name}Request${referredName(kind.$ref ?? '')}`,
      fields: listFields({ ...shared, allOf: [...allOf, kind] }, document),
    }));
  const conditions = listConditions(call);
  if (conditions.length === 0) return [all];
  return [...conditions.map((when) => createSpecific(when, call, all)), ...listOthers(conditions, call, all)];
}

/** Returns the different values that select a response or make fields required. */
function listConditions({ variants, requirements }: Call): Values[] {
  const all = [...variants, ...requirements].map(({ when }) => when);
  return [...new Map(all.map((when) => [JSON.stringify(when), when])).values()];
}

/** Returns the signature of requests with some values: other fields that select the response have their default. */
function createSpecific(when: Values, { variants, requirements }: Call, all: Signature): Signature {
  const open = variants.filter((variant) => isPossible(variant.when, when)).flatMap((one) => Object.keys(one.when));
  const byDefault = open.flatMap((field) => {
    const value = all.fields.get(field)?.schema.default;
    return typeof value === 'string' ? [[field, value] as const] : [];
  });
  const values: Values = { ...Object.fromEntries(byDefault), ...when };
  const responses = variants.filter((variant) => isPossible(variant.when, values)).map(({ name }) => name);
  const required = requirements
    .filter((one) => Object.entries(one.when).every(([field, value]) => values[field] === value))
    .flatMap(({ fields }) => fields);
  const fixed = Object.entries(values).map(([field, value]): [string, Field] => [
    field,
    { schema: { const: value }, isRequired: field in when },
  ]);
  const fields = new Map([...all.fields, ...fixed]);
  for (const name of required) {
    const field = fields.get(name);
    if (field) fields.set(name, { ...field, isRequired: true });
  }
  return { ...all, fields, response: responses.length > 0 ? [...new Set(responses)].join(' | ') : all.response };
}

/** Returns the signature of requests with values of which no condition speaks, if there are any. */
function listOthers(conditions: readonly Values[], { variants }: Call, all: Signature): Signature[] {
  const selecting = Object.keys(conditions[0] ?? {}).find((field) => conditions.every((when) => field in when));
  const field = selecting && all.fields.get(selecting);
  if (!selecting || !field) return [all];
  const values = field.schema.enum?.filter((value) => !conditions.some((when) => when[selecting] === value)) ?? [];
  if (values.length === 0) return [];
  if (variants.length > 0) throw new Error(`No response for ${selecting} ${values.join(', ')}`);
  return [{ ...all, fields: new Map([...all.fields, [selecting, { ...field, schema: { enum: values } }]]) }];
}

/** True if requests with some values may have others. */
const isPossible = (when: Values, values: Values): boolean =>
  Object.entries(when).every(([field, value]) => values[field] === undefined || values[field] === value);

/** Returns the type of the items of a list that is read page by page. */
export function itemType({ name, response, paging }: Call, document: OpenApiDocument, types: Types): string {
  const list: Schema = listFields(response, document).get(paging?.items ?? '')?.schema ?? {};
  const items = resolveSchema(list, document).items ?? {};
  return types.typeOf(items, `${name}Response${pascalField(paging?.items ?? '')}Item`, 'response');
}

/** Returns the description of a field, or that of what it refers to. */
export const describe = ({ schema }: Field, document: OpenApiDocument): string =>
  schema.description ?? resolveSchema(schema, document).description ?? '';
