import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { Fields, WorstInput } from '../../test/helpers/worst-inputs.js';

/** Length of a text field without a maximum. */
const LONG = 5_000;

/** Sends a request. @returns true for a 200 */
export type Send = (endpoint: Endpoint, fields: Fields) => Promise<boolean>;

/** Creates the longest input of an endpoint: its example with every free text and list at the maximum that returns 200. */
export async function createLongestInput(endpoint: Endpoint, example: Fields, send: Send): Promise<WorstInput> {
  const names = await findLongestFields(endpoint, example, send);
  const fields = (turn: number) => withLongest(endpoint, example, names, turn);
  return { what: names.length > 0 ? `longest ${names.join(', ')}` : 'its example', fields };
}

/** Finds the fields that can have their maximum length together: handlers may refuse some, although the contract allows them. */
async function findLongestFields(endpoint: Endpoint, example: Fields, send: Send): Promise<string[]> {
  const names: string[] = [];
  for (const name of Object.keys(endpoint.request.properties)) {
    const longer = withLongest(endpoint, example, [...names, name], 0);
    if (longer[name] !== example[name] && (await send(endpoint, longer))) names.push(name);
  }
  return names;
}

function withLongest(endpoint: Endpoint, example: Fields, names: readonly string[], turn: number): Fields {
  const longest = names.flatMap((name) => {
    const value = createLongestValue({ ...endpoint.request.properties[name] }, example[name], turn);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...example, ...Object.fromEntries(longest) };
}

function createLongestValue(schema: Fields, given: unknown, turn: number): unknown {
  const { type, maxLength = LONG, maxItems, enum: allowed, pattern, format, maximum } = schema;
  if (type === 'array' && Array.isArray(given) && given.length > 0) {
    return Array.from({ length: Number(maxItems ?? LONG) }, (_, at) => given[at % given.length]);
  }
  if ((type === 'integer' || type === 'number') && maximum !== undefined) return maximum;
  if (type !== 'string' || allowed || pattern || format) return undefined;
  return `${turn} ${'worst words of 17 '.repeat(Number(maxLength) / 17 + 1)}`.slice(0, Number(maxLength)).trim();
}
