import Type, { type Static } from 'typebox';
import type { Clock } from '../../../shared/process/clock.js';
import { type Config, ConfigError } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, gauge, startAtZero } from '../../../shared/process/metrics/measure.js';
import {
  type Spending,
  type SpendingPeriod,
  spendingKey,
  spendingPeriods,
  spendingRetentionMs,
} from '../../../shared/process/model-spending.js';
import { parseJsonSetting } from '../../../shared/process/parse-setting.js';
import type { Redis } from '../../../shared/process/redis.js';
import type { Usage } from './complete.js';
import type { Plan } from './plan.js';

const price = Type.Object(
  {
    read: Type.Number({ minimum: 0 }),
    written: Type.Number({ minimum: 0 }),
    /** Price of tokens that the endpoint has cached. By default that of the others. */
    cached: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { additionalProperties: false },
);

/** Prices by model, per million tokens; so a token costs as many millionths. */
const prices = Type.Record(Type.String(), price, { additionalProperties: false });
type Prices = Static<typeof prices>;

const EXAMPLE = '{"small": {"read": 0.25, "written": 2, "cached": 0.025}}';

/**
 * Holds the maximum cost of a request in all periods, or in none.
 * KEYS: spending of each period. ARGV: tokens, money, then for each period both limits (0 for none) and its retention in ms.
 * Returns the number of the limit that would be exceeded, or 0, then the spending by period and unit.
 */
const HOLD = `
  local spent, over = {}, 0
  for at, key in ipairs(KEYS) do
    for unit, name in ipairs({'tokens', 'money'}) do
      local used = tonumber(redis.call('hget', key, name) or '0')
      local limit = tonumber(ARGV[at * 3 - 1 + unit])
      spent[#spent + 1] = used
      if over == 0 and limit > 0 and used + tonumber(ARGV[unit]) > limit then over = #spent end
    end
  end
  if over == 0 then
    for at, key in ipairs(KEYS) do
      local first = redis.call('exists', key) == 0
      redis.call('hincrby', key, 'tokens', ARGV[1])
      redis.call('hincrby', key, 'money', ARGV[2])
      redis.call('hset', key, 'most_tokens', ARGV[at * 3], 'most_money', ARGV[at * 3 + 1])
      if first then redis.call('pexpire', key, ARGV[at * 3 + 2]) end
    end
  end
  return {over, unpack(spent)}`;

/** Adjusts the spending, except of periods that have expired. */
const ADJUST = `
  for _, key in ipairs(KEYS) do
    if redis.call('exists', key) == 1 then
      redis.call('hincrby', key, 'tokens', ARGV[1])
      redis.call('hincrby', key, 'money', ARGV[2])
    end
  end`;

const UNITS = ['tokens', 'money'] as const;
const PERIODS = Object.keys(spendingPeriods) as SpendingPeriod[];

interface Limit {
  readonly period: SpendingPeriod;
  readonly unit: (typeof UNITS)[number];
}

/** All limits, in the order of the script. */
const LIMITS: readonly Limit[] = PERIODS.flatMap((period) => UNITS.map((unit) => ({ period, unit })));

/** The request would exceed the budget, or the budget cannot be read. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded';
}

/** Tokens and money held for a request until its cost is known. */
interface Hold {
  /** Replaces the hold by the actual usage. A hold that is not settled stays spent, as the request may have been billed. */
  settle(usage: Usage | undefined): Promise<void>;
}

interface BudgetContext {
  readonly redis: Redis;
  /** Clock of Redis. */
  readonly clock: Clock;
  readonly log: Logger;
}

export type BudgetSettings = Pick<
  Config,
  'LLM_MONEY_PER_DAY' | 'LLM_MONEY_PER_HOUR' | 'LLM_PRICES' | 'LLM_TOKENS_PER_DAY' | 'LLM_TOKENS_PER_HOUR'
>;

/** Limits on what all processes together spend on language models in an hour and in a day, counted in Redis. */
export class Budget {
  readonly #prices: Prices;
  readonly #limits: Readonly<Record<SpendingPeriod, Spending>>;
  /** Key of the period in which each limit was last logged as exceeded. */
  readonly #logged = new Map<string, string>();

  /** @throws ConfigError when LLM_PRICES is invalid, or lacks a model for which money is limited */
  constructor(config: BudgetSettings, plan: Plan) {
    const { LLM_PRICES, LLM_TOKENS_PER_HOUR, LLM_TOKENS_PER_DAY, LLM_MONEY_PER_HOUR, LLM_MONEY_PER_DAY } = config;
    this.#prices = LLM_PRICES === undefined ? {} : parseJsonSetting('LLM_PRICES', LLM_PRICES, prices, EXAMPLE);
    this.#limits = {
      hour: { tokens: LLM_TOKENS_PER_HOUR, money: Math.round(LLM_MONEY_PER_HOUR * 1e6) },
      day: { tokens: LLM_TOKENS_PER_DAY, money: Math.round(LLM_MONEY_PER_DAY * 1e6) },
    };
    startAtZero('modelBudgetRefusals', LIMITS);
    const isMoneyLimited = LLM_MONEY_PER_HOUR > 0 || LLM_MONEY_PER_DAY > 0;
    const unpriced = [...plan.short, ...plan.long].find(({ model }) => !this.#prices[model]);
    if (isMoneyLimited && unpriced) {
      throw new ConfigError(
        `LLM_PRICES has no price of ${unpriced.model}, for which money is limited. It is to be like ${EXAMPLE}`,
      );
    }
  }

  /** Returns the cost of a request, in millionths. 0 if the model has no price. */
  calculateCost(model: string, { read, cached, written }: Omit<Usage, 'reasoning'>): number {
    const rates = this.#prices[model];
    if (!rates) return 0;
    return Math.ceil((read - cached) * rates.read + cached * (rates.cached ?? rates.read) + written * rates.written);
  }

  /**
   * Holds the maximum cost of a request.
   *
   * @throws BudgetExceeded when that is not left, or Redis is unavailable
   */
  async hold(model: string, maximum: Omit<Usage, 'reasoning'>, context: BudgetContext): Promise<Hold> {
    const { redis, clock } = context;
    if (redis.status !== 'ready') {
      if (this.#isLimited) throw new BudgetExceeded('the budget cannot be read: Redis is unavailable');
      return { settle: async () => {} };
    }
    const now = clock.now();
    const keys = PERIODS.map((period) => spendingKey(period, now));
    const held = { tokens: maximum.read + maximum.written, money: this.calculateCost(model, maximum) };
    const limits = PERIODS.flatMap((period) => [
      ...UNITS.map((unit) => this.#limits[period][unit]),
      spendingRetentionMs(period),
    ]);
    const [over = 0, ...spent] = (await redis.eval(
      HOLD,
      keys.length,
      ...keys,
      held.tokens,
      held.money,
      ...limits,
    )) as number[];
    this.#updateGauges(spent);
    const exceeded = LIMITS[over - 1];
    if (exceeded) throw this.#reportExceeded(exceeded, keys, context);
    return {
      settle: async (usage) => {
        const tokens = (usage ? usage.read + usage.written : 0) - held.tokens;
        const money = (usage ? this.calculateCost(model, usage) : 0) - held.money;
        if (tokens !== 0 || money !== 0) await redis.eval(ADJUST, keys.length, ...keys, tokens, money);
      },
    };
  }

  get #isLimited(): boolean {
    return LIMITS.some(({ period, unit }) => this.#limits[period][unit] > 0);
  }

  #updateGauges(spent: readonly number[]): void {
    for (const [at, { period, unit }] of LIMITS.entries()) {
      const limit = this.#limits[period][unit];
      if (limit > 0) gauge('modelBudgetUsed', { period, unit }, (spent[at] ?? 0) / limit);
    }
  }

  #reportExceeded({ period, unit }: Limit, keys: readonly string[], { log }: BudgetContext): BudgetExceeded {
    count('modelBudgetRefusals', { period, unit });
    const [limit, key] = [`${period} ${unit}`, keys[PERIODS.indexOf(period)] ?? ''];
    if (this.#logged.get(limit) !== key) {
      this.#logged.set(limit, key);
      log.error(
        { period, unit },
        `the budget of the language model for this ${period} is used up: the composer writes`,
      );
    }
    return new BudgetExceeded(`the budget of ${unit} for this ${period} is used up`);
  }
}
