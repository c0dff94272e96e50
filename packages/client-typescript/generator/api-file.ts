import type { Call, Calls, Group } from './calls.js';

/** The client itself: a property for each group, with a method for each endpoint, and a method for each other call. */
export const apiFile = ({ groups, others }: Calls): string =>
  [
    `import { Client } from '../client.js';`,
    `import type { CallOptions } from '../options.js';`,
    `import { withQuery } from '../transport.js';`,
    `import type * as types from './schema.js';`,
    '',
    '/** Requests and answers of all endpoints, by id. */',
    'export type Endpoints = {',
    ...groups.flatMap(({ calls }) => calls.map(endpoint)),
    '};',
    '',
    '/** The service: every endpoint is a method of its group. */',
    'export class UtilityApi extends Client<Endpoints> {',
    [...groups.map(property), ...others.map(ownMethod)].join('\n\n'),
    '}',
    '',
  ].join('\n');

const endpoint = ({ name, path }: Call): string =>
  `'${path.replace('/v1/', '')}': { request: types.${name}Request; answer: types.${name}Answer };`;

function property({ name, comment, calls, isOneCall }: Group): string {
  const [only] = calls;
  if (only && isOneCall) return `${doc(only.comment)}\nreadonly ${name} = ${lambda(only)};`;
  return `${doc(comment)}\nreadonly ${name} = {\n${calls.flatMap(members).join('\n\n')}\n};`;
}

function members(call: Call): string[] {
  const { method, name, path, comment, answersFiles } = call;
  const member = `${doc(comment)}\n${method}: ${lambda(call)},`;
  const file = `${doc([...comment, 'The answer is the file itself.'])}
${method}File: (request: types.${name}Request, options?: CallOptions): Promise<Blob> =>
  this.transport.ask({ method: 'POST', path: '${path}', body: { ...request, download: true } }, options),`;
  return answersFiles ? [member, file] : [member];
}

const ownMethod = (call: Call): string =>
  `${doc(call.comment)}\n${call.operationId}(${signature(call)} {\n  return ${ask(call)};\n}`;

const lambda = (call: Call): string => `(${signature(call)} => ${ask(call)}`;

/** From behind the first bracket. */
const signature = ({ name, isOptional }: Call): string =>
  `request: types.${name}Request${isOptional ? ' = {}' : ''}, options?: CallOptions): Promise<types.${name}Answer>`;

const ask = ({ http, path }: Call): string =>
  http === 'GET'
    ? `this.transport.ask({ method: 'GET', path: withQuery('${path}', request) }, options)`
    : `this.transport.ask({ method: '${http}', path: '${path}', body: request }, options)`;

const doc = (lines: readonly string[]): string => ['/**', ...lines.map((line) => ` * ${line}`), ' */'].join('\n');
