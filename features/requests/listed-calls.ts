import { toCredits } from '../../shared/contract/amounts.js';
import {
  flag,
  instant,
  integer,
  nullable,
  number,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import type { ListedCall } from './call-pages.js';
import { chargedStates, requestStates, statusClasses } from './query-requests.js';

/**
 * Request fields of a list of calls, for customers and operators alike: filters and pages.
 *
 * @param maximum calls per page
 * @param usual default calls per page
 */
export const createCallFilters = (maximum: number, usual: number) => ({
  status: optional(integer({ minimum: 100, maximum: 599, description: 'Only requests with this status' })),
  type: optional(text({ maxLength: 100, description: 'Only requests with this error type' })),
  slower_than_ms: optional(integer({ minimum: 0, description: 'Only requests that took longer, in ms' })),
  from: optional(instant({ description: 'Only responses at or after this time' })),
  to: optional(instant({ description: 'Only responses before this time' })),
  limit: withDefault(integer({ minimum: 1, maximum, description: 'Requests per page' }), usual),
  after: optional(text({ maxLength: 200, description: 'Value of `next` from the previous page' })),
});

/** Request fields that only customers have. */
export const accountFilters = {
  state: optional(
    oneOf(requestStates, {
      description:
        'Only requests that were charged, whose credits were refunded (given_back), that were refused, sent with a test key, or given an earlier response again (replayed)',
    }),
  ),
  status_class: optional(oneOf(statusClasses, { description: 'Only requests with a status of this class' })),
};

/** Request field that only operators have. */
export const operatorFilters = {
  state: optional(
    oneOf(chargedStates, {
      description: 'Only requests that were charged, or whose credits were refunded (given_back)',
    }),
  ),
};

/** Response field with the cursor of the next page. */
export const nextPage = nullable(
  text({
    description: 'Cursor of the next page; null on the last. A page can be shorter than limit and still have a next',
  }),
);

const outcome = {
  status: integer(),
  type: nullable(text({ description: 'Error type; null if there was no error' })),
  ms: nullable(integer({ description: 'Duration in ms' })),
  queue_ms: nullable(integer({ description: 'Part of the duration spent on the way to and from a worker, in ms' })),
};
const credits = number({ description: 'Credits charged' });

/** Response fields with the outcome of a charged or refunded call. */
export const callOutcome = {
  ...outcome,
  state: oneOf(chargedStates, { description: 'given_back if the credits were refunded' }),
  credits,
};

/** Response fields with the outcome of any request of an account. */
export const requestOutcome = {
  ...outcome,
  state: oneOf(requestStates, {
    description:
      'given_back if the credits were refunded; refused, test (key) and replayed (Idempotency-Key) requests cost nothing',
  }),
  credits,
  requests: integer({
    description:
      'Number of requests that this entry stands for. More than 1 if many like it were refused within minutes',
  }),
  unauthenticated: flag({
    description: 'True if the key was not valid: the request had only the beginning of your key',
  }),
  ip: nullable(text({ description: 'IP address of the client; null after 30 days' })),
  user_agent: nullable(text({ description: 'User-Agent of the client, at most 200 characters' })),
};

const facts = ({ status, call }: ListedCall) => ({
  status,
  type: call?.type ?? null,
  ms: call?.ms ?? null,
  queue_ms: call?.queuedMs ?? null,
});

/** Returns the outcome of a usage entry. */
export const toOutcome = (call: ListedCall) => ({
  ...facts(call),
  state: call.state === 'spent' ? ('charged' as const) : ('given_back' as const),
  credits: call.state === 'spent' ? toCredits(call.cost ?? 0) : 0,
});

/** Returns the outcome of any request. */
export function toRequestOutcome(request: ListedCall) {
  const { state, call, requests = 1, unauthenticated } = request;
  const isLogged = state !== 'spent' && state !== 'void';
  return {
    ...(isLogged ? { ...facts(request), state, credits: 0 } : toOutcome(request)),
    requests,
    // A 403 is about a key that exists.
    unauthenticated: unauthenticated !== undefined && request.status !== 403,
    ip: call?.address ?? null,
    user_agent: call?.agent || null,
  };
}
