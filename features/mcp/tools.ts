import { toCredits } from '../../shared/contract/amounts.js';
import { type Endpoint, groupSlug } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { type JsonSchema, publicRequest, publicSchema } from '../docs/index.js';
import { createLeanObject, type LeanObject } from './lean-schema.js';
import { describeVariants, mapValues } from './variants.js';

/** Definition of a tool, as the protocol lists it. */
export interface ToolDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: LeanObject;
  readonly outputSchema?: JsonSchema & { type: 'object' };
  /** Hints about its effect. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** An endpoint, and its definition as a tool. */
export interface EndpointTool {
  readonly endpoint: Endpoint;
  readonly definition: ToolDefinition;
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

/** Shortens the id of an endpoint to at most 40 characters, since some clients add a prefix: `currency/convert` → `currency_convert`. */
function createToolName({ id }: Endpoint): string {
  return createFormerName({ id })
    .replace(/^video_platform_/, 'video_')
    .replace(/_generator$/, '');
}

/** Returns the name that a tool had before names were shortened. */
const createFormerName = ({ id }: Pick<Endpoint, 'id'>): string => id.replace(/[/-]/g, '_');

/** Finds a tool by its name, or by the longer one that it had before. */
export const findTool = (tools: readonly EndpointTool[], name: string): EndpointTool | undefined =>
  tools.find(({ definition }) => definition.name === name) ??
  tools.find(({ endpoint }) => createFormerName(endpoint) === name);

function createDefinition(endpoint: Endpoint): ToolDefinition {
  const { group, title, effect, pool } = endpoint;
  const inputSchema = createInputSchema(endpoint);
  return {
    name: createToolName(endpoint),
    title: title === group.title ? title : `${group.title}: ${title}`,
    description: createDescription(endpoint, inputSchema),
    inputSchema,
    outputSchema: createOutputSchema(endpoint),
    annotations: {
      readOnlyHint: effect === 'none',
      destructiveHint: effect === 'replaces',
      idempotentHint: effect === 'none',
      openWorldHint: pool === 'fetch',
    },
  };
}

function createDescription(endpoint: Endpoint, inputSchema: LeanObject): string {
  const { summary, rules, answersFiles, example } = endpoint;
  const more = listOtherFields(endpoint, inputSchema);
  const sentences = [
    summary,
    ...rules.map(({ describe, brief = describe }) => brief).filter(Boolean),
    ...(example.first ? [`Needs a result of ${createToolName(example.first.endpoint)}`] : []),
    ...(answersFiles ? ['Returns an image'] : []),
    describePrice(endpoint),
    ...(more.length > 0 ? [`More fields (find_tool): ${more.join(', ')}`] : []),
  ];
  return `${sentences.join('. ')}.`;
}

/** Describes the price of a call, e.g. `Costs 0.01 credits`. */
const describePrice = ({ cost, per }: Endpoint): string =>
  `Costs ${toCredits(cost)} credits${per ? ` per ${per.unit}` : ''}`;

/** Lists the fields that an input schema leaves out; several that begin alike as one: `gradient…`. */
function listOtherFields(endpoint: Endpoint, { properties }: LeanObject): string[] {
  const names = Object.keys(endpoint.request.properties).filter(
    (name) => !(name in properties) && !isHidden(endpoint, name),
  );
  const firstWord = (name: string) => name.split(/\d*_/, 1).join();
  const isShared = (name: string) => names.filter((other) => firstWord(other) === firstWord(name)).length > 1;
  return [...new Set(names.map((name) => (isShared(name) ? `${firstWord(name)}…` : name)))];
}

/** True for a field that is not for agents, who cannot take a file as the response. */
export const isHidden = ({ answersFiles }: Endpoint, name: string): boolean => answersFiles && name === 'download';

/** Creates the input schema of a tool. Agents read those of all tools at once, so it has only ordinary fields, in few words. */
function createInputSchema({ request, fromHeaders }: Endpoint): LeanObject {
  const { properties, required = [] } = createLeanObject(JSON.parse(JSON.stringify(request)));
  const needed = required.filter((name) => !(name in fromHeaders));
  return { type: 'object', properties, ...(needed.length > 0 && { required: needed }) };
}

/** Creates the whole input schema of a tool: that of the endpoint, except that agents cannot request downloads. */
export function createFullInputSchema(endpoint: Endpoint): JsonSchema {
  const { properties = {}, required = [] } = publicRequest({
    ...endpoint,
    request: describeVariants(endpoint.request),
  });
  const fields = Object.entries(withTypesIn(properties))
    .filter(([name]) => !isHidden(endpoint, name))
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

/**
 * Creates the output schema of a tool: the names and types of its outermost fields. Whole schemas of all results have 15,000 tokens, these have
 * 1,900. Most clients use them to check results only, but some give them to models.
 */
function createOutputSchema({ response }: Endpoint): JsonSchema & { type: 'object' } {
  const { type, properties } = publicSchema(response);
  if (type === 'array') return { type: 'object', properties: { [LIST_FIELD]: { type } } };
  return { type: 'object', ...(properties && { properties: mapValues(properties, toType) }) };
}

/** Reduces a schema to its type; a value of several types has none. */
const toType = (schema: JsonSchema): JsonSchema => {
  const type = schema.enum ? 'string' : schema.type;
  return type === undefined ? {} : { type };
};
