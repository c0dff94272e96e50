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
  status: optional(integer({ minimum: 100, maximum: 599, description: 'Calls answered with this status only' })),
  type: optional(text({ maxLength: 100, description: 'Calls answered with this type of error only' })),
  state: optional(oneOf(['charged', 'given_back'], { description: 'Calls that were charged, or given back, only' })),
  slower_than_ms: optional(integer({ minimum: 0, description: 'Calls that took longer only' })),
  from: optional(instant({ description: 'Calls answered at this instant or later' })),
  to: optional(instant({ description: 'Calls answered before this instant' })),
  limit: withDefault(integer({ minimum: 1, maximum, description: 'Calls per page' }), usual),
  after: optional(text({ maxLength: 200, description: 'The `next` of the page before' })),
});

/** Response field with the cursor of the next page. */
export const nextPage = nullable(
  text({ description: 'Where the next page begins; a page may hold fewer calls than asked for and have a next' }),
);

/** Response fields with the outcome of a call. */
export const callOutcome = {
  status: integer(),
  type: nullable(text({ description: 'Type of the error; null where there was none' })),
  ms: nullable(integer({ description: 'From its arrival to its answer' })),
  queue_ms: nullable(integer({ description: 'How much of that it was on its way to and from a worker' })),
  state: oneOf(['charged', 'given_back']),
  credits: number({ description: 'What it cost in the end' }),
};

export const toOutcome = ({ status, call, state, cost }: ListedCall) => ({
  status,
  type: call?.type ?? null,
  ms: call?.ms ?? null,
  queue_ms: call?.queuedMs ?? null,
  state: state === 'spent' ? ('charged' as const) : ('given_back' as const),
  credits: state === 'spent' ? toCredits(cost) : 0,
});
