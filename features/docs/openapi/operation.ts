import { toCredits } from '../../../shared/contract/amounts.js';
import type { AnyErrorKind } from '../../../shared/contract/api-error.js';
import type { Endpoint, Requirement } from '../../../shared/contract/endpoint.js';
import { errors } from '../../../shared/contract/errors.js';
import { formatHeaderName, listPathFields, type Route } from '../../../shared/contract/route.js';
import { listScopes } from '../../../shared/contract/service-scopes.js';
import { accountGroup } from '../../account-api/index.js';
import type { Operation as OperatorOperation } from '../../operators/index.js';
import type { RecordedResponse } from './recorded-responses.js';
import { type Examples, listExamples } from './request-examples.js';
import { referToErrors } from './responses.js';
import { byReference, type JsonSchema, notRequired, publicRequest, publicSchema } from './schemas.js';

/** Tag of the operations that operators perform over HTTP. */
export const adminGroup = {
  title: 'Operators',
  summary:
    'For operators: accounts, purchases, keys, refunds, usage, the ledger audit, hosted pages, operators and the audit trail',
};

/** An OpenAPI operation, as far as the Postman collection reads it. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters: readonly Parameter[];
  readonly security?: readonly object[];
  readonly [extension: `x-${string}`]: unknown;
}

/** A response, or a reference to one that operations share. */
interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { schema?: object; readonly example?: unknown }>>;
}

interface RequestBody {
  required: boolean;
  content: Readonly<Record<string, { schema: JsonSchema } & Examples>>;
}

type Parameter =
  | { $ref: string }
  | {
      name: string;
      in: 'path' | 'query' | 'header';
      required?: boolean;
      description?: string;
      schema: JsonSchema;
      example?: unknown;
    };

/** Returns an endpoint as an OpenAPI operation. */
export function endpointOperation(endpoint: Endpoint, recorded: RecordedResponse | undefined): Operation {
  const { group, aliases, cost, per, rules, errors: own, answersFiles } = endpoint;
  const request = publicRequest(endpoint);
  return {
    operationId: endpoint.name,
    tags: [group.title],
    summary: endpoint.title,
    description: [`${endpoint.summary}.`, ...rules.map((rule) => `${rule.describe}.`)].join('\n\n'),
    'x-credits': toCredits(cost),
    ...(per ? { 'x-credits-per': per.unit } : {}),
    'x-rate-limit-per-second': group.ratePerSecond,
    ...(aliases.length > 0 ? { 'x-aliases': aliases } : {}),
    ...(rules.length > 0 ? { 'x-rules': rules.map((rule) => rule.describe) } : {}),
    ...requirements(rules),
    // As a response of another type it would make that of JSON unknown to generators.
    ...(answersFiles ? { 'x-returns-file': 'The response is the file itself if download is 1' } : {}),
    ...namedErrors(own),
    parameters: group.readsQuery ? queryParameters(request) : [],
    requestBody: requestBody(
      publicRequest(endpoint, byReference),
      listExamples(endpoint, recorded?.request ?? endpoint.example.request),
      !group.readsQuery && needsFields(request),
    ),
    responses: {
      200: success(endpoint.response, recorded),
      ...referToErrors([errors.apiKeyInvalid, ...own]),
    },
  };
}

/** Lists the fields that are required with certain values of others, which JSON Schema would need a variant each for. */
function requirements(rules: Endpoint['rules']): { 'x-requires'?: readonly Requirement[] } {
  const all = rules.flatMap(({ requires = [] }) => requires);
  return all.length > 0 ? { 'x-requires': all } : {};
}

/** Returns an account route as an OpenAPI operation. */
export function accountOperation(route: Route, recorded: RecordedResponse | undefined): Operation {
  const { parameters, ...body } = describeRequest(route, recorded);
  const scopes = listScopes(route);
  const isIdempotent = route.method === 'POST';
  const own = [
    errors.apiKeyInvalid,
    errors.tokenNotAllowed,
    ...(isIdempotent ? idempotencyErrors : []),
    ...route.errors,
  ];
  return {
    operationId: route.name,
    tags: [accountGroup.title],
    summary: route.title,
    description: `${route.summary}.`,
    'x-credits': 0,
    'x-rate-limit-per-second': route.ratePerSecond ?? accountGroup.ratePerSecond,
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    // Browser tokens are for endpoints only.
    security: [{ apiKey: [] }],
    ...namedErrors(route.errors),
    ...body,
    parameters,
    responses: {
      [route.status ?? 200]:
        route.file === undefined ? success(route.response, recorded) : fileSuccess(route.file, recorded),
      ...referToErrors(own),
    },
  };
}

/** Errors of an `Idempotency-Key`. */
const idempotencyErrors = [errors.idempotencyKeyInUse, errors.idempotencyKeyReused, errors.idempotencyKeyInvalid];

const ROLES = { viewer: 'every operator', support: 'support and admins', admin: 'admins' } as const;

/** Returns an operation of operators as an OpenAPI operation. */
export function adminOperation({ contract, command, role, mutates }: OperatorOperation): Operation {
  const own = [errors.adminTokenInvalid, ...(mutates ? [errors.trailUnavailable] : []), ...contract.errors];
  return {
    operationId: contract.name,
    tags: [adminGroup.title],
    summary: contract.title,
    description: `${contract.summary}. For ${ROLES[role]}. On the command line: \`${command}\`.`,
    security: [{ adminToken: [] }],
    ...namedErrors(contract.errors),
    ...describeRequest(contract, undefined),
    responses: {
      200: success(contract.response, undefined),
      ...referToErrors(own),
    },
  };
}

/** Errors of every operation of operators. */
export const adminErrors: readonly AnyErrorKind[] = [
  errors.adminTokenInvalid,
  errors.adminTokenUnlocksOnly,
  errors.roleTooLow,
  errors.tooManyAdminTokens,
  errors.serviceUnavailable,
];

/** Returns the types of the errors that an operation has beside those of all operations. */
const namedErrors = (own: readonly AnyErrorKind[]) =>
  own.length === 0 ? {} : { 'x-errors': own.map(({ type }) => type) };

/** True if a field is required. */
const needsFields = ({ required = [] }: JsonSchema): boolean => required.length > 0;

const requestBody = (schema: JsonSchema, examples: Examples, required: boolean): RequestBody => ({
  required,
  content: { 'application/json': { schema, ...examples } },
});

/** Returns the fields that a query may have; objects have no text to send. */
const queryParameters = ({ properties = {} }: JsonSchema): Parameter[] =>
  Object.entries(properties)
    .filter(([, { type }]) => type !== 'object')
    .map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      description: `${description ? `${description}. ` : ''}A field of the body takes precedence.`,
      schema,
    }));

/** Returns the successful response. */
const success = (response: object, recorded: RecordedResponse | undefined): Response => ({
  description: 'Success',
  content: {
    'application/json': {
      schema: publicSchema(response, byReference),
      ...(recorded ? { example: shorten(recorded.answer) } : {}),
    },
  },
});

/** Longest lists in an example, of values and of objects, and the first items that stay of longer ones. */
const LONGEST_LIST = { values: { most: 10, first: 3 }, objects: { most: 3, first: 2 } };

/** Longest prose in an example, in characters. */
const LONGEST_PROSE = 80;
/** The beginning of prose that is longer, up to the end of a word. */
const LONG_PROSE = new RegExp(`^(.{1,${LONGEST_PROSE}}) .*$`, 's');

/** Returns an example with the first items of its long lists, and the beginning of its long prose. */
const shorten = (example: unknown): unknown =>
  JSON.parse(JSON.stringify(example), (_, value) => {
    if (Array.isArray(value)) {
      const { most, first } = LONGEST_LIST[typeof value[0] === 'object' ? 'objects' : 'values'];
      return value.length > most ? value.slice(0, first) : value;
    }
    return typeof value === 'string' && value.length > LONGEST_PROSE ? value.replace(LONG_PROSE, '$1 …') : value;
  });

/** Returns the successful response of a route that sends a file. */
const fileSuccess = (type: string, recorded: RecordedResponse | undefined): Response => ({
  description: 'Success',
  content: {
    [type.replace(/;.*/, '')]: {
      schema: { type: 'string', format: 'binary' },
      ...(recorded ? { example: recorded.answer } : {}),
    },
  },
});

/** Returns the parameters and the body of a route. Path fields are parameters, others are too if it is a GET. */
function describeRequest(route: Route, recorded: RecordedResponse | undefined) {
  const request = publicSchema(route.request);
  const example = recorded?.request ?? route.example.request;
  const inPath = listPathFields(route);
  const all = Object.entries(request.properties ?? {});
  const isGet = route.method === 'GET';
  const shown = isGet ? all : all.filter(([name]) => inPath.includes(name));
  return {
    parameters: [
      ...shown.map(([name, schema]) => parameter(name, schema, inPath.includes(name), example[name])),
      ...headerParameters(route),
    ],
    ...(isGet || all.length === shown.length
      ? {}
      : {
          requestBody: requestBody(
            without(inPath, publicSchema(route.request, byReference)),
            { example: Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name))) },
            needsFields(without(inPath, request)),
          ),
        }),
  };
}

/** Returns the schema of an object without some of its fields. */
const without = (names: readonly string[], { properties = {}, ...schema }: JsonSchema): JsonSchema =>
  notRequired(
    { ...schema, properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))) },
    names,
  );

/** Returns the headers that fields may be sent in. */
const headerParameters = ({ fromHeaders = {} }: Route): Parameter[] =>
  Object.entries(fromHeaders).map(([field, header]) => ({
    name: formatHeaderName(header),
    in: 'header',
    description: `Alternative to the field ${field}`,
    schema: { type: 'string' },
  }));

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
