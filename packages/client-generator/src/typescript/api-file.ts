import type { Call, Calls, Group } from '../calls.js';
import { camelCase, docComment } from './text.js';

/** The types of all requests and responses, by operation. */
export const operationsFile = ({ groups, routes }: Calls): string =>
  `import type * as types from './schema.js';

/** Requests and responses of all endpoints, by id. */
export type Endpoints = {
${groups.flatMap(({ calls }) => calls.map(operationType)).join('\n')}
};

/** Requests and responses of the routes beside them, by name. */
export type Routes = {
${routes.map(operationType).join('\n')}
};
`;

const operationType = ({ id, name }: Call): string =>
  `'${id}': { request: types.${name}Request; response: types.${name}Response };`;

/** The client itself: a property for each group, with a method for each endpoint, and a method for each route beside them. */
export const apiFile = ({ groups, routes }: Calls): string =>
  `import type { ApiPromise } from '../api-promise.js';
import { Client } from '../client.js';
import type { FileResponse } from '../file-response.js';
import type { RequestOptions } from '../options.js';
import type { Endpoints, Routes } from './operations.js';
import type * as types from './schema.js';

/** The service: every endpoint is a method of its group. */
export class UtilityApi extends Client<Endpoints, Routes> {
${[...groups.map(property), ...routes.map(routeMethod)].join('\n\n')}
}
`;

function property({ name, comment, calls, isOneCall }: Group): string {
  const [only] = calls;
  if (only && isOneCall) return `${docComment(only.comment)}\nreadonly ${camelCase(name)} = ${lambda(only)};`;
  return `${docComment(comment)}\nreadonly ${camelCase(name)} = {\n${calls.flatMap(members).join('\n\n')}\n};`;
}

function members(call: Call): string[] {
  const { id, method, name, comment, returnsFile } = call;
  const member = `${docComment(comment)}\n${camelCase(method)}: ${lambda(call)},`;
  const file = `${docComment([...comment, 'Returns the file itself.'])}
${camelCase(method)}File: (request: types.${name}Request, options?: RequestOptions): ApiPromise<FileResponse> =>
  this.file('${id}', request, options),`;
  return returnsFile ? [member, file] : [member];
}

const routeMethod = (call: Call): string =>
  `${docComment(call.comment)}\n${camelCase(call.method)}(${signature(call)} {\n  return this.callRoute('${call.id}', request, options);\n}`;

const lambda = (call: Call): string => `(${signature(call)} => this.call('${call.id}', request, options)`;

/** From behind the first bracket. */
const signature = ({ name, isOptional }: Call): string =>
  `request: types.${name}Request${isOptional ? ' = {}' : ''}, options?: RequestOptions): ApiPromise<types.${name}Response>`;
