import { ApiError, errors } from '../../shared/contract/errors.js';
import type { Services, Step } from '../call.js';
import { showBalance } from '../calls/show-balance.js';

/**
 * Takes the call's credits, and settles them once the call has its answer: they are spent, unless the failure is
 * ours (5xx), which gives them back.
 *
 * @throws ApiError 402 when the balance is too small, 503 when the store is away
 */
export const debit =
  ({ debits, settlements, clock }: Services): Step =>
  async (ctx, next) => {
    const { endpoint, key, requestId } = ctx.state;
    const { account, id } = key;
    ctx.state.debit = await debits
      .take({ account, key: id, endpoint: endpoint.id, requestId, cost: endpoint.cost })
      .catch((cause: unknown) => {
        showBalance(ctx, 0, debits.lastKnown(account));
        throw cause instanceof ApiError ? cause : errors.unavailable({}, cause);
      });

    const { hold, remaining } = ctx.state.debit;
    const settle = (status: number) =>
      settlements.add({ account, hold, state: isOurs(status) ? 'void' : 'spent', status, at: clock.now() });
    const show = (status: number) => {
      const charged = isOurs(status) ? 0 : hold.cost;
      showBalance(ctx, charged, remaining + hold.cost - charged);
    };
    try {
      await next();
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 500;
      settle(status);
      show(status);
      throw error;
    }
    show(ctx.status);
    if (ctx.state.later) ctx.state.later.then(settle);
    else settle(ctx.status);
  };

const isOurs = (status: number): boolean => status >= 500;
