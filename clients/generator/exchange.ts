import { byReference } from '../../api/docs/openapi/named-schemas.js';
import { camelCase, groupSlug, shortName } from '../../api/docs/openapi/names.js';
import { type JsonSchema, publicRequest, publicSchema } from '../../api/docs/openapi/public-schema.js';
import { nameOf, serviceGroup } from '../../api/docs/openapi/service-routes.js';
import type { Endpoint } from '../../shared/contract/endpoint.js';
import type { ServiceRoute } from '../../shared/contract/route.js';
import { importShapes } from './shapes.js';
import { typeOf } from './types.js';

/** What is asked of an endpoint or a route and what it answers: two types, in a file of their own. */
export interface Exchange {
  /** To which `Request` and `Answer` are added, e.g. `CurrencyConvert`. */
  name: string;
  folder: string;
  /** The file's name without its ending. */
  file: string;
  request: JsonSchema;
  answer: JsonSchema;
}

export const ofEndpoint = (endpoint: Endpoint): Exchange => ({
  name: capitalised(camelCase(endpoint.id)),
  folder: groupSlug(endpoint.group),
  file: shortName(endpoint),
  request: withoutDownload(endpoint, publicRequest(endpoint, byReference)),
  answer: publicSchema(endpoint.response, byReference),
});

export function ofRoute(route: ServiceRoute): Exchange {
  const { operationId } = nameOf(route);
  return {
    name: capitalised(operationId),
    folder: serviceGroup.slug,
    file: operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    request: publicSchema(route.request, byReference),
    answer: publicSchema(route.response, byReference),
  };
}

export const typesFile = async ({ name, request, answer }: Exchange): Promise<string> =>
  [
    importShapes([request, answer], '../shapes'),
    await typeOf(request, `${name}Request`),
    await typeOf(answer, `${name}Answer`),
  ].join('\n');

/** The line that imports the types of an exchange. */
export const importTypes = ({ name, file }: Exchange, folder: string): string =>
  `import type { ${name}Request, ${name}Answer } from '${folder}/${file}.js';`;

const capitalised = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Whether a file or JSON is answered is told by which method is called. */
function withoutDownload({ answersFiles }: Endpoint, schema: JsonSchema): JsonSchema {
  if (!answersFiles) return schema;
  const { download: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}
