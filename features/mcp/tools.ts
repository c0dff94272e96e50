import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { toCredits } from '../../shared/contract/amounts.js';
import { catalogue } from '../../shared/contract/catalogue/index.js';
import { type Endpoint, groupSlug } from '../../shared/contract/endpoint.js';
import { errors } from '../../shared/contract/errors.js';
import { type JsonSchema, publicRequest, publicSchema } from '../docs/index.js';
import { withKinds } from './kinds.js';

/** An endpoint as agents see it. */
export interface EndpointTool {
  readonly endpoint: Endpoint;
  readonly definition: Tool;
}

/** The field under which a tool answers a list: what is structured is an object there. */
export const LIST_FIELD = 'items';

const tools: readonly EndpointTool[] = catalogue.map((endpoint) => ({ endpoint, definition: definitionOf(endpoint) }));

/**
 * The tools of groups.
 *
 * @param wanted ids of groups, comma-separated, with `/` or `-` in them; all when there is none
 * @throws ApiError 422 for one that is none
 */
export function toolsOf(wanted: string): readonly EndpointTool[] {
  const names = wanted
    .split(',')
    .map((name) => name.trim().replaceAll('/', '-'))
    .filter(Boolean);
  const known = new Set(catalogue.map(({ group }) => groupSlug(group)));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw errors.groupUnknown({ group: unknown, groups: [...known].join(', ') });
  return names.length === 0 ? tools : tools.filter(({ endpoint }) => names.includes(groupSlug(endpoint.group)));
}

/** An id as the protocol takes names: `currency/convert` → `currency_convert`. */
function nameOf({ id }: Endpoint): string {
  return id.replace(/[/-]/g, '_');
}

function definitionOf(endpoint: Endpoint): Tool {
  const { group, title, effect, pool } = endpoint;
  return {
    name: nameOf(endpoint),
    title: title === group.title ? title : `${group.title}: ${title}`,
    description: descriptionOf(endpoint),
    inputSchema: inputOf(endpoint),
    outputSchema: outputOf(endpoint),
    annotations: {
      readOnlyHint: effect === 'none',
      destructiveHint: effect === 'replaces',
      idempotentHint: effect === 'none',
      openWorldHint: pool === 'fetch',
    },
  };
}

function descriptionOf({ summary, rules, cost, per, answersFiles, example }: Endpoint): string {
  const sentences = [
    summary,
    ...rules.map((rule) => rule.describe),
    ...(example.first ? [`Needs what ${nameOf(example.first.endpoint)} has answered`] : []),
    ...(answersFiles ? ['The picture comes as an image, an SVG as text'] : []),
    `Costs ${toCredits(cost)} credits${per ? ` a ${per.unit}` : ''}, also when its input is refused`,
  ];
  return `${sentences.join('. ')}.`;
}

/** A tool takes what the endpoint takes and nothing else, but for files, which agents are given in another way. */
function inputOf(endpoint: Endpoint): Tool['inputSchema'] {
  const { properties = {}, required = [] } = publicRequest({ ...endpoint, request: withKinds(endpoint.request) });
  const taken = Object.entries(withTypesIn(properties))
    .filter(([name]) => !(endpoint.answersFiles && name === 'download'))
    .map(([name, schema]) => [name, withDefault(schema, endpoint.agentDefaults[name])]);
  return {
    type: 'object',
    properties: Object.fromEntries(taken),
    ...(required.length > 0 ? { required: [...required] } : {}),
    additionalProperties: false,
  };
}

/** Some models take no list of words whose type is not said. */
function withTypes(schema: JsonSchema): JsonSchema {
  const { properties, items, anyOf } = schema;
  return {
    ...(schema.enum ? { type: 'string' } : {}),
    ...schema,
    ...(items ? { items: withTypes(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(withTypes) } : {}),
    ...(properties ? { properties: withTypesIn(properties) } : {}),
  };
}

function withTypesIn(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, withTypes(schema)]));
}

function withDefault(schema: JsonSchema, value: unknown): JsonSchema {
  return value === undefined ? schema : { ...schema, default: value };
}

function outputOf({ response }: Endpoint): NonNullable<Tool['outputSchema']> {
  const schema = publicSchema(response);
  if (schema.type === 'array') return { type: 'object', properties: { [LIST_FIELD]: schema }, required: [LIST_FIELD] };
  const { required, ...object } = schema;
  return { ...object, type: 'object', ...(required ? { required: [...required] } : {}) };
}
