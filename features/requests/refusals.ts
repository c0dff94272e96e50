import { REQUEST_LOG } from '../../shared/contract/bounds.js';
import { errors } from '../../shared/contract/errors.js';
import { toNetwork } from '../../shared/process/network.js';
import type { LoggedRequest, RequestCollections } from './collections.js';
import { readVisiblePrefix } from './record-requests.js';

type Store = Pick<RequestCollections, 'requestLog'>;

/** Condition and index of requests without a valid key. */
const UNAUTHENTICATED = { 'unauthenticated.network': { $gt: '' } };
const BY_TIME = { at: 1, _id: 1 } as const;

/** Condition of requests that were refused for their credentials. */
const REFUSED = { $or: [{ status: { $in: [401, 403] } }, { 'call.type': errors.tooManyStrangers.type }] };

/** A request that was refused for its credentials. */
export interface Refusal {
  requestId: string;
  at: Date;
  status: number;
  type: string;
  /** Endpoint, or pattern of the route. */
  path: string;
  /** The IP address, or the network of an IPv6 one. */
  network: string;
  /** Visible prefix of the key; null if none was sent, or something that does not look like a key. */
  prefix: string | null;
}

/** Refusals of a network or a prefix. */
interface Counted {
  name: string;
  refused: number;
}

/** Selects the latest refusals that a report examines. */
const latest = [
  { $match: UNAUTHENTICATED },
  { $sort: { at: -1, _id: -1 } },
  { $limit: REQUEST_LOG.examined },
  { $match: REFUSED },
] as const;

/**
 * Returns the latest refusals, the newest first.
 *
 * @param search a request id, an IP address, or a key or its prefix; empty for all
 */
export async function listLatestRefusals({ requestLog }: Store, search: string, limit: number): Promise<Refusal[]> {
  const found = await requestLog
    .aggregate<LoggedRequest>([...latest, { $match: matchSearch(search) }, { $limit: limit }], { hint: BY_TIME })
    .toArray();
  return found.flatMap(toRefusal);
}

/** Finds the refusal with a request id. */
export async function findRefusal({ requestLog }: Store, requestId: string): Promise<Refusal | undefined> {
  const found = await requestLog.findOne({ _id: requestId, ...UNAUTHENTICATED });
  return found ? toRefusal(found)[0] : undefined;
}

const toRefusal = ({ _id, at, status, call, endpoint, unauthenticated }: LoggedRequest): Refusal[] => {
  const path = endpoint.startsWith('/') ? endpoint : `/v1/${endpoint}`;
  return unauthenticated ? [{ requestId: _id, at, status, type: call.type ?? '', path, ...unauthenticated }] : [];
};

function matchSearch(search: string): object {
  if (search === '') return {};
  const prefix = readVisiblePrefix(search);
  return {
    $or: [
      { _id: search },
      { 'unauthenticated.network': toNetwork(search) },
      ...(prefix === null ? [] : [{ 'unauthenticated.prefix': { $gte: prefix, $lt: `${prefix}\uffff` } }]),
    ],
  };
}

/**
 * Sums the latest refusals by network or prefix, the most first.
 *
 * @param search an IP address or a key's prefix, to count only that; empty for those with the most
 */
export function countRefusals({ requestLog }: Store, by: 'network' | 'prefix', search: string): Promise<Counted[]> {
  const field = `unauthenticated.${by}`;
  const name = search && (by === 'network' ? toNetwork(search) : (readVisiblePrefix(search) ?? search));
  return requestLog
    .aggregate<{ _id: string; refused: number }>(
      [
        ...latest,
        { $match: { [field]: name === '' ? { $gt: '' } : name } },
        { $group: { _id: `$${field}`, refused: { $sum: '$requests' } } },
        { $sort: { refused: -1, _id: 1 } },
        { $limit: REQUEST_LOG.shown },
      ],
      { hint: BY_TIME },
    )
    .map(({ _id, refused }) => ({ name: _id, refused }))
    .toArray();
}
