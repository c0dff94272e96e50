import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { toCredits } from '../../shared/contract/amounts.js';
import { type Endpoint, groupSlug } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { type JsonSchema, publicRequest, publicSchema } from '../docs/index.js';
import { describeVariants } from './variants.js';

/** An endpoint, and its definition as a tool. */
export interface EndpointTool {
  readonly endpoint: Endpoint;
  readonly definition: Tool;
}

/** Field of a result that is a list, since structured content must be an object. */
export const LIST_FIELD = 'items';

/** Creates the tools of endpoints. */
export const createTools = (endpoints: readonly Endpoint[]): readonly EndpointTool[] =>
  endpoints.map((endpoint) => ({ endpoint, definition: createDefinition(endpoint) }));

/**
 * Selects the tools of groups.
 *
 * @param list ids of groups, comma-separated, with `/` or `-` in them; empty for all groups
 * @throws ApiError 422 for an unknown group
 */
export function selectTools(tools: readonly EndpointTool[], list: string): readonly EndpointTool[] {
  const names = list
    .split(',')
    .map((name) => name.trim().replaceAll('/', '-'))
    .filter(Boolean);
  const known = new Set(tools.map(({ endpoint }) => groupSlug(endpoint.group)));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw errors.groupUnknown({ group: unknown, groups: [...known].join(', ') });
  return names.length === 0 ? tools : tools.filter(({ endpoint }) => names.includes(groupSlug(endpoint.group)));
}

/** Converts the id of an endpoint to a name that the protocol allows: `currency/convert` → `currency_convert`. */
function createToolName({ id }: Endpoint): string {
  return id.replace(/[/-]/g, '_');
}

function createDefinition(endpoint: Endpoint): Tool {
  const { group, title, effect, pool } = endpoint;
  return {
    name: createToolName(endpoint),
    title: title === group.title ? title : `${group.title}: ${title}`,
    description: createDescription(endpoint),
    inputSchema: createInputSchema(endpoint),
    outputSchema: createOutputSchema(endpoint),
    annotations: {
      readOnlyHint: effect === 'none',
      destructiveHint: effect === 'replaces',
      idempotentHint: effect === 'none',
      openWorldHint: pool === 'fetch',
    },
  };
}

function createDescription({ summary, rules, cost, per, answersFiles, example }: Endpoint): string {
  const sentences = [
    summary,
    ...rules.map((rule) => rule.describe),
    ...(example.first ? [`Needs a result of ${createToolName(example.first.endpoint)}`] : []),
    ...(answersFiles ? ['Returns the picture as an image, or an SVG as text'] : []),
    `Costs ${toCredits(cost)} credits${per ? ` per ${per.unit}` : ''}`,
  ];
  return `${sentences.join('. ')}.`;
}

/** Creates the input schema of a tool: that of the endpoint, except that agents cannot request downloads. */
function createInputSchema(endpoint: Endpoint): Tool['inputSchema'] {
  const { properties = {}, required = [] } = publicRequest({
    ...endpoint,
    request: describeVariants(endpoint.request),
  });
  const fields = Object.entries(withTypesIn(properties))
    .filter(([name]) => !(endpoint.answersFiles && name === 'download'))
    .map(([name, schema]) => [name, withDefault(schema, endpoint.agentDefaults[name])]);
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required: [...required] } : {}),
    additionalProperties: false,
  };
}

/**
 * Returns a schema with what an agent needs of it. Enumerations have a type, and a number that may also be sent as text is a number, as some
 * models require; bounds of texts are left to the endpoint.
 */
function withTypes({ minLength, maxLength, pattern, ...schema }: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  if (anyOf && isNumberOrText(anyOf)) {
    const { anyOf: _, ...rest } = schema;
    return { ...rest, type: 'number' };
  }
  return {
    ...(schema.enum ? { type: 'string' } : {}),
    ...schema,
    ...(items ? { items: withTypes(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withTypes) } : {}),
    ...(properties ? { properties: withTypesIn(properties) } : {}),
  };
}

const isNumberOrText = (variants: readonly JsonSchema[]): boolean =>
  variants.length === 2 && ['number', 'string'].every((type) => variants.some((one) => one.type === type));

function withTypesIn(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withTypes(schema)]));
}

function withDefault(schema: JsonSchema, value: unknown): JsonSchema {
  return value === undefined ? schema : { ...schema, default: value };
}

function createOutputSchema({ response }: Endpoint): NonNullable<Tool['outputSchema']> {
  const schema = publicSchema(response);
  if (schema.type === 'array') return { type: 'object', properties: { [LIST_FIELD]: schema }, required: [LIST_FIELD] };
  const { required, properties = {}, anyOf, ...object } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [name, withoutNestedDescriptions(field)]);
  return {
    ...object,
    ...(anyOf && { anyOf: anyOf.map(withoutNestedDescriptions) }),
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required ? { required: [...required] } : {}),
  };
}

/** Removes the descriptions within a field, and the bounds of texts, which would fill the context of an agent. The documentation has them. */
function withoutNestedDescriptions(schema: JsonSchema): JsonSchema {
  const bare = ({ description, ...rest }: JsonSchema) => withoutNestedDescriptions(rest);
  const { minLength, maxLength, pattern, ...bounded } = schema;
  const { properties, items, anyOf } = bounded;
  return {
    ...bounded,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, bare(field)])),
    }),
    ...(items && { items: bare(items) }),
    ...(anyOf && { anyOf: anyOf.map(bare) }),
  };
}
