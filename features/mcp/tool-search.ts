import type { CallToolResult } from '@modelcontextprotocol/server';
import MiniSearch, { type SearchOptions } from 'minisearch';
import Type, { type TSchema } from 'typebox';
import { toCredits } from '../../shared/contract/amounts.js';
import { DEEPEST_BODY } from '../../shared/contract/bounds.js';
import { coerce } from '../../shared/contract/coerce.js';
import { type Endpoint, groupSlug } from '../../shared/contract/endpoint.js';
import { conforms } from '../../shared/contract/input.js';
import { findExceededBound } from '../web/index.js';
import type { Toolbox } from './toolbox.js';
import { createFullInputSchema, type EndpointTool, findTool, type ToolDefinition } from './tools.js';

/** Maximum number of tools in a result, and the number by default. */
const MOST_FOUND = 5;
const FOUND_BY_DEFAULT = 3;
const LONGEST_QUERY = 300;
const LONGEST_NAME = 100;

/** The tool that finds others. It is in every list, since lists show only the ordinary fields of the others. */
export const findToolDefinition: ToolDefinition = {
  name: 'find_tool',
  title: 'Find a tool',
  description:
    'Finds tools by what they do. Returns their price, ordinary fields and an example. ' +
    'If query is the name of a tool, returns all its fields. Free.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'e.g. exchange rate' },
      limit: { type: 'integer', description: `Default ${FOUND_BY_DEFAULT}, at most ${MOST_FOUND}` },
    },
    required: ['query'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** The tool that calls any other. Its arguments are text, since not all models can fill an object without known fields. */
export const callToolDefinition: ToolDefinition = {
  name: 'call_tool',
  title: 'Call a tool',
  description: 'Calls a tool that find_tool found, at the price of that tool.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the tool' },
      arguments: {
        type: 'string',
        description: 'Its fields as a JSON object, e.g. {"from":"EUR","to":"USD","amount":250}',
      },
    },
    required: ['name', 'arguments'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};

/** Adds the tools that find and call others to the tools of an agent. */
export interface ToolSearch {
  /**
   * @param listed `search` for a list that has the tools of the search alone; the others can be called all the same
   */
  addTo(toolbox: Toolbox, listed: 'all' | 'search'): Toolbox;
}

/** Indexes tools, so that agents can search those that they may use. */
export function createToolSearch(tools: readonly EndpointTool[]): ToolSearch {
  const search = createIndex(tools);
  return {
    addTo: ({ listed, endpoints, call }, shown) => ({
      endpoints,
      listed: shown === 'all' ? [...listed, findToolDefinition] : [findToolDefinition, callToolDefinition],
      call(name, fields, options) {
        if (name === findToolDefinition.name) return Promise.resolve(findTools(fields, endpoints, search));
        if (name === callToolDefinition.name) return callByName(fields, (...named) => call(...named, options));
        return call(name, fields, options);
      },
    }),
  };
}

async function callByName(
  { name, arguments: sent = {} }: Record<string, unknown>,
  call: (name: string, fields: Record<string, unknown>) => Promise<CallToolResult> | undefined,
): Promise<CallToolResult> {
  if (typeof name !== 'string') return fail('name must be text, the name of a tool.');
  if (typeof sent === 'string' && isTooDeep(sent))
    return fail(`arguments must not be nested more than ${DEEPEST_BODY} levels deep.`);
  const fields = typeof sent === 'string' ? parse(sent) : sent;
  if (!isObject(fields)) return fail('arguments must be a JSON object with the fields of the tool.');
  return call(name, fields) ?? fail(`There is no tool "${name.slice(0, LONGEST_NAME)}". Find its name with find_tool.`);
}

const findFields = Type.Object({
  query: Type.String({ maxLength: LONGEST_QUERY }),
  limit: Type.Optional(Type.Number()),
});

function findTools(fields: Record<string, unknown>, usable: readonly Endpoint[], search: Search): CallToolResult {
  const sent = coerce(findFields, fields);
  if (!conforms(findFields, sent))
    return fail(`query must be text of at most ${LONGEST_QUERY} characters, and limit a number.`);
  const { query, limit = FOUND_BY_DEFAULT } = sent;
  const named = search.byName(query, new Set(usable));
  if (named.length > 0) return succeed({ tools: named.slice(0, MOST_FOUND).map(describeInFull) });
  const found = search
    .byQuestion(query, new Set(usable))
    .slice(0, Math.min(Math.max(1, Math.trunc(limit)), MOST_FOUND));
  if (found.length > 0) return succeed({ tools: found.map(describeTool), hint: MORE_FIELDS });
  return succeed({ tools: [], hint: 'Nothing matches. Search for one of these groups.', groups: listGroups(usable) });
}

const listGroups = (endpoints: readonly Endpoint[]): string[] => [
  ...new Set(endpoints.map(({ group }) => `${group.title}: ${group.summary}`)),
];

const MORE_FIELDS = 'These are the ordinary fields. For all fields of a tool, call find_tool with its name as query.';

/** Describes a tool: what it does, its price, its ordinary fields and an example. */
const describeTool = ({ definition, endpoint }: EndpointTool) => ({
  name: definition.name,
  description: definition.description,
  credits: toCredits(endpoint.cost),
  ...(endpoint.per && { per: endpoint.per.unit }),
  inputSchema: definition.inputSchema,
  example: endpoint.example.request,
});

/** Describes a tool with all its fields, which are up to ten times as long as the ordinary ones. */
const describeInFull = (tool: EndpointTool) => ({
  ...describeTool(tool),
  inputSchema: createFullInputSchema(tool.endpoint),
});

const succeed = (structured: Record<string, unknown>): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(structured) }],
  structuredContent: structured,
});

const fail = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] });

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for JSON that is nested more deeply than a body may be. It is within a text, so that the bounds of the body did not apply. */
const isTooDeep = (json: string): boolean =>
  findExceededBound(Buffer.from(json), { levels: DEEPEST_BODY, values: Number.POSITIVE_INFINITY }) === 'levels';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Search {
  /** Finds tools by a question, the best first. */
  byQuestion(query: string, usable: ReadonlySet<Endpoint>): readonly EndpointTool[];
  /** Finds the tools that a query names: as the whole query, or with `_` in the name, which no ordinary word has. */
  byName(query: string, usable: ReadonlySet<Endpoint>): readonly EndpointTool[];
}

const options: SearchOptions = {
  boost: { title: 3, keywords: 4, summary: 2 },
  prefix: (term) => term.length > 3,
  fuzzy: (term) => (term.length > 5 ? 0.2 : false),
};

function createIndex(tools: readonly EndpointTool[]): Search {
  const index = new MiniSearch<{ id: number }>({
    fields: ['title', 'keywords', 'summary', 'group', 'fields'],
    processTerm: toTerm,
    searchOptions: options,
  });
  index.addAll(tools.map((tool, id) => ({ id, ...readWords(tool) })));
  return {
    byQuestion: (query, usable) =>
      index.search(query).flatMap(({ id }) => {
        const tool = tools[id];
        return tool && usable.has(tool.endpoint) ? [tool] : [];
      }),
    byName(query, usable) {
      const words = query.toLowerCase().match(/\w+/g) ?? [];
      const names = words.filter((word) => words.length === 1 || word.includes('_'));
      const named = names.flatMap((name) => findTool(tools, name) ?? []);
      return [...new Set(named)].filter(({ endpoint }) => usable.has(endpoint));
    },
  };
}

/** Converts a word to a term of the index: in small letters and the singular. */
const toTerm = (word: string): string => {
  const term = word.toLowerCase();
  return term.length > 3 ? term.replace(/ies$/, 'y').replace(/(?<!s)s$/, '') : term;
};

const readWords = ({ definition, endpoint }: EndpointTool) => {
  const { group, summary, keywords, request } = endpoint;
  return {
    title: `${definition.title} ${definition.name.replaceAll('_', ' ')}`,
    keywords: keywords.join(' '),
    summary,
    group: `${group.summary} ${groupSlug(group)}`,
    fields: Object.entries<TSchema>(request.properties)
      .map(([name, field]) => `${name.replaceAll('_', ' ')} ${Reflect.get(field, 'description') ?? ''}`)
      .join(' '),
  };
};
