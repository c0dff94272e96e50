import { camelCase, shortName } from '../../api/docs/openapi/names.js';
import { publicRequest } from '../../api/docs/openapi/public-schema.js';
import type { Endpoint, Group } from '../../shared/contract/endpoint.js';
import { toCredits } from '../../shared/ledger/amounts.js';
import { importTypes, ofEndpoint } from './exchange.js';

/** A group and its endpoints. */
export interface Section {
  group: Group;
  endpoints: readonly Endpoint[];
}

/** The file of a group: its methods, one for each endpoint; a group may also be a single method itself. */
export function methodsFile(section: Section): string {
  const { group, endpoints } = section;
  const only = onlyEndpoint(section);
  const methods = only ? `(${signature(only)} => ${ask(only)}` : `({\n${endpoints.map(member).join('\n\n')}\n})`;
  return [
    `import type { CallOptions } from '../../options.js';`,
    `import type { Transport } from '../../transport.js';`,
    ...endpoints.map((endpoint) => importTypes(ofEndpoint(endpoint), '.')),
    '',
    about(section),
    `export const ${camelCase(group.id)} = (transport: Transport) => ${methods};\n`,
  ].join('\n');
}

/** The comment of a group; of one that is a single method, that method's. */
export function about(section: Section): string {
  const only = onlyEndpoint(section);
  return only ? comment(only) : `/** ${section.group.summary}. */`;
}

/** The endpoint that has its group for itself, and its name. */
const onlyEndpoint = ({ group, endpoints: [first] }: Section): Endpoint | undefined =>
  first?.id === group.id ? first : undefined;

function member(endpoint: Endpoint): string {
  const method = `${comment(endpoint)}\n${camelCase(shortName(endpoint))}: (${signature(endpoint)} => ${ask(endpoint)},`;
  return endpoint.answersFiles ? `${method}\n\n${fileMember(endpoint)}` : method;
}

const fileMember = (endpoint: Endpoint): string =>
  `${comment(endpoint, 'The answer is the file itself.')}
${camelCase(shortName(endpoint))}File: (request: ${ofEndpoint(endpoint).name}Request, options?: CallOptions): Promise<Blob> =>
  transport.ask({ method: 'POST', path: '${endpoint.path}', body: { ...request, download: true } }, options),`;

function signature(endpoint: Endpoint): string {
  const { name } = ofEndpoint(endpoint);
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
