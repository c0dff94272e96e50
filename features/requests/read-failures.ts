import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { FAILURES } from '../../shared/contract/bounds.js';
import { Download } from '../../shared/contract/download.js';
import type { KeyCollections } from '../keys/index.js';
import type { RequestCollections } from './collections.js';
import type { Failure } from './count-failures.js';

type Store = KeyCollections & Pick<RequestCollections, 'failedRequests'>;

/** Filters of failed requests. Instants are ISO 8601. */
export interface FailureQuery {
  account?: string;
  status?: number;
  type?: string;
  from?: string;
  to?: string;
}

/** Failed requests with the same account, key prefix, status, type and endpoint. */
export interface FailureGroup extends Failure {
  requests: number;
  first: Date;
  last: Date;
}

/** Failed requests of an account; null for those whose account is unknown. */
export interface AccountFailures extends Pick<FailureGroup, 'account' | 'requests' | 'first' | 'last'> {
  /** Requests by status. */
  statuses: Record<string, number>;
}

/**
 * Returns the groups of failed requests, those with the most requests first. A request that could not be authenticated belongs to the
 * account of the only key with its prefix.
 */
export async function readFailures(
  store: Store,
  { account, status, type, from, to }: FailureQuery,
): Promise<FailureGroup[]> {
  const prefixes = account === undefined ? [] : await store.keys.distinct('prefix', { account });
  const found = await store.failedRequests
    .aggregate<Omit<FailureGroup, keyof Failure> & { _id: Omit<Failure, 'network'>; network: string }>([
      {
        $match: {
          last: { $gte: new Date(from ?? 0) },
          ...(to !== undefined && { first: { $lt: new Date(to) } }),
          ...(status !== undefined && { status }),
          ...(type !== undefined && { type }),
          ...(account !== undefined && { $or: [{ account }, { account: null, prefix: { $in: prefixes } }] }),
        },
      },
      { $sort: { last: 1 } },
      {
        $group: {
          _id: { account: '$account', prefix: '$prefix', status: '$status', type: '$type', endpoint: '$endpoint' },
          requests: { $sum: '$requests' },
          first: { $min: '$first' },
          last: { $max: '$last' },
          network: { $last: '$network' },
        },
      },
      { $sort: { requests: -1 } },
      { $limit: FAILURES.read },
    ])
    .toArray();
  const groups = found.map(({ _id, ...counts }) => ({ ..._id, ...counts }));
  const owners = await findOwners(store, groups);
  const named = groups.map((group) => ({ ...group, account: group.account ?? owners.get(group.prefix ?? '') ?? null }));
  return account === undefined ? named : named.filter((group) => group.account === account);
}

/** Finds the accounts of prefixes that only keys of one account have. */
async function findOwners({ keys }: Store, groups: readonly FailureGroup[]): Promise<ReadonlyMap<string, string>> {
  const prefixes = new Set(
    groups.flatMap(({ account, prefix }) => (account === null && prefix !== null ? prefix : [])),
  );
  const found = await keys
    .find({ prefix: { $in: [...prefixes] } }, { projection: { prefix: 1, account: 1 } })
    .toArray();
  const owners = new Map<string, string | undefined>();
  for (const { prefix, account } of found)
    owners.set(prefix, owners.has(prefix) && owners.get(prefix) !== account ? undefined : account);
  return new Map([...owners].flatMap(([prefix, owner]) => (owner === undefined ? [] : [[prefix, owner] as const])));
}

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
export function exportFailures(store: Store, query: FailureQuery): Download {
  async function* rows() {
    for (const { first, last, ...group } of await readFailures(store, query))
      yield { ...group, first: first.toISOString(), last: last.toISOString() };
  }
  const columns = ['account', 'prefix', 'status', 'type', 'endpoint', 'network', 'requests', 'first', 'last'];
  const options = { header: true, columns, record_delimiter: 'windows', escape_formulas: true } as const;
  const file = stringify(options);
  const groups = Readable.from(rows());
  groups.on('error', (error) => file.destroy(error));
  return new Download('failed-requests.csv', groups.pipe(file), 'text/csv; charset=utf-8');
}
