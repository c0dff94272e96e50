import { toCredits } from '../../shared/credits/amounts.js';
import type { Endpoint, Group } from '../../shared/endpoint.js';
import { camelCase, shortName } from '../../shared/openapi/names.js';
import { type JsonSchema, publicRequest, publicSchema } from '../../shared/openapi/public-schema.js';
import { typeOf } from './types.js';

export const NOTICE = '// Made from the catalogue by `npm run generate:client`; changes here are lost.\n';

/** The name of an endpoint's types, e.g. `CurrencyConvert`, to which `Request` and `Answer` are added. */
export const typeName = ({ id }: Endpoint): string => {
  const name = camelCase(id);
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** The file of a group: the types of its endpoints, and a method for each. */
export async function groupFile(group: Group, endpoints: readonly Endpoint[]): Promise<string> {
  const types = await Promise.all(endpoints.map(endpointTypes));
  const [only] = endpoints;
  const methods =
    only && only.id === group.id
      ? `${comment(only)}\n(${signature(only)} => ${ask(only)}`
      : `({\n${endpoints.map(member).join('\n\n')}\n})`;
  return [
    NOTICE,
    `import type { CallOptions } from '../options.js';`,
    `import type { Transport } from '../transport.js';\n`,
    ...types,
    `/** ${group.summary}. */`,
    `export const ${camelCase(group.id)} = (transport: Transport) => ${methods};\n`,
  ].join('\n');
}

async function endpointTypes(endpoint: Endpoint): Promise<string> {
  const request = withoutDownload(endpoint, publicRequest(endpoint));
  return [
    await typeOf(request, `${typeName(endpoint)}Request`),
    await typeOf(publicSchema(endpoint.response), `${typeName(endpoint)}Answer`),
  ].join('\n');
}

/** Whether a file or JSON is answered is told by which method is called. */
function withoutDownload({ answersFiles }: Endpoint, schema: JsonSchema): JsonSchema {
  if (!answersFiles) return schema;
  const { download: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

function member(endpoint: Endpoint): string {
  const method = `${comment(endpoint)}\n${camelCase(shortName(endpoint))}: (${signature(endpoint)} => ${ask(endpoint)},`;
  return endpoint.answersFiles ? `${method}\n\n${fileMember(endpoint)}` : method;
}

const fileMember = (endpoint: Endpoint): string =>
  `${comment(endpoint, 'The answer is the file itself.')}
${camelCase(shortName(endpoint))}File: (request: ${typeName(endpoint)}Request, options?: CallOptions): Promise<Blob> =>
  transport.ask({ method: 'POST', path: '${endpoint.path}', body: { ...request, download: true } }, options),`;

function signature(endpoint: Endpoint): string {
  const name = typeName(endpoint);
  const isOptional = (publicRequest(endpoint).required?.length ?? 0) === 0 && endpoint.rules.length === 0;
  return `request: ${name}Request${isOptional ? ' = {}' : ''}, options?: CallOptions): Promise<${name}Answer>`;
}

const ask = ({ path }: Endpoint): string =>
  `transport.ask({ method: 'POST', path: '${path}', body: request }, options)`;

const comment = ({ summary, cost, rules }: Endpoint, ...more: string[]): string =>
  [
    '/**',
    ` * ${summary}. ${toCredits(cost)} credits.`,
    ...[...rules.map((rule) => `${rule.describe}.`), ...more].map((line) => ` * ${line}`),
    ' */',
  ].join('\n');
