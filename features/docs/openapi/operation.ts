import { toCredits } from '../../../shared/contract/amounts.js';
import type { AnyErrorKind } from '../../../shared/contract/api-error.js';
import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { errors } from '../../../shared/contract/errors.js';
import { headerName, pathFields, type Route } from '../../../shared/contract/route.js';
import { scopesOf } from '../../../shared/contract/service-scopes.js';
import { accountGroup } from '../../account-api/index.js';
import type { Operation as Admin } from '../../operators/index.js';
import type { RecordedAnswer } from './recorded-answers.js';
import { errorsBeforeCharge, type Failures, headerRefs, serverErrors, writtenHeaders } from './responses.js';
import { byReference, type JsonSchema, notRequired, publicRequest, publicSchema, ref } from './schemas.js';

/** What operators do over HTTP. */
export const adminGroup = {
  title: 'Operators',
  summary:
    'Accounts, purchases, keys, refunds, usage, the audit, hosted pages, operators and their audit trail, for operators with a token',
};

const everyError: readonly AnyErrorKind[] = [...errorsBeforeCharge, ...serverErrors];
/** Endpoints are found, and called with POST. */
const endpointErrors = everyError.filter(({ status }) => ![404, 405].includes(status));
/** What any route for accounts can answer beside its own errors. */
const accountErrors = everyError.filter(({ status }) => [401, 403, 429, 500, 503].includes(status));
const INPUT_STATUS = 422;
/** Headers of some successes. */
const rareOnSuccess = Object.fromEntries(
  ['Idempotent-Replayed', 'X-Mode', 'X-Unknown-Fields', 'Preference-Applied'].map((name) => [
    name,
    ref('headers', name),
  ]),
);

/** Headers of answers that were written. */
const onWritten = Object.fromEntries(Object.keys(writtenHeaders).map((name) => [name, ref('headers', name)]));

/** The parts of an OpenAPI operation that what is made from the document reads. */
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

/** A response; one that operations share is a reference. */
export interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: object;
  readonly content?: Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;
}

export interface RequestBody {
  required: boolean;
  content: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;
}

export type Parameter =
  | { $ref: string }
  | {
      name: string;
      in: 'path' | 'query' | 'header';
      required?: boolean;
      description?: string;
      schema: JsonSchema;
      example?: unknown;
    };

/** One endpoint as an OpenAPI operation: fields, example, price, limit, and every error it can answer. */
export function endpointOperation(
  endpoint: Endpoint,
  recorded: RecordedAnswer | undefined,
  failures: Failures,
): Operation {
  const {
    group,
    aliases,
    cost,
    per,
    rules,
    name,
    title,
    summary,
    errors: own,
    example,
    response,
    answersFiles,
  } = endpoint;
  const request = publicRequest(endpoint);
  return {
    operationId: name,
    tags: [group.title],
    summary: title,
    description: [`${summary}.`, ...rules.map((rule) => `${rule.describe}.`)].join('\n\n'),
    'x-credits': toCredits(cost),
    ...(per ? { 'x-credits-per': per.unit } : {}),
    'x-rate-limit-per-second': group.ratePerSecond,
    ...(aliases.length > 0 ? { 'x-aliases': aliases } : {}),
    ...(rules.length > 0 ? { 'x-rules': rules.map((rule) => rule.describe) } : {}),
    parameters: [
      ref('parameters', 'IdempotencyKey'),
      ref('parameters', 'Prefer'),
      ref('parameters', 'TestAnswer'),
      ...(group.readsQuery ? queryParameters(request) : []),
    ],
    requestBody: requestBody(
      publicRequest(endpoint, byReference),
      recorded?.request ?? example.request,
      !group.readsQuery && needsFields(request),
    ),
    responses: {
      200: {
        ...success(response, recorded, answersFiles),
        headers: { ...headerRefs, ...rareOnSuccess, ...(group.isWritten ? onWritten : {}) },
      },
      202: ref('responses', 'Accepted'),
      ...failures.of(own, endpointErrors, [group.inputStatus]),
    },
  };
}

/** A route beside the endpoints as an OpenAPI operation. */
export function accountOperation(route: Route, recorded: RecordedAnswer | undefined, failures: Failures): Operation {
  const { parameters, ...body } = requestOf(route, recorded);
  const scopes = scopesOf(route);
  const isRepeatable = route.method === 'POST';
  return {
    operationId: route.name,
    tags: [accountGroup.title],
    summary: route.title,
    description: `${route.summary}.`,
    'x-credits': 0,
    'x-rate-limit-per-second': accountGroup.ratePerSecond,
    ...(scopes.length > 0 && { 'x-scopes': scopes }),
    // Tokens open endpoints only.
    security: [{ apiKey: [] }],
    ...body,
    parameters: [...(isRepeatable ? [ref('parameters', 'IdempotencyKey')] : []), ...parameters],
    responses: {
      200: route.file === undefined ? success(route.response, recorded) : fileOf(route.file, recorded),
      ...failures.of([errors.tokenNotAllowed, ...(isRepeatable ? repeatErrors : []), ...route.errors], accountErrors, [
        INPUT_STATUS,
      ]),
    },
  };
}

/** The errors of an `Idempotency-Key`. */
const repeatErrors = [errors.idempotencyKeyInUse, errors.idempotencyKeyReused, errors.idempotencyKeyInvalid];

const ROLES = { viewer: 'every operator', support: 'support and admins', admin: 'admins' } as const;

/** What operators do as an OpenAPI operation: it needs the token of one. */
export function adminOperation({ contract, command, role, mutates }: Admin, failures: Failures): Operation {
  const ofOperators = [errors.adminTokenInvalid, errors.adminTokenUnlocksOnly, errors.roleTooLow];
  const own = [
    ...ofOperators,
    errors.tooManyAdminTokens,
    ...(mutates ? [errors.trailUnavailable] : []),
    ...contract.errors,
  ];
  return {
    operationId: contract.name,
    tags: [adminGroup.title],
    summary: contract.title,
    description: `${contract.summary}. For ${ROLES[role]}. On the command line: \`${command}\`.`,
    security: [{ adminToken: [] }],
    ...requestOf(contract, undefined),
    responses: {
      200: success(contract.response, undefined),
      ...failures.of(own, [errors.serviceUnavailable], [INPUT_STATUS]),
    },
  };
}

/** Whether something must be sent. */
const needsFields = ({ required = [] }: JsonSchema): boolean => required.length > 0;

const requestBody = (schema: JsonSchema, example: unknown, required: boolean): RequestBody => ({
  required,
  content: { 'application/json': { schema, example }, 'application/x-www-form-urlencoded': { schema } },
});

const queryParameters = ({ properties = {} }: JsonSchema): Parameter[] =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description: `${description ? `${description}. ` : ''}The body wins.`,
    schema,
  }));

/** The success of an operation; a file instead of JSON where the caller may ask for one. */
const success = (response: object, recorded: RecordedAnswer | undefined, orFile = false): Response => ({
  description: 'Success',
  content: {
    'application/json': {
      schema: publicSchema(response, byReference),
      ...(recorded ? { example: recorded.answer } : {}),
    },
    ...(orFile ? { '*/*': { schema: { description: 'The file itself, with download=1' } } } : {}),
  },
});

/** The success of an operation that answers a file. */
const fileOf = (type: string, recorded: RecordedAnswer | undefined): Response => ({
  description: 'Success',
  content: {
    [type.replace(/;.*/, '')]: {
      schema: { type: 'string', format: 'binary' },
      ...(recorded ? { example: recorded.answer } : {}),
    },
  },
});

/** Path fields are parameters; the others are query parameters of a GET, else the body. */
function requestOf(route: Route, recorded: RecordedAnswer | undefined) {
  const request = publicSchema(route.request);
  const example = recorded?.request ?? route.example.request;
  const inPath = pathFields(route);
  const all = Object.entries(request.properties ?? {});
  const isGet = route.method === 'GET';
  const shown = isGet ? all : all.filter(([name]) => inPath.includes(name));
  return {
    parameters: [
      ...shown.map(([name, schema]) => parameter(name, schema, inPath.includes(name), example[name])),
      ...headersOf(route),
    ],
    ...(isGet || all.length === shown.length
      ? {}
      : {
          requestBody: requestBody(
            without(inPath, publicSchema(route.request, byReference)),
            Object.fromEntries(Object.entries(example).filter(([name]) => !inPath.includes(name))),
            needsFields(without(inPath, request)),
          ),
        }),
  };
}

/** An object without some of its fields. */
const without = (names: readonly string[], { properties = {}, ...schema }: JsonSchema): JsonSchema =>
  notRequired(
    { ...schema, properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))) },
    names,
  );

/** The headers in which fields may be sent. */
const headersOf = ({ fromHeaders = {} }: Route): Parameter[] =>
  Object.entries(fromHeaders).map(([field, header]) => ({
    name: headerName(header),
    in: 'header',
    description: `The field ${field}, where that is not sent`,
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
