import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { EVENTS_EXPORTED_TOGETHER, MOST_EVENTS_LISTED } from '../../../shared/contract/bounds.js';
import { Download } from '../../../shared/contract/download.js';
import { errors } from '../../../shared/contract/errors.js';
import {
  flag,
  instant,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  record,
  Type,
  text,
  withDefault,
} from '../../../shared/contract/fields.js';
import { route } from '../../../shared/contract/route.js';
import type { Clock } from '../../../shared/process/clock.js';
import { accountRoute, type Caller } from '../../web/index.js';
import type { HostedPage } from '../collections.js';
import { pageChange } from '../subjects.js';
import {
  deleteEvents,
  type EventQuery,
  type EventStore,
  findEvents,
  readEventsInBatches,
  type StoredEvent,
} from './find-events.js';
import { findOwnPage, pageIdField } from './view.js';

interface EventContext extends Caller {
  readonly clock: Clock;
  readonly store: EventStore;
}

const scope = 'pages';
/** Maximum rate of exports, and of deletions, per key. */
const EXPORTS_PER_SECOND = 1;

const filterFields = {
  event: optional(text({ maxLength: 64, description: 'Only events of this name, e.g. `feedback_submitted`' })),
  from: optional(instant({ description: 'Only events at or after this time' })),
  to: optional(instant({ description: 'Only events before this time' })),
};

const eventRow = object({
  id: text(),
  at: instant(),
  event: text({ description: 'Name of the event, e.g. feedback_submitted, rating_submitted or link_click' }),
  value: nullable(
    Type.Union([text({ minLength: 0 }), Type.Number()], {
      description: 'Text, number of stars, or link that was clicked',
    }),
  ),
  block: nullable(text({ description: 'Block of the page, e.g. b1' })),
  meta: nullable(record(Type.Unknown())),
  device: text(),
  country: nullable(text({ description: 'Two-letter country code of the visitor; null if unknown' })),
  language: nullable(text({ description: 'Language of the visitor’s browser; null if unknown' })),
  referrer: nullable(text({ description: 'Page from which the visitor came; null if unknown' })),
  bot: flag({ description: 'True for crawlers and link previews' }),
});

const toRow = ({ _id, at, event, value, meta, device, country, language, referrer, bot }: StoredEvent) => {
  const { block, ...others } = meta ?? {};
  return {
    ...{ id: _id.toHexString(), at: at.toISOString(), event, value, device, country, referrer, bot },
    block: typeof block === 'string' ? block : null,
    meta: Object.keys(others).length > 0 ? others : null,
    language: language ?? null,
  };
};

export const listPageEvents = accountRoute(
  route({
    name: 'experienceEvents',
    title: 'List the events of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/events',
    scope,
    summary: 'Lists the messages, ratings and clicks of visitors of a hosted page, newest first',
    request: object({
      id: pageIdField,
      ...filterFields,
      limit: withDefault(integer({ minimum: 1, maximum: MOST_EVENTS_LISTED, description: 'Events per page' }), 50),
      after: optional(text({ maxLength: 60, description: 'Value of `next` from the previous page' })),
    }),
    response: object({
      events: list(eventRow),
      next: nullable(text({ description: 'Cursor of the next page; null on the last' })),
    }),
    errors: [errors.experienceUnknown, errors.cursorInvalid],
    example: { request: { id: 1, limit: 2 } },
  }),
  async ({ id, limit, after, ...query }, context: EventContext) => {
    const page = await findOwnPage(context, id);
    const { events, next } = await findEvents(context.store, page, query, { limit, after });
    return { events: events.map(toRow), next };
  },
);

export const exportPageEvents = accountRoute(
  route({
    name: 'exportExperienceEvents',
    title: 'Export the events of a hosted page',
    method: 'GET',
    path: '/v1/qr-experience/{id}/events.csv',
    scope,
    ratePerSecond: EXPORTS_PER_SECOND,
    summary:
      'Returns the events of a hosted page as a CSV file (RFC 4180), oldest first. Text that a spreadsheet would treat as a formula ' +
      'is prefixed with an apostrophe',
    request: object({ id: pageIdField, ...filterFields }),
    response: text({ description: 'CSV file' }),
    file: 'text/csv; charset=utf-8',
    errors: [errors.experienceUnknown],
    example: { request: { id: 1 } },
  }),
  async ({ id, ...query }, context: EventContext) => {
    const page = await findOwnPage(context, id);
    return new Download(
      `events-${id}.csv`,
      Readable.from(formatCsvLines(context.store, page, query), { objectMode: false }),
    );
  },
);

const COLUMNS = ['at', 'event', 'value', 'block', 'device', 'country', 'language', 'referrer', 'bot', 'meta'] as const;

/** RFC 4180; an apostrophe before text that a spreadsheet would take for a formula. */
export const CSV_FORMAT = { record_delimiter: 'windows', escape_formulas: true, cast: { boolean: String } } as const;

async function* formatCsvLines(store: EventStore, page: HostedPage, query: EventQuery): AsyncGenerator<string> {
  yield stringify([[...COLUMNS]], CSV_FORMAT);
  for await (const batch of readEventsInBatches(store, page, query, EVENTS_EXPORTED_TOGETHER)) {
    const rows = batch.map(toRow);
    yield stringify(
      rows.map((row) => COLUMNS.map((column) => row[column])),
      CSV_FORMAT,
    );
  }
}

export const removePageEvents = accountRoute(
  route({
    name: 'deleteExperienceEvents',
    title: 'Delete the events of a hosted page',
    method: 'DELETE',
    path: '/v1/qr-experience/{id}/events',
    scope,
    ratePerSecond: EXPORTS_PER_SECOND,
    summary: 'Deletes the events of a hosted page, all or those before a time. The statistics keep their figures',
    request: object({
      id: pageIdField,
      before: optional(instant({ description: 'Only events before this time; defaults to now' })),
    }),
    response: object({ id: integer(), state: oneOf(['deleted']), before: instant() }),
    errors: [errors.experienceUnknown],
    example: { request: { id: 1, before: '2026-01-01T00:00:00Z' } },
  }),
  async ({ id, before }, context: EventContext) => {
    const page = await findOwnPage(context, id);
    const now = context.clock.now();
    const until = before === undefined ? now : new Date(Math.min(Date.parse(before), now.getTime()));
    await deleteEvents(context.store, page, until);
    return { id, state: 'deleted' as const, before: until.toISOString() };
  },
  { action: 'page.delete_events', ...pageChange },
);
