import Type, { type Static } from 'typebox';
import { REFUSALS } from '../../shared/contract/bounds.js';
import { conforms } from '../../shared/contract/input.js';
import type { Clock } from '../../shared/process/clock.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** Redis key of the latest refusals of all fronts, the newest first. */
export const LATEST_REFUSALS = redisKey('refusals', 'latest');

/** Redis key of the latest refused requests with a key of an account, the newest first. */
export const accountRefusalsKey = (account: string): string => redisKey('refusals', 'account', account);

const DAY_MS = 24 * 3_600_000;
/** Length of the visible prefix of keys. */
const PREFIX_LENGTH = 12;
/** Matches visible prefixes of our keys. Nothing is stored of anything else, which may be a password, or control a terminal. */
const PREFIX = /^ua_(live|test)_[0-9A-Za-z]*$/;

/** A request that was refused for its credentials. */
export interface Refusal {
  requestId: string;
  /** ISO 8601. */
  at: string;
  status: number;
  type: string;
  /** The pattern of the route, or the path without what could be a secret. */
  path: string;
  /** The IP address, or the network of an IPv6 one. */
  network: string;
  /** Visible prefix of the key; null if none was sent, or something that does not look like a key. */
  prefix: string | null;
}

const refusedRequest = Type.Object({
  request_id: Type.String(),
  /** ISO 8601. */
  at: Type.String(),
  status: Type.Integer(),
  type: Type.String(),
  path: Type.String(),
  /** Id of the key. */
  key: Type.String(),
});

/** A request that was refused before it was charged, as shown to its account. */
export type RefusedRequest = Static<typeof refusedRequest>;

/** Dimension of the counts: the network of the client, or the prefix of the key. */
export type CountedBy = 'network' | 'prefix';

/** Refusals of a network or a prefix in the retained days. */
interface Counted {
  name: string;
  refused: number;
}

/** Returns the visible prefix of a key; null for anything else. */
export function visiblePrefix(sent: unknown): string | null {
  const prefix = typeof sent === 'string' ? sent.slice(0, PREFIX_LENGTH) : '';
  return PREFIX.test(prefix) ? prefix : null;
}

/** Redis key of the counts of a day. */
export const refusalCountsKey = (by: CountedBy, day: Date): string =>
  redisKey('refusals', by, day.toISOString().slice(0, 10));

/**
 * Returns the latest refusals, the newest first.
 *
 * @param search a request id, an IP address, or a key or its prefix; empty for all
 */
export async function latestRefusals(redis: Redis, search: string): Promise<Refusal[]> {
  const stored = await redis.lrange(LATEST_REFUSALS, 0, REFUSALS.latest - 1);
  const all = stored.map((text): Refusal => JSON.parse(text));
  if (search === '') return all;
  const prefix = visiblePrefix(search);
  const network = toNetwork(search);
  return all.filter(
    (refusal) =>
      refusal.requestId === search ||
      refusal.network === network ||
      (prefix !== null && refusal.prefix?.startsWith(prefix)),
  );
}

/**
 * Returns the latest refused requests of an account, in no order: those with a valid key, and those that were sent with the visible prefix
 * of one of its keys.
 */
export async function listRefusedRequests(
  redis: Redis,
  account: string,
  keys: readonly { key: string; prefix: string }[],
): Promise<RefusedRequest[]> {
  const [stored, all] = await Promise.all([
    redis.lrange(accountRefusalsKey(account), 0, REFUSALS.ofAccount - 1),
    latestRefusals(redis, ''),
  ]);
  const authenticated = stored.map((text): unknown => JSON.parse(text)).filter((one) => conforms(refusedRequest, one));
  const byPrefix = new Map(keys.map(({ key, prefix }) => [prefix, key]));
  const unauthenticated = all.flatMap(({ requestId, prefix, at, status, type, path }) => {
    const key = prefix === null ? undefined : byPrefix.get(prefix);
    return key === undefined ? [] : [{ request_id: requestId, at, status, type, path, key }];
  });
  return [...authenticated, ...unauthenticated];
}

/**
 * Sums the refusals of the retained days by network or prefix, the most first.
 *
 * @param search an IP address or a key's prefix, to count only that; empty for those with the most
 */
export async function refusalCounts(redis: Redis, clock: Clock, by: CountedBy, search: string): Promise<Counted[]> {
  const name = search && (by === 'network' ? toNetwork(search) : (visiblePrefix(search) ?? search));
  const now = clock.now().getTime();
  const days = Array.from({ length: REFUSALS.days }, (_, ago) => refusalCountsKey(by, new Date(now - ago * DAY_MS)));
  const found = await Promise.all(
    days.map(async (key): Promise<Counted[]> => {
      if (name !== '') return [{ name, refused: Number((await redis.zscore(key, name)) ?? 0) }];
      return parseScores(await redis.zrevrange(key, 0, REFUSALS.shown - 1, 'WITHSCORES'));
    }),
  );
  const sums = new Map<string, number>();
  for (const { name: one, refused } of found.flat()) sums.set(one, (sums.get(one) ?? 0) + refused);
  return [...sums]
    .map(([one, refused]) => ({ name: one, refused }))
    .filter(({ refused }) => refused > 0)
    .sort((a, b) => b.refused - a.refused)
    .slice(0, REFUSALS.shown);
}

/** Parses `[name, score, name, score …]`. */
const parseScores = (flat: readonly string[]): Counted[] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [{ name, refused: Number(flat[index + 1]) }] : []));
