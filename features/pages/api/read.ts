import type { Filter } from 'mongodb';
import { LONGEST_LABEL, MOST_EXPERIENCES_SCANNED } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import {
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from '../../../shared/contract/fields.js';
import { pageType } from '../../../shared/contract/hosted-pages/page-types.js';
import { route } from '../../../shared/contract/route.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { HostedPage, PageStore } from '../collections.js';
import {
  findOwnPage,
  pageIdField,
  pageRow,
  pageView,
  states,
  toPageRow,
  toPageView,
  type ViewServices,
} from './view.js';

interface PageContext extends Caller, ViewServices {
  readonly store: PageStore;
}

const scope = 'pages';
const MOST_PER_PAGE = 200;

export const listPages = accountRoute(
  route({
    name: 'experiences',
    title: 'Hosted pages',
    method: 'GET',
    path: '/v1/qr-experience',
    scope,
    summary: 'The hosted pages of the account, the latest first',
    request: object({
      type: optional({ ...pageType, description: 'Those of this type only' }),
      label: optional(text({ maxLength: LONGEST_LABEL, description: 'Those with this label only' })),
      state: optional(oneOf(states, { description: 'Those in this state only' })),
      limit: withDefault(integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Pages in one answer' }), 50),
      after: optional(text({ maxLength: 20, description: 'The `next` of the answer before' })),
    }),
    response: object({
      experiences: list(pageRow),
      next: nullable(
        text({ description: 'Where the list goes on; an answer may hold fewer than asked for and have a next' }),
      ),
    }),
    errors: [errors.cursorInvalid],
    example: { request: { state: 'active', limit: 2 } },
  }),
  async ({ type, label, state, limit, after }, { store: { experiences }, config, key: { account } }: PageContext) => {
    const latestFirst = { _id: -1 } as const;
    const before = after === undefined ? {} : { _id: { $lt: parseCursor(after) } };
    const [last] = await experiences
      .find(
        { account, ...before },
        { projection: { _id: 1 }, sort: latestFirst, skip: MOST_EXPERIENCES_SCANNED - 1, limit: 1 },
      )
      .toArray();
    const found = await experiences
      .find(
        {
          $and: [{ account, ...before }, last ? { _id: { $gte: last._id } } : {}, stateFilter(state)],
          deleted: { $exists: false },
          ...(type && { type }),
          ...(label !== undefined && { label }),
        },
        { projection: { page: 0, found_by: 0 }, sort: latestFirst, limit: limit + 1 },
      )
      .toArray();
    const page = found.slice(0, limit);
    const end = found.length > limit ? page.at(-1) : last;
    return { experiences: page.map((one) => toPageRow(one, config)), next: end ? String(end._id) : null };
  },
);

function parseCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw errors.cursorInvalid();
  return Number(cursor);
}

function stateFilter(state: (typeof states)[number] | undefined): Filter<HostedPage> {
  if (state === undefined) return {};
  if (state === 'taken_down') return { taken_down: { $exists: true } };
  return { taken_down: { $exists: false }, paused: { $exists: state === 'paused' } };
}

export const readHostedPage = accountRoute(
  route({
    name: 'experience',
    title: 'One hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}',
    scope,
    summary:
      'What a hosted page shows, whether it is shown, and its version, in the fields in which it can be sent back',
    request: object({ id: pageIdField }),
    response: pageView,
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, context: PageContext) => toPageView(await findOwnPage(context, id), context),
);
