import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { Document } from 'mongodb';
import { REQUEST_LOG, REQUESTS_LISTED_DAYS } from '../../shared/contract/bounds.js';
import { Download } from '../../shared/contract/download.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { toNetwork } from '../../shared/process/network.js';
import type { KeyCollections } from '../keys/index.js';
import type { RequestCollections } from './collections.js';

type Store = KeyCollections & Pick<LedgerCollections, 'usage'> & Pick<RequestCollections, 'requestLog'>;

const DAY_MS = 86_400_000;

/** Entries of the log, and of the ledger, that a report examines: in an outage, or an attack, there are more. */
const MAX_EXAMINED = 200_000;

/** Groups are small: all come in one batch. */
const IN_BATCHES = { batchSize: REQUEST_LOG.read } as const;

/** Filters of failed requests. Instants are ISO 8601. */
export interface FailureQuery {
  account?: string;
  status?: number;
  type?: string;
  from?: string;
  to?: string;
}

/** Failed requests with the same account, key prefix, status, type and endpoint. */
export interface FailureGroup {
  /** Null if it is not known. */
  account: string | null;
  /** Visible prefix of the key; null if none was sent. */
  prefix: string | null;
  status: number;
  type: string;
  /** Endpoint, or pattern of the route. */
  endpoint: string;
  /** Network of the latest client. */
  network: string;
  requests: number;
  first: Date;
  last: Date;
}

/** Failed requests of an account; null for those whose account is unknown. */
export interface AccountFailures extends Pick<FailureGroup, 'account' | 'requests' | 'first' | 'last'> {
  /** Requests by status. */
  statuses: Record<string, number>;
}

type Found = {
  _id: Pick<FailureGroup, 'account' | 'prefix' | 'status' | 'endpoint'> & { key: string; type?: string };
} & {
  address?: string;
} & Pick<FailureGroup, 'requests' | 'first' | 'last'>;

/** Returns the groups of failed requests, those with the most requests first: refused ones, and server faults. */
export async function readFailures(
  store: Store,
  { account, status, type, from, to }: FailureQuery,
  now: Date,
): Promise<FailureGroup[]> {
  const oldest = Math.max(now.getTime() - REQUESTS_LISTED_DAYS * DAY_MS, Date.parse(from ?? '1970-01-01'));
  const at = { $gte: new Date(oldest), ...(to !== undefined && { $lt: new Date(to) }) };
  const common = {
    ...(account !== undefined && { account }),
    at,
    ...(type !== undefined && { 'call.type': type }),
  };
  const failed = { $or: [{ status: { $in: [401, 402, 403, 429] } }, { status: { $gte: 500 } }] };
  const exactly = status === undefined ? [] : [{ status }];
  const [refused, faults] = await Promise.all([
    store.requestLog
      .aggregate<Found>(
        [
          { $match: { ...common, state: { $ne: 'test' }, $and: [failed, ...exactly] } },
          { $limit: MAX_EXAMINED },
          ...inGroups('$requests', '$last'),
        ],
        IN_BATCHES,
      )
      .toArray(),
    // The first condition is that of the partial index of errors.
    store.usage
      .aggregate<Found>(
        [
          { $match: { ...common, status: { $gte: 500 }, ...(status !== undefined && { $and: exactly }) } },
          { $limit: MAX_EXAMINED },
          ...inGroups(1, '$at'),
        ],
        IN_BATCHES,
      )
      .toArray(),
  ]);
  const found = [...refused, ...faults];
  const ids = new Set(found.flatMap(({ _id }) => (_id.prefix ? [] : (_id.key ?? []))));
  const keys = await store.keys
    .find({ id: { $in: [...ids] } }, { projection: { id: 1, prefix: 1 }, ...IN_BATCHES })
    .toArray();
  const prefixes = new Map(keys.map(({ id, prefix }) => [id, prefix]));
  return found
    .map(({ _id: { key, type: errorType = '', ...group }, address = '', ...counts }) => ({
      ...group,
      ...{ account: group.account ?? null, prefix: group.prefix ?? prefixes.get(key) ?? null, type: errorType },
      ...{ network: toNetwork(address), ...counts },
    }))
    .sort((a, b) => b.requests - a.requests);
}

const inGroups = (requests: string | number, last: string): Document[] => [
  {
    $group: {
      _id: {
        ...{ account: '$account', key: '$key', prefix: '$unauthenticated.prefix' },
        ...{ status: '$status', type: '$call.type', endpoint: '$endpoint' },
      },
      requests: { $sum: requests },
      first: { $min: '$at' },
      last: { $max: last },
      address: { $last: '$call.address' },
    },
  },
  { $sort: { requests: -1 } },
  { $limit: REQUEST_LOG.read },
];

/** Sums groups by account, those with the most requests first. */
export function groupByAccount(groups: readonly FailureGroup[]): AccountFailures[] {
  const accounts = new Map<string | null, AccountFailures>();
  for (const { account, status, requests, first, last } of groups) {
    const known = accounts.get(account) ?? { account, requests: 0, first, last, statuses: {} };
    accounts.set(account, {
      account,
      requests: known.requests + requests,
      first: new Date(Math.min(known.first.getTime(), first.getTime())),
      last: new Date(Math.max(known.last.getTime(), last.getTime())),
      statuses: { ...known.statuses, [status]: (known.statuses[status] ?? 0) + requests },
    });
  }
  return [...accounts.values()].sort((a, b) => b.requests - a.requests);
}

/** Exports groups as a file, by RFC 4180. An apostrophe before what a spreadsheet would take for a formula makes it text. */
export function exportFailures(store: Store, query: FailureQuery, now: Date): Download {
  async function* rows() {
    for (const { first, last, ...group } of await readFailures(store, query, now))
      yield { ...group, first: first.toISOString(), last: last.toISOString() };
  }
  const columns = ['account', 'prefix', 'status', 'type', 'endpoint', 'network', 'requests', 'first', 'last'];
  const options = { header: true, columns, record_delimiter: 'windows', escape_formulas: true } as const;
  const file = stringify(options);
  const groups = Readable.from(rows());
  groups.on('error', (error) => file.destroy(error));
  return new Download('failed-requests.csv', groups.pipe(file), 'text/csv; charset=utf-8');
}
