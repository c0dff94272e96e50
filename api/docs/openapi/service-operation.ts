import { errors } from '../../../shared/contract/errors.js';
import type { ServiceRoute } from '../../../shared/contract/route.js';
import type { Operation as Admin } from '../../../shared/operations/operation.js';
import { freeErrors, ourErrors } from './call-errors.js';
import { byReference } from './named-schemas.js';
import { needsFields, type Operation, type Parameter, requestBody } from './operation.js';
import { type JsonSchema, publicSchema } from './public-schema.js';
import type { RecordedAnswer } from './recorded-answers.js';
import { failures } from './responses.js';
import { adminGroup, nameOf, pathFields, serviceGroup } from './service-routes.js';

/** What any of these routes can answer beside its own errors. */
const shared = [...freeErrors, ...ourErrors].filter(({ status }) => [401, 403, 429, 500, 503].includes(status));
const INPUT_STATUS = 422;

/** A route beside the endpoints as an OpenAPI operation. */
export function serviceOperation(route: ServiceRoute, recorded: RecordedAnswer | undefined): Operation {
  const { title, operationId } = nameOf(route);
  return {
    operationId,
    tags: [serviceGroup.title],
    summary: title,
    description: `${route.summary}.`,
    'x-credits': 0,
    'x-rate-limit-per-second': serviceGroup.ratePerSecond,
    ...requestAndAnswer(route, recorded),
    responses: { 200: success(route, recorded), ...failures(route.errors, shared, [INPUT_STATUS]) },
  };
}

/** What operators do as an OpenAPI operation: it needs the admin token. */
export function adminOperation(route: Admin): Operation {
  const [noun = '', verb = ''] = route.command.split(' ');
  return {
    operationId: `${verb}${noun[0]?.toUpperCase()}${noun.slice(1)}`,
    tags: [adminGroup.title],
    summary: route.summary,
    description: `${route.summary}. On the command line: \`${route.command}\`.`,
    security: [{ adminToken: [] }],
    ...requestAndAnswer(route, undefined),
    responses: {
      200: success(route, undefined),
      ...failures(
        [errors.adminTokenWrong, errors.adminTokensTooMany, ...route.errors],
        [errors.unavailable],
        [INPUT_STATUS],
      ),
    },
  };
}

/** Path fields are parameters; the others are query parameters of a GET, else the body. */
function requestAndAnswer(route: ServiceRoute, recorded: RecordedAnswer | undefined) {
  const request = publicSchema(route.request);
  const example = recorded?.request ?? route.example.request;
  const inPath = pathFields(route);
  const all = Object.entries(request.properties ?? {});
  const rest = Object.fromEntries(all.filter(([name]) => !inPath.includes(name)));
  const isGet = route.method === 'GET';
  const shown = isGet ? all : all.filter(([name]) => inPath.includes(name));
  const body = {
    ...request,
    properties: rest,
    ...(request.required ? { required: request.required.filter((name) => !inPath.includes(name)) } : {}),
  };
  const bodyExample = Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name)));
  return {
    parameters: shown.map(([name, schema]) => parameter(name, schema, inPath.includes(name), example[name])),
    ...(isGet || Object.keys(rest).length === 0
      ? {}
      : { requestBody: requestBody(body, bodyExample, needsFields(body)) }),
  };
}

const success = (route: ServiceRoute, recorded: RecordedAnswer | undefined): object => ({
  description: 'Success',
  content: {
    'application/json': {
      schema: publicSchema(route.response, byReference),
      ...(recorded ? { example: recorded.answer } : {}),
    },
  },
});

const parameter = (
  name: string,
  { description, ...schema }: JsonSchema,
  inPath: boolean,
  example: unknown,
): Parameter => ({
  name,
  in: inPath ? 'path' : 'query',
  required: inPath,
  ...(description ? { description } : {}),
  schema,
  ...(example === undefined ? {} : { example }),
});
