import {
  type Call,
  type Calls,
  type Field,
  listFields,
  type OpenApiDocument,
  resolveSchema,
  type Schema,
} from '../calls.js';
import { camelCase } from '../typescript/text.js';
import {
  addLabels,
  CONVERSIONS,
  createParameter,
  type Location,
  type Parameter,
  sortByLabel,
  sortByName,
} from './parameters.js';
import { sentence, titleCase, withLabels } from './words.js';

/** One operation of the node. */
interface Operation {
  /** Value of its resource. */
  resource: string;
  /** Label of its resource. */
  title: string;
  value: string;
  call: Call;
}

/** The parameters of the n8n node: the resource, the operation, and the fields of each. */
export function propertiesFile(calls: Calls, document: OpenApiDocument): string {
  const operations = listOperations(calls);
  const resources = [...new Map(operations.map(({ resource, title }) => [resource, title]))];
  const properties: Parameter[] = [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: sortByName(resources.map(([value, name]) => ({ name, value }))),
      default: resources.some(([value]) => value === 'currency') ? 'currency' : resources[0]?.[0],
    },
    ...resources.map(([resource]) =>
      operationChoice(
        operations.filter((one) => one.resource === resource),
        document,
      ),
    ),
    ...operations.flatMap((operation) => fieldsOfOperation(operation, document)),
  ];
  return `import type { INodeProperties } from 'n8n-workflow';

/** Parameters of the node. */
export const properties: INodeProperties[] = ${JSON.stringify(properties, null, '\t')};
`;
}

/** Returns the endpoints by their group, and the other routes by the first part of their path. */
function listOperations({ groups, routes }: Calls): Operation[] {
  const endpoints = groups.flatMap(({ name, title, calls }) =>
    calls.map((call) => ({ resource: camelCase(name), title: titleCase(title), value: camelCase(call.method), call })),
  );
  const others = routes.map((call) => {
    const [, , part = ''] = call.path.split('/');
    const resource = camelCase(part.split('-'));
    const title = endpoints.find((one) => one.resource === resource)?.title ?? titleCase(part);
    return { resource, title, value: call.id, call };
  });
  return [...endpoints, ...others];
}

function operationChoice(operations: readonly Operation[], document: OpenApiDocument): Parameter {
  const options = operations.map(({ value, call }) => ({
    name: titleCase(call.title),
    value,
    action: call.title,
    description: describeOperation(call, listNames(call, document)),
    routing: { request: { method: call.http, url: createUrl(call) } },
  }));
  return {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: [operations[0]?.resource ?? ''] } },
    options: sortByName(options),
    default: sortByName(options)[0]?.value,
  };
}

/** Returns what an operation does, by which agents choose it too. */
function describeOperation({ about, rules, credits }: Call, names: ReadonlySet<string>): string {
  const sentences = [about, ...rules, ...(credits > 0 ? [`Costs ${credits} credits`] : [])];
  return sentence(sentences.map((one) => `${sentence(withLabels(one, names))}.`).join(' '));
}

/** Returns the path of a call, as an expression if it has parameters. */
function createUrl({ path }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, '{{ encodeURIComponent($parameter["$1"]) }}');
  return filled === path ? path : `=${filled}`;
}

/** Returns the parameters of an operation: required ones, those of variants, and all others in a collection. */
function fieldsOfOperation({ resource, value, call }: Operation, document: OpenApiDocument): Parameter[] {
  const { by, varying } = listVariants(call, document);
  const displayOptions = { show: { resource: [resource], operation: [value] } };
  const fields = [...listFields(call.request, document)].filter(
    ([name, { schema, isRequired }]) =>
      !varying.some((one) => one.name === name) && !isSettled(schema, isRequired, document),
  );
  const shown = ([name, field]: readonly [string, Field]): Parameter =>
    addLabels(createParameter(name, field, findLocation(name, call), document), listNames(call, document));
  const first = fields.filter(([name, { isRequired }]) => isRequired || name === by);
  const others = [
    ...fields.filter((field) => !first.includes(field)).map(shown),
    ...(call.http === 'POST' ? [idempotencyKey] : []),
  ];
  return [
    ...first.map((field) => ({ ...shown(field), displayOptions })),
    ...varying.map(({ types, parameter }) => ({
      ...addLabels(parameter, listNames(call, document)),
      displayOptions: { show: { ...displayOptions.show, ...(by && { [by]: types }) } },
    })),
    ...(others.length === 0 ? [] : [{ ...additionalFields(sortByLabel(others)), displayOptions }]),
  ];
}

/** Returns the names of the fields of a call, also those of its variants. */
const listNames = ({ request }: Call, document: OpenApiDocument): ReadonlySet<string> =>
  new Set([request, ...(request.oneOf ?? [])].flatMap((schema) => [...listFields(schema, document).keys()]));

const additionalFields = (options: readonly Parameter[]): Parameter => ({
  displayName: 'Additional Fields',
  name: 'additionalFields',
  type: 'collection',
  placeholder: 'Add Field',
  default: {},
  options,
});

/** A retry with the same key is charged once. */
const idempotencyKey: Parameter = {
  displayName: 'Idempotency Key',
  name: 'idempotencyKey',
  type: 'string',
  default: '',
  description:
    'Unique key of 1 to 255 characters. Retries with the same key get the first response and are charged once',
  routing: { request: { headers: { 'Idempotency-Key': '={{ $value }}' } } },
};

/** True if an optional field takes one value only. */
const isSettled = (schema: Schema, isRequired: boolean, document: OpenApiDocument): boolean =>
  !isRequired && resolveSchema(schema, document).enum?.length === 1;

function findLocation(name: string, { path, http }: Call): Location {
  if (path.includes(`{${name}}`)) return 'path';
  return http === 'GET' ? 'query' : 'body';
}

interface VaryingField {
  name: string;
  /** Values of the field by which the variants differ. */
  types: string[];
  parameter: Parameter;
}

/** Returns the fields that depend on the value of another one, each with the example of its variant as the default. */
function listVariants(call: Call, document: OpenApiDocument): { by: string | undefined; varying: VaryingField[] } {
  const variants = (call.request.oneOf ?? []).map((one) => listFields(one, document));
  const by = [...(variants[0] ?? [])].find(([, { schema }]) => schema.const !== undefined)?.[0];
  const varying: VaryingField[] = [];
  if (by === undefined) return { by, varying };
  for (const fields of variants) {
    const type = String(fields.get(by)?.schema.const);
    for (const [name, field] of fields) {
      if (name === by) continue;
      const example = findExample(call, by, type, document)?.[name];
      const plain = createParameter(name, { ...field, isRequired: true }, 'body', document);
      const parameter = plain.type === 'json' || plain.type === 'fixedCollection' ? asJson(plain, example) : plain;
      const known = varying.find((one) => JSON.stringify(one.parameter) === JSON.stringify(parameter));
      if (known) known.types.push(type);
      else varying.push({ name, types: [type], parameter });
    }
  }
  return { by, varying };
}

/** Returns a parameter for an object of many forms, which is entered as JSON. */
const asJson = ({ name, displayName, required = true, description = '' }: Parameter, example: unknown): Parameter => ({
  ...{ displayName, name, required, description },
  type: 'json',
  default: JSON.stringify(example ?? {}, null, 2),
  routing: { send: { type: 'body', property: name, value: CONVERSIONS.json } },
});

/** Returns the first example of a variant. */
function findExample(
  { path, http }: Call,
  by: string,
  type: string,
  { paths }: OpenApiDocument,
): Record<string, unknown> | undefined {
  const examples = paths[path]?.[http.toLowerCase()]?.requestBody?.content['application/json']?.examples ?? {};
  const values = Object.values(examples).map((example) => Object(Object(example).value));
  return values.find((value) => value[by] === type);
}
