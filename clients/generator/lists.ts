import { camelCase, groupSlug } from '../../api/docs/openapi/names.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import { type Exchange, ofEndpoint } from './exchange.js';
import type { Section } from './methods-file.js';
import type { Shape } from './shapes.js';

/** What users of the package can import of the generated part. */
export const indexFile = (sections: readonly Section[]): string =>
  [
    `export type { Endpoints } from './endpoints.js';`,
    ...sections.map(({ group }) => `export { ${camelCase(group.id)} } from './${groupSlug(group)}/methods.js';`),
    `export type * from './types.js';`,
    `export { UtilityApi } from './utility-api.js';`,
    '',
  ].join('\n');

/** All requests and answers, and what they share. */
export const allTypesFile = (exchanges: readonly Exchange[], shapes: readonly Shape[]): string =>
  [...exchanges, ...shapes.map(({ file }) => ({ folder: 'shapes', file }))]
    .map(({ folder, file }) => `export type * from './${folder}/${file}.js';\n`)
    .join('');

/** The requests and answers of the endpoints, by id. */
export const endpointsFile = (endpoints: readonly Endpoint[]): string =>
  [
    `import type * as types from './types.js';`,
    '',
    '/** Requests and answers of all endpoints, by id. */',
    'export type Endpoints = {',
    ...endpoints.map((endpoint) => {
      const { name } = ofEndpoint(endpoint);
      return `'${endpoint.id}': { request: types.${name}Request; answer: types.${name}Answer };`;
    }),
    '};',
    '',
  ].join('\n');
