import { REFUSALS } from '../../shared/contract/bounds.js';
import type { Clock } from '../../shared/process/clock.js';
import { toNetwork } from '../../shared/process/network.js';
import type { Redis } from '../../shared/process/redis.js';
import { redisKey } from '../../shared/process/redis-keys.js';

/** The latest refusals of all fronts, the newest first. */
export const LATEST_REFUSALS = redisKey('refusals', 'latest');

const DAY_MS = 24 * 3_600_000;
/** How much of a key is visible wherever keys are listed. */
const VISIBLE = 12;
/** What begins like a key of ours; of anything else nothing is kept: it may be a password. */
const KEY_LIKE = /^ua_(live|test)_/;

/** A request that was refused for who sent it. */
export interface Refusal {
  requestId: string;
  /** ISO 8601. */
  at: string;
  status: number;
  type: string;
  /** The pattern of the route, or the path without what could be a secret. */
  path: string;
  /** The address, or the network of an IPv6 one. */
  network: string;
  /** What is visible of the key that was sent; null when none was, or what was sent does not look like one. */
  prefix: string | null;
}

/** What refusals are counted by: who sent them, or what is visible of the key. */
export type CountedBy = 'network' | 'prefix';

/** How many requests were refused in the days that are kept. */
interface Counted {
  name: string;
  refused: number;
}

/** What may be shown of something that was sent as a key. */
export function visibleOf(sent: unknown): string | null {
  return typeof sent === 'string' && KEY_LIKE.test(sent) ? sent.slice(0, VISIBLE) : null;
}

/** Where the refusals of a day are counted. */
export const refusalCountsKey = (by: CountedBy, day: Date): string =>
  redisKey('refusals', by, day.toISOString().slice(0, 10));

/**
 * The latest refusals, the newest first.
 *
 * @param asked a request id, an address, or a key or what is visible of it; empty for all
 */
export async function latestRefusals(redis: Redis, asked: string): Promise<Refusal[]> {
  const kept = await redis.lrange(LATEST_REFUSALS, 0, REFUSALS.latest - 1);
  const all = kept.map((text): Refusal => JSON.parse(text));
  if (asked === '') return all;
  const prefix = visibleOf(asked);
  const network = toNetwork(asked);
  return all.filter(
    (refusal) =>
      refusal.requestId === asked ||
      refusal.network === network ||
      (prefix !== null && refusal.prefix?.startsWith(prefix)),
  );
}

/**
 * Whom most refusals go back to, in the days that are kept.
 *
 * @param clock by which they were counted
 * @param asked an address, or what is visible of a key, to count that alone; empty for those with the most
 */
export async function refusalCounts(redis: Redis, clock: Clock, by: CountedBy, asked: string): Promise<Counted[]> {
  const name = asked && (by === 'network' ? toNetwork(asked) : (visibleOf(asked) ?? asked));
  const now = clock.now().getTime();
  const days = Array.from({ length: REFUSALS.days }, (_, ago) => refusalCountsKey(by, new Date(now - ago * DAY_MS)));
  const found = await Promise.all(
    days.map(async (key): Promise<Counted[]> => {
      if (name !== '') return [{ name, refused: Number((await redis.zscore(key, name)) ?? 0) }];
      return pairs(await redis.zrevrange(key, 0, REFUSALS.shown - 1, 'WITHSCORES'));
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

/** `[name, score, name, score …]` as Redis gives it. */
const pairs = (flat: readonly string[]): Counted[] =>
  flat.flatMap((name, index) => (index % 2 === 0 ? [{ name, refused: Number(flat[index + 1]) }] : []));
