import { toCredits } from '../credits/amounts.js';
import type { Endpoint } from '../endpoint.js';
import { freeErrors, ourErrors } from './call-errors.js';
import { byReference } from './named-schemas.js';
import { camelCase, title } from './names.js';
import { type JsonSchema, publicRequest, publicSchema } from './public-schema.js';
import type { RecordedAnswer } from './recorded-answers.js';
import { failures, headerRefs, ref } from './responses.js';

/** Endpoints are found, and called with POST. */
const NOT_HERE = new Set([404, 405]);
const sharedErrors = [...freeErrors, ...ourErrors].filter(({ status }) => !NOT_HERE.has(status));

/** The parts of an OpenAPI operation that what is made from the document reads. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, object>>;
  readonly parameters: readonly Parameter[];
  readonly security?: readonly object[];
  readonly [extension: `x-${string}`]: unknown;
}

export interface RequestBody {
  required: boolean;
  content: Readonly<Record<string, { schema: JsonSchema; example?: unknown }>>;
}

export type Parameter =
  | { $ref: string }
  | {
      name: string;
      in: 'path' | 'query';
      required?: boolean;
      description?: string;
      schema: JsonSchema;
      example?: unknown;
    };

/** One endpoint as an OpenAPI operation: fields, example, price, limit, and every error it can answer. */
export function operation(endpoint: Endpoint, recorded: RecordedAnswer | undefined): Operation {
  const { group, aliases, cost, rules, summary, errors, example } = endpoint;
  const request = publicRequest(endpoint);
  return {
    operationId: camelCase(endpoint.id),
    tags: [group.title],
    summary: title(endpoint),
    description: [`${summary}.`, ...rules.map((rule) => `${rule.describe}.`)].join('\n\n'),
    'x-credits': toCredits(cost),
    'x-rate-limit-per-second': group.ratePerSecond,
    ...(aliases.length > 0 ? { 'x-aliases': aliases } : {}),
    ...(rules.length > 0 ? { 'x-rules': rules.map((rule) => rule.describe) } : {}),
    parameters: [
      ref('parameters', 'IdempotencyKey'),
      ref('parameters', 'Prefer'),
      ...(group.readsQuery ? queryParameters(request) : []),
    ],
    requestBody: requestBody(
      publicRequest(endpoint, byReference),
      recorded?.request ?? example.request,
      !group.readsQuery && needsFields(request),
    ),
    responses: {
      200: success(endpoint, recorded),
      202: ref('responses', 'Accepted'),
      ...failures(errors, sharedErrors, [group.inputStatus]),
    },
  };
}

/** Whether something must be sent. */
export const needsFields = ({ required = [] }: JsonSchema): boolean => required.length > 0;

export const requestBody = (schema: JsonSchema, example: unknown, required: boolean): RequestBody => ({
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

const success = (endpoint: Endpoint, recorded: RecordedAnswer | undefined): object => ({
  description: 'Success',
  headers: { ...headerRefs, 'Idempotent-Replayed': ref('headers', 'Idempotent-Replayed') },
  content: {
    'application/json': {
      schema: publicSchema(endpoint.response, byReference),
      ...(recorded ? { example: recorded.answer } : {}),
    },
    ...(endpoint.answersFiles ? { '*/*': { schema: { description: 'The file itself, with download=1' } } } : {}),
  },
});
