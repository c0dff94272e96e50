import type { Clock } from './clock.js';
import type { Redis } from './redis.js';
import { redisKey } from './redis-keys.js';

/** Periods of the budget of the language model, and their lengths in ms. They begin at full UTC hours and days. */
export const spendingPeriods = { hour: 3_600_000, day: 86_400_000 } as const;
export type SpendingPeriod = keyof typeof spendingPeriods;

/** Spending on the language model, money in millionths of the unit that prices are in. */
export interface Spending {
  readonly tokens: number;
  readonly money: number;
}

/** Spending in the current period, and its limits; 0 is no limit. */
export interface SpentInPeriod extends Spending {
  readonly period: SpendingPeriod;
  readonly limits: Spending;
}

/** Returns the Redis key of the spending in the period of an instant. */
export const spendingKey = (period: SpendingPeriod, at: Date): string =>
  redisKey('llm', 'spent', period, String(Math.floor(at.getTime() / spendingPeriods[period])));

/** Returns the lifetime of that key, in ms: a period longer than the period itself. */
export const spendingRetentionMs = (period: SpendingPeriod): number => 2 * spendingPeriods[period];

/**
 * Reads the spending of all processes in this hour and this day, without the periods that have none.
 *
 * @param clock of Redis
 */
export async function readSpending(redis: Redis, clock: Clock): Promise<SpentInPeriod[]> {
  const now = clock.now();
  const periods = Object.keys(spendingPeriods) as SpendingPeriod[];
  const read = await Promise.all(periods.map((period) => redis.hgetall(spendingKey(period, now))));
  return periods.flatMap((period, at) => {
    const { tokens, money = 0, most_tokens = 0, most_money = 0 } = read[at] ?? {};
    if (tokens === undefined) return [];
    const limits = { tokens: Number(most_tokens), money: Number(most_money) };
    return [{ period, tokens: Number(tokens), money: Number(money), limits }];
  });
}
