import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Filter } from 'mongodb';
import { Download } from '../../shared/contract/download.js';
import type { OperatorCollections, TrailEntry } from './collections.js';

type Trail = Pick<OperatorCollections, 'auditTrail'>;

/** Which entries of the audit trail are asked for. */
export interface TrailQuery {
  actor?: string;
  operation?: string;
  /** The id of what was changed. */
  subject?: string;
  account?: string;
  /** At this instant or later. */
  from?: string;
  /** Before this instant. */
  to?: string;
}

/** What entries are looked up by; each has an index with the entries in their order. */
const FIELDS = { actor: 'actor', operation: 'operation', subject: 'subject.id', account: 'account' } as const;

/**
 * The filter of a query. Entries are in the order of time, but for moments: a time is looked up in its index once, and is a place
 * in the trail from then on.
 */
async function filterOf({ auditTrail }: Trail, query: TrailQuery): Promise<Filter<TrailEntry>> {
  const firstSince = async (instant: string) =>
    (await auditTrail.find({ at: { $gte: new Date(instant) } }, { sort: { at: 1 }, limit: 1 }).next())?._id;
  const nowhere = Number.MAX_SAFE_INTEGER;
  const from = query.from === undefined ? 1 : ((await firstSince(query.from)) ?? nowhere);
  const before = query.to === undefined ? nowhere : ((await firstSince(query.to)) ?? nowhere);
  const asked = Object.entries(FIELDS).flatMap(([name, path]) => {
    const value = query[name as keyof typeof FIELDS];
    return value === undefined ? [] : [[path, value]];
  });
  return { ...Object.fromEntries(asked), _id: { $gte: from, $lt: before } };
}

/**
 * A page of the trail, the latest first.
 *
 * @param after the place of the last entry of the page before
 */
export async function trailPage(store: Trail, query: TrailQuery, limit: number, after?: number) {
  const filter = await filterOf(store, query);
  const range = after === undefined ? {} : { $and: [{ _id: { $lt: after } }] };
  const found = await store.auditTrail.find({ ...filter, ...range }, { sort: { _id: -1 }, limit: limit + 1 }).toArray();
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?._id ?? null) : null };
}

/** The forms in which the trail is exported. */
export const exportForms = ['csv', 'jsonl'] as const;

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

/** All entries that are asked for as a file, the oldest first; it is read from the store as it is sent. */
export function trailFile(store: Trail, query: TrailQuery, form: (typeof exportForms)[number]): Download {
  const entries = Readable.from(entriesOf(store, query));
  return new Download(`audit-trail.${form}`, form === 'csv' ? asCsv(entries) : asLines(entries), TYPES[form]);
}

async function* entriesOf(store: Trail, query: TrailQuery): AsyncGenerator<TrailEntry> {
  yield* store.auditTrail.find(await filterOf(store, query), { sort: { _id: 1 } });
}

const asLines = (entries: Readable): Readable =>
  Readable.from(
    entries.map((entry: TrailEntry) => `${JSON.stringify(entry)}\n`),
    { objectMode: false },
  );

/** RFC 4180; what a spreadsheet would take for a formula is made text of by an apostrophe before it. */
function asCsv(entries: Readable): Readable {
  const rows = stringify({
    header: true,
    columns: [
      'entry',
      'at',
      'actor',
      'role',
      'via',
      'from',
      'operation',
      'type',
      'subject',
      'account',
      'outcome',
    ].concat(['input', 'before', 'after', 'request_id', 'hash']),
    record_delimiter: 'windows',
    escape_formulas: true,
  });
  const flat = entries.map(({ _id, at, subject, input, before, after, requestId, ...entry }: TrailEntry) => ({
    ...entry,
    entry: _id,
    at: at.toISOString(),
    type: subject.type,
    subject: subject.id,
    request_id: requestId,
    input: JSON.stringify(input),
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  flat.on('error', (error) => rows.destroy(error));
  return flat.pipe(rows);
}
