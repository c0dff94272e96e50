import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { Fields, WorstInput } from '../../test/helpers/worst-inputs.js';

/** Length of a text field without a maximum of its own. */
const LONG = 5_000;

/** True if a request succeeds with 200. */
export type Ask = (endpoint: Endpoint, fields: Fields) => Promise<boolean>;

/** The example of an endpoint with every free text and list as long as is answered 200. */
export async function longestInput(endpoint: Endpoint, example: Fields, ask: Ask): Promise<WorstInput> {
  const names = await longestFields(endpoint, example, ask);
  const fields = (turn: number) => withLongest(endpoint, example, names, turn);
  return { what: names.length > 0 ? `longest ${names.join(', ')}` : 'its example', fields };
}

/** The fields that may be at their longest all together: what a contract takes, a handler may still not find. */
async function longestFields(endpoint: Endpoint, example: Fields, ask: Ask): Promise<string[]> {
  const names: string[] = [];
  for (const name of Object.keys(endpoint.request.properties)) {
    const longer = withLongest(endpoint, example, [...names, name], 0);
    if (longer[name] !== example[name] && (await ask(endpoint, longer))) names.push(name);
  }
  return names;
}

function withLongest(endpoint: Endpoint, example: Fields, names: readonly string[], turn: number): Fields {
  const longest = names.flatMap((name) => {
    const value = longestValue({ ...endpoint.request.properties[name] }, example[name], turn);
    return value === undefined ? [] : [[name, value]];
  });
  return { ...example, ...Object.fromEntries(longest) };
}

function longestValue(schema: Fields, given: unknown, turn: number): unknown {
  const { type, maxLength = LONG, maxItems, enum: allowed, pattern, format, maximum } = schema;
  if (type === 'array' && Array.isArray(given) && given.length > 0) {
    return Array.from({ length: Number(maxItems ?? LONG) }, (_, at) => given[at % given.length]);
  }
  if ((type === 'integer' || type === 'number') && maximum !== undefined) return maximum;
  if (type !== 'string' || allowed || pattern || format) return undefined;
  return `${turn} ${'worst words of 17 '.repeat(Number(maxLength) / 17 + 1)}`.slice(0, Number(maxLength)).trim();
}
