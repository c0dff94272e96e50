import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Filter } from 'mongodb';
import { Download } from '../../shared/contract/download.js';
import { type PageQuery, readPage } from '../../shared/store/page.js';
import { type AccountAction, accountActions } from './actions.js';
import type { AccountLogCollections, LogEntry } from './collections.js';

/** Filters of the log of an account. */
export interface LogQuery {
  /** Email address of a member, or id of a key. */
  readonly actor?: string;
  readonly action?: AccountAction;
  /** Id of what was changed. */
  readonly subject?: string;
  /** First instant, inclusive. */
  readonly from?: string;
  /** Last instant, exclusive. */
  readonly to?: string;
}

/** Maximum number of entries in a file. */
const MOST_EXPORTED = 100_000;

function buildFilter(account: string, { actor, action, subject, from, to }: LogQuery): Filter<LogEntry> {
  const at = { ...(from !== undefined && { $gte: new Date(from) }), ...(to !== undefined && { $lt: new Date(to) }) };
  return {
    account,
    ...(actor !== undefined && { 'actor.id': actor }),
    ...(action !== undefined && { action }),
    ...(subject !== undefined && { 'subject.id': subject }),
    ...(Object.keys(at).length > 0 && { at }),
  };
}

/** Converts an entry to a row of a response. */
const toLogRow = ({ _id, account: _, at, requestId, outcome, ...entry }: LogEntry) => ({
  entry: _id,
  at: at.toISOString(),
  ...entry,
  title: accountActions[entry.action],
  outcome: outcome === 'started' ? ('unknown' as const) : outcome,
  request_id: requestId,
});

/** Reads a page of the log of an account, the latest entry first. */
export async function readLog(store: AccountLogCollections, account: string, query: LogQuery & PageQuery) {
  const order = { by: 'at', id: '_id', direction: -1 } as const;
  const { rows, next } = await readPage(store.accountLog, buildFilter(account, query), order, query);
  return { entries: rows.map(toLogRow), next };
}

/** Streams all entries of an account that match, the latest first. */
export async function* streamLog(store: AccountLogCollections, account: string, query: LogQuery = {}) {
  const found = store.accountLog.find(buildFilter(account, query), { sort: { at: -1, _id: -1 }, limit: MOST_EXPORTED });
  for await (const entry of found) yield toLogRow(entry);
}

const COLUMNS = [
  ...['at', 'actor_kind', 'actor', 'actor_name', 'role', 'from', 'action', 'subject_type', 'subject'],
  ...['outcome', 'before', 'after', 'request_id'],
];

const CSV_FORMAT = { record_delimiter: 'windows', escape_formulas: true } as const;

/** Exports the log of an account as CSV (RFC 4180). An apostrophe before what a spreadsheet would take for a formula makes it text. */
export const exportLog = (store: AccountLogCollections, account: string, query: LogQuery): Download =>
  new Download(
    `account-log-${account}.csv`,
    Readable.from(formatCsvLines(store, account, query), { objectMode: false }),
    'text/csv; charset=utf-8',
  );

async function* formatCsvLines(store: AccountLogCollections, account: string, query: LogQuery): AsyncGenerator<string> {
  yield stringify([COLUMNS], CSV_FORMAT);
  for await (const { at, actor, role, from, action, subject, outcome, before, after, request_id } of streamLog(
    store,
    account,
    query,
  )) {
    const row = [at, actor.kind, actor.id, actor.name, role, from, action, subject.type, subject.id, outcome];
    yield stringify([[...row, JSON.stringify(before), JSON.stringify(after), request_id]], CSV_FORMAT);
  }
}
