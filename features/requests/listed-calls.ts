import { toCredits } from '../../shared/contract/amounts.js';
import {
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

/**
 * Request fields of a list of calls, for customers and operators alike: filters and pages.
 *
 * @param maximum calls per page
 * @param usual default calls per page
 */
export const callFilters = (maximum: number, usual: number) => ({
  status: optional(integer({ minimum: 100, maximum: 599, description: 'Only requests with this status' })),
  type: optional(text({ maxLength: 100, description: 'Only requests with this error type' })),
  state: optional(
    oneOf(['charged', 'given_back'], {
      description: 'Only requests that were charged, or whose credits were refunded (given_back)',
    }),
  ),
  slower_than_ms: optional(integer({ minimum: 0, description: 'Only requests that took longer, in ms' })),
  from: optional(instant({ description: 'Only responses at or after this time' })),
  to: optional(instant({ description: 'Only responses before this time' })),
  limit: withDefault(integer({ minimum: 1, maximum, description: 'Requests per page' }), usual),
  after: optional(text({ maxLength: 200, description: 'Value of `next` from the previous page' })),
});

/** Response field with the cursor of the next page. */
export const nextPage = nullable(
  text({
    description: 'Cursor of the next page; null on the last. A page can be shorter than limit and still have a next',
  }),
);

/** Response fields with the outcome of a call. */
export const callOutcome = {
  status: integer(),
  type: nullable(text({ description: 'Error type; null if there was no error' })),
  ms: nullable(integer({ description: 'Duration in ms' })),
  queue_ms: nullable(integer({ description: 'Part of the duration spent on the way to and from a worker, in ms' })),
  state: oneOf(['charged', 'given_back'], { description: 'given_back if the credits were refunded' }),
  credits: number({ description: 'Credits charged' }),
};

export const toOutcome = ({ status, call, state, cost }: ListedCall) => ({
  status,
  type: call?.type ?? null,
  ms: call?.ms ?? null,
  queue_ms: call?.queuedMs ?? null,
  state: state === 'spent' ? ('charged' as const) : ('given_back' as const),
  credits: state === 'spent' ? toCredits(cost) : 0,
});
