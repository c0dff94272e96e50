import { asApiError, isOurs, throwUnavailable } from '../../shared/contract/errors.js';
import type { Outcome } from '../../shared/queue/job.js';
import type { Services, Step } from '../call.js';

/**
 * Counts the call against the budget of its key, if that has one; a call that is not charged in the end counts nothing.
 *
 * @throws ApiError 402 when the budget is used up, 503 when the store is away
 */
export const keepBudget =
  ({ budgets, log }: Pick<Services, 'budgets' | 'log'>): Step =>
  async (ctx, next) => {
    const { key, endpoint, requestId } = ctx.state;
    const spending = await budgets.take(key, endpoint.cost).catch(throwUnavailable);
    if (!spending) return next();
    const settle = (outcome: Outcome) => {
      if (ctx.state.debit && !isOurs(outcome)) return;
      budgets.giveBack(spending).catch((err: unknown) => log.warn({ err, requestId }, 'a budget was not given back'));
    };
    try {
      await next();
    } catch (thrown) {
      settle(asApiError(thrown));
      throw thrown;
    }
    if (ctx.state.later) ctx.state.later.then(settle);
    else settle(ctx.state.reply ?? { status: ctx.status });
  };
