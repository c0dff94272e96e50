import type { AnyErrorKind } from '../../../shared/contract/errors.js';
import { statusMeanings } from './call-errors.js';
import { camelCase } from './names.js';
import type { JsonSchema } from './public-schema.js';

export const ref = (kind: string, name: string | number) => ({ $ref: `#/components/${kind}/${name}` });

/** Headers of every answer of a call. */
export const answerHeaders: Readonly<Record<string, { description: string; schema: JsonSchema }>> = {
  'X-Request-Id': { description: 'Names this call in questions to support', schema: { type: 'string' } },
  'X-Credits-Cost': { description: 'What the call cost in the end', schema: { type: 'number' } },
  'X-Credits-Remaining': { description: 'Credits left in the account', schema: { type: 'number' } },
  'RateLimit-Limit': { description: 'Calls a second that the key may make in this group', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Calls left in this second', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the count starts anew', schema: { type: 'integer' } },
};

/** Headers of some answers. */
export const rareHeaders: typeof answerHeaders = {
  'Retry-After': { description: 'Seconds to wait before trying again', schema: { type: 'integer' } },
  'Idempotent-Replayed': {
    description: 'true when this is the first answer again, given to a retry',
    schema: { type: 'string' },
  },
};

export const headerRefs = Object.fromEntries(Object.keys(answerHeaders).map((name) => [name, ref('headers', name)]));

const WAITS = new Set([409, 429, 503]);

/** A response with the error body, and one example for each message. */
export function failure(status: number, kinds: readonly AnyErrorKind[]): object {
  const examples = kinds.map(({ message }) => [exampleName(message), { value: { error: message, code: status } }]);
  return {
    description: statusMeanings[status] ?? 'Error',
    headers: { ...headerRefs, ...(WAITS.has(status) ? { 'Retry-After': ref('headers', 'Retry-After') } : {}) },
    content: {
      'application/json': {
        schema: ref('schemas', 'Error'),
        ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
      },
    },
  };
}

const exampleName = (message: string): string =>
  camelCase(
    message
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim()
      .replaceAll(' ', '-'),
  );

/**
 * Failures by status: those that are shared are components, and where there are own ones they come first.
 *
 * @param own errors of this operation
 * @param shared errors of every operation
 * @param always statuses that need an entry of their own even without a named error
 */
export function failures(
  own: readonly AnyErrorKind[],
  shared: readonly AnyErrorKind[],
  always: readonly number[] = [],
): Record<string, object> {
  const statuses = [...new Set([...[...own, ...shared].map(({ status }) => status), ...always])].sort();
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = (kinds: readonly AnyErrorKind[]) => kinds.filter((kind) => kind.status === status);
      const isShared = ofStatus(own).length === 0 && !always.includes(status);
      return [status, isShared ? ref('responses', status) : failure(status, [...ofStatus(own), ...ofStatus(shared)])];
    }),
  );
}
