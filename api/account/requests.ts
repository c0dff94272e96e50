import { errors } from '../../shared/contract/errors.js';
import {
  instant,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  record,
  text,
  withDefault,
} from '../../shared/contract/fields.js';
import { route } from '../../shared/contract/route.js';
import { toCredits } from '../../shared/ledger/amounts.js';
import { REQUESTS_LISTED_DAYS, type RequestQuery, requestPage } from '../../shared/ledger/requests.js';
import { findCall } from '../../shared/platform/story.js';
import type { Services } from '../call.js';
import { answer } from './answer.js';

const MOST_PER_PAGE = 200;

const requestId = text({ maxLength: 100, description: 'X-Request-Id of the call' });

export const listRequests = answer(
  route({
    name: 'requests',
    title: 'Requests',
    method: 'GET',
    path: '/v1/requests',
    summary: `The account's calls of the last ${REQUESTS_LISTED_DAYS} days whose credits were taken, the latest first`,
    request: object({
      endpoint: optional(text({ maxLength: 100, description: 'Calls of this endpoint only, e.g. `vat/validate`' })),
      key: optional(text({ maxLength: 100, description: 'Calls with the key of this id only' })),
      status: optional(integer({ minimum: 100, maximum: 599, description: 'Calls answered with this status only' })),
      type: optional(text({ maxLength: 100, description: 'Calls answered with this type of error only' })),
      state: optional(
        oneOf(['charged', 'given_back'], { description: 'Calls that were charged, or given back, only' }),
      ),
      slower_than_ms: optional(integer({ minimum: 0, description: 'Calls that took longer only' })),
      from: optional(instant({ description: 'Calls answered at this instant or later' })),
      to: optional(instant({ description: 'Calls answered before this instant' })),
      limit: withDefault(integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Calls per page' }), 50),
      after: optional(text({ maxLength: 200, description: 'The `next` of the page before' })),
    }),
    response: object({
      requests: list(
        object({
          request_id: text(),
          at: instant({ description: 'When it was answered' }),
          endpoint: text(),
          key: text({ description: 'Id of the key' }),
          status: integer(),
          type: nullable(text({ description: 'Type of the error; null where there was none' })),
          ms: nullable(integer({ description: 'From its arrival to its answer' })),
          queue_ms: nullable(integer({ description: 'How much of that it was on its way to and from a worker' })),
          state: oneOf(['charged', 'given_back']),
          credits: number({ description: 'What it cost in the end' }),
        }),
      ),
      next: nullable(
        text({ description: 'Where the next page begins; a page may hold fewer calls than asked for and have a next' }),
      ),
    }),
    errors: [errors.cursorInvalid],
    example: { request: { limit: 2 } },
  }),
  (asked, { key, ...services }) => listRequestsOf(services, key.account, asked),
);

/**
 * A page of an account's calls.
 *
 * @throws ApiError 422 for an `after` that no page has given
 */
export async function listRequestsOf(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  account: string,
  asked: RequestQuery,
) {
  const { calls, next } = await requestPage(store, account, asked, clock.now());
  const requests = calls.map(({ _id, at, endpoint, key: id, status, state, cost, call }) => ({
    request_id: _id,
    at: at.toISOString(),
    endpoint,
    key: id,
    status,
    type: call?.type ?? null,
    ms: call?.ms ?? null,
    queue_ms: call?.queuedMs ?? null,
    state: state === 'spent' ? ('charged' as const) : ('given_back' as const),
    credits: state === 'spent' ? toCredits(cost) : 0,
  }));
  return { requests, next };
}

export const requestStory = answer(
  route({
    name: 'request',
    title: 'One request',
    method: 'GET',
    path: '/v1/requests/{request_id}',
    summary: 'What became of one call: its credits, its job, its answer, step by step',
    request: object({ request_id: requestId }),
    response: object({
      request_id: text(),
      endpoint: nullable(text()),
      timeline: list(
        object({
          at: nullable(instant({ description: 'null where it is not known' })),
          title: text(),
          details: record(text()),
        }),
      ),
    }),
    errors: [errors.requestUnknown],
    example: { request: { request_id: '0c0f7a1e-7f52-4f0a-9f43-2a8f6a3f8a11' } },
  }),
  async ({ request_id }, { key, ...services }) => {
    const found = await findCall(services, request_id);
    if (!found || found.account !== key.account) throw errors.requestUnknown({ request: request_id });
    return {
      request_id,
      endpoint: found.endpoint ?? null,
      timeline: found.timeline.map(({ at, title, details }) => ({
        at: at?.toISOString() ?? null,
        title,
        details: Object.fromEntries(details),
      })),
    };
  },
);
