import type { Filter } from 'mongodb';
import { LONGEST_LABEL, MOST_EXPERIENCES_SCANNED } from '../../../shared/contract/bounds.js';
import { errors } from '../../../shared/contract/errors.js';
import {
  flag,
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
import type { Clock } from '../../../shared/process/clock.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { HostedPage, PageCollections, PageStore } from '../collections.js';
import { NO_SCANS, RECENT_DAYS, readRecentScans } from '../recent-scans.js';
import { availabilities } from '../site/visibility.js';
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

interface ListContext extends PageContext {
  readonly clock: Clock;
  readonly store: Pick<PageCollections, 'experiences' | 'visitCounts'>;
}

const scope = 'pages';
const MOST_PER_PAGE = 200;

const recentScans = object(
  {
    total: integer(),
    per_day: list(integer(), { description: 'Scans on each day (UTC), the oldest first; the last is today' }),
  },
  { description: `Scans of the last ${RECENT_DAYS} days; only with include_scans` },
);

export const listPages = accountRoute(
  route({
    name: 'experiences',
    title: 'List hosted pages',
    method: 'GET',
    path: '/v1/qr-experience',
    scope,
    summary: 'Lists the hosted pages of the account, newest first',
    request: object({
      type: optional({ ...pageType, description: 'Only pages of this type' }),
      label: optional(text({ maxLength: LONGEST_LABEL, description: 'Only pages with this label' })),
      state: optional(oneOf(states, { description: 'Only pages in this state' })),
      availability: optional(
        oneOf(availabilities, { description: 'Only pages that are open, open later, or have ended' }),
      ),
      search: optional(
        text({
          maxLength: LONGEST_LABEL,
          description: 'Only pages with this text in their title, label, slug or code',
        }),
      ),
      include_scans: withDefault(flag({ description: '1 adds `recent_scans` to each hosted page' }), false),
      limit: withDefault(
        integer({ minimum: 1, maximum: MOST_PER_PAGE, description: 'Hosted pages per page of the list' }),
        50,
      ),
      after: optional(text({ maxLength: 20, description: 'Value of `next` from the previous page' })),
    }),
    response: object({
      experiences: list(object({ ...pageRow.properties, recent_scans: optional(recentScans) })),
      next: nullable(
        text({
          description:
            'Cursor of the next page; null on the last. A page can be shorter than limit and still have a next',
        }),
      ),
    }),
    errors: [errors.cursorInvalid],
    example: { request: { state: 'active', limit: 2 } },
  }),
  async (
    { type, label, state, availability, search, include_scans, limit, after },
    { store, hosts, key: { account }, ...services }: ListContext,
  ) => {
    const { experiences } = store;
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
          $and: [
            ...[{ account, ...before }, last ? { _id: { $gte: last._id } } : {}, stateFilter(state)],
            ...[createAvailabilityFilter(availability, services.clock.now()), searchFilter(search)],
          ],
          deleted: { $exists: false },
          ...(type && { type }),
          ...(label !== undefined && { label }),
        },
        { projection: { page: 0, found_by: 0 }, sort: latestFirst, limit: limit + 1 },
      )
      .toArray();
    const page = found.slice(0, limit);
    const end = found.length > limit ? page.at(-1) : last;
    const urls = await hosts.urlsFor(account);
    const rows = page.map((one) => toPageRow(one, urls, services));
    const next = end ? String(end._id) : null;
    if (!include_scans) return { experiences: rows, next };
    const scans = await readRecentScans(store, page, services.clock.now());
    return { experiences: rows.map((row) => ({ ...row, recent_scans: scans.get(row.id) ?? NO_SCANS })), next };
  },
);

/** Returns a filter for what `readAvailability` reads. */
function createAvailabilityFilter(
  availability: (typeof availabilities)[number] | undefined,
  now: Date,
): Filter<HostedPage> {
  const ended = [
    { valid_until: { $lte: now } },
    { max_scans: { $exists: true }, $expr: { $gte: ['$scans_counted', '$max_scans'] } },
  ];
  if (availability === 'ended') return { $or: ended };
  if (availability === 'scheduled') return { $nor: ended, valid_from: { $gt: now } };
  return availability === 'open' ? { $nor: [...ended, { valid_from: { $gt: now } }] } : {};
}

/** Returns a filter for pages with a text in one of their names. */
function searchFilter(search: string | undefined): Filter<HostedPage> {
  if (search === undefined) return {};
  const contains = { $regex: search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), $options: 'i' };
  return { $or: [{ title: contains }, { label: contains }, { slug: contains }, { code: contains }] };
}

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
    title: 'Get a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}',
    scope,
    summary: 'Returns the content, state and version of a hosted page, in a format that you can send back',
    request: object({ id: pageIdField }),
    response: pageView,
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id }, context: PageContext) => toPageView(await findOwnPage(context, id), context),
);
