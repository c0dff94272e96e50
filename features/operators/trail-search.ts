import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Filter } from 'mongodb';
import { Download } from '../../shared/contract/download.js';
import type { OperatorCollections, TrailEntry } from './collections.js';

type Trail = Pick<OperatorCollections, 'auditTrail'>;

/** Filters of the audit trail. */
interface TrailQuery {
  actor?: string;
  operation?: string;
  /** Id of the changed subject. */
  subject?: string;
  account?: string;
  /** First instant, inclusive. */
  from?: string;
  /** Last instant, exclusive. */
  to?: string;
}

/** Document field of each filter. Each has an index that ends with the entry number. */
const FILTER_FIELDS = { actor: 'actor', operation: 'operation', subject: 'subject.id', account: 'account' } as const;

/**
 * Builds the filter of a query. Entries are (nearly) in the order of time, so that a time is looked up once and becomes an entry
 * number.
 */
async function buildFilter({ auditTrail }: Trail, query: TrailQuery): Promise<Filter<TrailEntry>> {
  const firstSince = async (instant: string) =>
    (await auditTrail.find({ at: { $gte: new Date(instant) } }, { sort: { at: 1 }, limit: 1 }).next())?._id;
  const end = Number.MAX_SAFE_INTEGER;
  const from = query.from === undefined ? 1 : ((await firstSince(query.from)) ?? end);
  const before = query.to === undefined ? end : ((await firstSince(query.to)) ?? end);
  const conditions = Object.entries(FILTER_FIELDS).flatMap(([name, path]) => {
    const value = query[name as keyof typeof FILTER_FIELDS];
    return value === undefined ? [] : [[path, value]];
  });
  return { ...Object.fromEntries(conditions), _id: { $gte: from, $lt: before } };
}

/**
 * Reads a page of the trail, the latest entry first.
 *
 * @param after number of the last entry of the previous page
 */
export async function readTrailPage(store: Trail, query: TrailQuery, limit: number, after?: number) {
  const filter = await buildFilter(store, query);
  const range = after === undefined ? {} : { $and: [{ _id: { $lt: after } }] };
  const found = await store.auditTrail.find({ ...filter, ...range }, { sort: { _id: -1 }, limit: limit + 1 }).toArray();
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?._id ?? null) : null };
}

/** File formats of an export of the trail. */
export const exportFormats = ['csv', 'jsonl'] as const;

const TYPES = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const;

/** Exports all matching entries as a file, the oldest first. Streams them from the store. */
export function exportTrail(store: Trail, query: TrailQuery, format: (typeof exportFormats)[number]): Download {
  const entries = Readable.from(readEntries(store, query));
  return new Download(`audit-trail.${format}`, format === 'csv' ? toCsv(entries) : toLines(entries), TYPES[format]);
}

async function* readEntries(store: Trail, query: TrailQuery): AsyncGenerator<TrailEntry> {
  yield* store.auditTrail.find(await buildFilter(store, query), { sort: { _id: 1 } });
}

const toLines = (entries: Readable): Readable =>
  Readable.from(
    entries.map((entry: TrailEntry) => `${JSON.stringify(entry)}\n`),
    { objectMode: false },
  );

/** Formats entries by RFC 4180. An apostrophe before what a spreadsheet would take for a formula makes it text. */
function toCsv(entries: Readable): Readable {
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
