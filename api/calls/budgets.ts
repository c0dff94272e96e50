import type { Collection } from 'mongodb';
import { errors } from '../../shared/contract/errors.js';
import { type Periods, periodsOf } from '../../shared/keys/budget.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Key } from '../../shared/store/collections.js';

/** Credits counted against the budget of a key. */
export interface Spending {
  readonly key: string;
  /** In micro-credits. */
  readonly cost: number;
  readonly at: Periods;
}

/** Keeps keys within their budgets of credits per day and month (UTC). What they have spent stands in their documents. */
export class Budgets {
  constructor(
    private readonly keys: Collection<Key>,
    private readonly clock: Clock,
  ) {}

  /**
   * Counts what a call costs against the budget of its key. One update both looks and counts, so that calls at the same
   * time cannot exceed it together.
   *
   * @returns undefined for a key without a budget
   * @throws ApiError 402 when it does not suffice
   */
  async take(key: Key, cost: number): Promise<Spending | undefined> {
    if (!key.budget_per_day && !key.budget_per_month) return undefined;
    const at = periodsOf(this.clock.now());
    if (await this.#count(key, cost, at)) return { key: key._id, cost, at };
    const stored = await this.keys.findOne({ _id: key._id }, { projection: { spent: 1 } });
    if (!stored) throw errors.apiKeyInvalid();
    const { spent } = stored;
    if (spent && spent.day >= at.day && spent.month >= at.month) {
      if (spent.today + cost > limitOf(key.budget_per_day)) throw errors.budgetUsedUp({ period: 'day' });
      if (spent.thisMonth + cost > limitOf(key.budget_per_month)) throw errors.budgetUsedUp({ period: 'month' });
    } else await this.#begin(key, at);
    // Begun now, or by another call since this one looked.
    return this.take(key, cost);
  }

  /** Where the clock of another front is ahead, a call counts in the period that has begun there. */
  async #count({ _id, budget_per_day, budget_per_month }: Key, cost: number, at: Periods): Promise<boolean> {
    const { matchedCount } = await this.keys.updateOne(
      {
        _id,
        'spent.day': { $gte: at.day },
        'spent.today': { $lte: limitOf(budget_per_day) - cost },
        'spent.month': { $gte: at.month },
        'spent.thisMonth': { $lte: limitOf(budget_per_month) - cost },
      },
      { $inc: { 'spent.today': cost, 'spent.thisMonth': cost } },
    );
    return matchedCount > 0;
  }

  /** Begins the day, and the month if it is a new one as well, unless somebody has. */
  async #begin({ _id }: Key, { day, month }: Periods): Promise<void> {
    await this.keys.updateOne(
      { _id, 'spent.month': { $not: { $gte: month } } },
      { $set: { spent: { day, today: 0, month, thisMonth: 0 } } },
    );
    await this.keys.updateOne(
      { _id, 'spent.day': { $not: { $gte: day } } },
      { $set: { 'spent.day': day, 'spent.today': 0 } },
    );
  }

  /** Takes back what was counted for a call that was not charged in the end. */
  async giveBack({ key, cost, at }: Spending): Promise<void> {
    await this.keys.updateOne({ _id: key, 'spent.day': at.day }, { $inc: { 'spent.today': -cost } });
    await this.keys.updateOne({ _id: key, 'spent.month': at.month }, { $inc: { 'spent.thisMonth': -cost } });
  }
}

/** A budget that is not given, or 0, is none. */
const limitOf = (budget: number | undefined): number => budget || Number.MAX_SAFE_INTEGER;
