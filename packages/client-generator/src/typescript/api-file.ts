import type { Call, Calls, Group, OpenApiDocument } from '../calls.js';
import { camelCase, docComment } from './text.js';
import { listSelectors } from './variant-types.js';

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
export function apiFile({ groups, routes }: Calls, document: OpenApiDocument): string {
  const members = [
    ...groups.map((group) => property(group, document)),
    ...routes.map((call) => routeMethod(call, document)),
  ];
  return `import type { ApiPromise } from '../api-promise.js';
import { Client } from '../client.js';
import type { FileResponse } from '../file-response.js';
import type { RequestOptions } from '../options.js';
import type { PagePromise } from '../page-promise.js';
import type { Endpoints, Routes } from './operations.js';
import type * as types from './schema.js';

/** The service: every endpoint is a method of its group. */
export class UtilityApi extends Client<Endpoints, Routes> {
${members.join('\n\n')}
}
`;
}

function property({ name, comment, calls, isOneCall }: Group, document: OpenApiDocument): string {
  const [only] = calls;
  if (only && isOneCall) {
    return `${docComment(only.comment)}\nreadonly ${camelCase(name)} = ${lambda(only, document)};`;
  }
  const members = calls.flatMap((call) => endpointMembers(call, document));
  return `${docComment(comment)}\nreadonly ${camelCase(name)} = {\n${members.join('\n\n')}\n};`;
}

function endpointMembers(call: Call, document: OpenApiDocument): string[] {
  const { id, method, name, comment, returnsFile } = call;
  const member = `${docComment(comment)}\n${camelCase(method)}: ${lambda(call, document)},`;
  const file = `${docComment([...comment, 'Returns the file itself.'])}
${camelCase(method)}File: (request: types.${name}Request, options?: RequestOptions): ApiPromise<FileResponse> =>
  this.file('${id}', request, options),`;
  return returnsFile ? [member, file] : [member];
}

function routeMethod(call: Call, document: OpenApiDocument): string {
  const { typeParameters, parameters, response } = signature(call, document);
  const { id, paging } = call;
  const head = `${docComment(call.comment)}\n${camelCase(call.method)}`;
  return `${head}${typeParameters}(${parameters}): ${response} {
  return this.${paging ? 'callRouteList' : 'callRoute'}('${id}', request, options);
}`;
}

function lambda(call: Call, document: OpenApiDocument): string {
  const { typeParameters, parameters, response } = signature(call, document);
  const cast = call.variants.length > 0 ? ` as ${response}` : '';
  const method = call.paging ? 'callList' : 'call';
  return `${typeParameters}(${parameters}): ${response} => this.${method}('${call.id}', request, options)${cast}`;
}

/** The types of a method. Values of the request that select among types are type parameters. */
function signature(
  call: Call,
  document: OpenApiDocument,
): { typeParameters: string; parameters: string; response: string } {
  const { name, isOptional, variants, paging } = call;
  const selectors = listSelectors(call, document);
  const values = selectors.length > 0 ? `Of<${selectors.map(({ parameter }) => parameter).join(', ')}>` : '';
  const declared = selectors.map(
    ({ field, parameter, default: byDefault }) =>
      `const ${parameter} extends NonNullable<types.${name}Request['${field}']>${byDefault ? ` = '${byDefault}'` : ''}`,
  );
  return {
    typeParameters: declared.length > 0 ? `<${declared.join(', ')}>` : '',
    parameters: `request: types.${name}Request${values}${isOptional ? ' = {}' : ''}, options?: RequestOptions`,
    response: paging
      ? `PagePromise<types.${name}Response, types.${name}Response['${paging.items}'][number]>`
      : `ApiPromise<types.${name}Response${variants.length > 0 ? values : ''}>`,
  };
}
