import Type, { type Static } from 'typebox';
import type { Clock } from '../../../shared/process/clock.js';
import { type Config, ConfigError } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { count, gauge } from '../../../shared/process/metrics/measure.js';
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
    /** Of what the endpoint has read before; by default as much as the rest. */
    cached: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { additionalProperties: false },
);

/** Prices by model, per million tokens: so a token costs as many millionths. */
const prices = Type.Record(Type.String(), price, { additionalProperties: false });
type Prices = Static<typeof prices>;

const EXAMPLE = '{"small": {"read": 0.25, "written": 2, "cached": 0.025}}';

/**
 * Takes what a request may cost from the hour and the day, all of it or nothing.
 * KEYS: one for each period. ARGV: tokens, money, then for each period its limits of both, or 0, and how long it is kept.
 * Returns the number of the period and unit whose limit it would exceed, or 0; then what is spent of each.
 */
const TAKE = `
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

/** Corrects what was taken. A period that is gone by now stays gone. */
const CORRECT = `
  for _, key in ipairs(KEYS) do
    if redis.call('exists', key) == 1 then
      redis.call('hincrby', key, 'tokens', ARGV[1])
      redis.call('hincrby', key, 'money', ARGV[2])
    end
  end`;

const UNITS = ['tokens', 'money'] as const;
const PERIODS = Object.keys(spendingPeriods) as SpendingPeriod[];

/** The budget is used up, or cannot be looked at. */
export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
}

/** What was taken from the budget for a request whose cost is not known yet. */
export interface Hold {
  /** Puts the true cost in its place. A hold that is not settled stays taken: the request may have been billed. */
  settle(usage: Usage | undefined): Promise<void>;
}

/** What a budget is looked at with. */
export interface BudgetContext {
  readonly redis: Redis;
  /** Of Redis. */
  readonly clock: Clock;
  readonly log: Logger;
}

/** What all processes together may spend on the language model in an hour and in a day, counted in Redis. */
export class Budget {
  readonly #prices: Prices;
  readonly #limits: Readonly<Record<SpendingPeriod, Spending>>;
  /** What operators have been told of: for each limit, the key of the period. */
  readonly #told = new Map<string, string>();

  /** @throws ConfigError when LLM_PRICES makes no sense, or lacks a model for which money is limited */
  constructor(
    config: Pick<
      Config,
      'LLM_MONEY_PER_DAY' | 'LLM_MONEY_PER_HOUR' | 'LLM_PRICES' | 'LLM_TOKENS_PER_DAY' | 'LLM_TOKENS_PER_HOUR'
    >,
    plan: Plan,
  ) {
    const { LLM_PRICES, LLM_TOKENS_PER_HOUR, LLM_TOKENS_PER_DAY, LLM_MONEY_PER_HOUR, LLM_MONEY_PER_DAY } = config;
    this.#prices = LLM_PRICES === undefined ? {} : parseJsonSetting('LLM_PRICES', LLM_PRICES, prices, EXAMPLE);
    this.#limits = {
      hour: { tokens: LLM_TOKENS_PER_HOUR, money: Math.round(LLM_MONEY_PER_HOUR * 1e6) },
      day: { tokens: LLM_TOKENS_PER_DAY, money: Math.round(LLM_MONEY_PER_DAY * 1e6) },
    };
    const isMoneyLimited = LLM_MONEY_PER_HOUR > 0 || LLM_MONEY_PER_DAY > 0;
    const priceless = [...plan.short, ...plan.long].find(({ model }) => !this.#prices[model]);
    if (isMoneyLimited && priceless) {
      throw new ConfigError(
        `LLM_PRICES has no price of ${priceless.model}, for which money is limited. It is to be like ${EXAMPLE}`,
      );
    }
  }

  /** What a request costs, in millionths; 0 where no price is known. */
  costOf(model: string, { read, cached, written }: Omit<Usage, 'thought'>): number {
    const of = this.#prices[model];
    if (!of) return 0;
    return Math.ceil((read - cached) * of.read + cached * (of.cached ?? of.read) + written * of.written);
  }

  /**
   * Takes what a request may cost at most.
   *
   * @throws BudgetUsedUp when that is not left, or nobody can tell
   */
  async take(model: string, most: Omit<Usage, 'thought'>, context: BudgetContext): Promise<Hold> {
    const { redis, clock } = context;
    if (redis.status !== 'ready') {
      if (this.#isLimited) throw new BudgetUsedUp('the budget cannot be looked at');
      return { settle: async () => {} };
    }
    const now = clock.now();
    const keys = PERIODS.map((period) => spendingKey(period, now));
    const taken = { tokens: most.read + most.written, money: this.costOf(model, most) };
    const limits = PERIODS.flatMap((period) => [
      ...UNITS.map((unit) => this.#limits[period][unit]),
      spendingRetentionMs(period),
    ]);
    const [over = 0, ...spent] = (await redis.eval(
      TAKE,
      keys.length,
      ...keys,
      taken.tokens,
      taken.money,
      ...limits,
    )) as number[];
    this.#show(spent);
    if (over > 0) throw this.#usedUp(over - 1, keys, context);
    return {
      settle: async (usage) => {
        const tokens = (usage ? usage.read + usage.written : 0) - taken.tokens;
        const money = (usage ? this.costOf(model, usage) : 0) - taken.money;
        if (tokens !== 0 || money !== 0) await redis.eval(CORRECT, keys.length, ...keys, tokens, money);
      },
    };
  }

  get #isLimited(): boolean {
    return PERIODS.some((period) => UNITS.some((unit) => this.#limits[period][unit] > 0));
  }

  #show(spent: readonly number[]): void {
    for (const [at, used] of spent.entries()) {
      const { period, unit } = limitAt(at);
      const limit = this.#limits[period][unit];
      if (limit > 0) gauge('modelBudgetUsed', { period, unit }, used / limit);
    }
  }

  #usedUp(at: number, keys: readonly string[], { log }: BudgetContext): BudgetUsedUp {
    const { period, unit } = limitAt(at);
    count('modelBudgetRefusals', { period, unit });
    const [limit, key] = [`${period} ${unit}`, keys[PERIODS.indexOf(period)] ?? ''];
    if (this.#told.get(limit) !== key) {
      this.#told.set(limit, key);
      log.error(
        { period, unit },
        `the budget of the language model for this ${period} is used up: the composer writes`,
      );
    }
    return new BudgetUsedUp(`the budget of ${unit} for this ${period} is used up`);
  }
}

/** Limits in the order in which they are looked at. */
const limitAt = (at: number): { period: SpendingPeriod; unit: (typeof UNITS)[number] } => ({
  period: PERIODS[Math.floor(at / UNITS.length)] ?? 'day',
  unit: UNITS[at % UNITS.length] ?? 'tokens',
});
