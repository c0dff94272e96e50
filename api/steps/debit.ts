import { type ApiError, isOurs } from '../../shared/contract/api-error.js';
import { priceOf } from '../../shared/contract/endpoint.js';
import { asApiError, errors, throwUnavailable } from '../../shared/contract/errors.js';
import { budgetFor } from '../../shared/keys/budget.js';
import { toCredits } from '../../shared/ledger/amounts.js';
import type { CallFacts, Hold } from '../../shared/ledger/documents.js';
import { answerIn, type Decision } from '../../shared/ledger/settle.js';
import type { Outcome } from '../../shared/queue/job.js';
import { eventOfEnd } from '../../shared/webhooks/job-events.js';
import { credentialsOf } from '../access/credentials.js';
import type { CallContext, Services, Step } from '../call.js';
import { mayAnswer } from '../calls/leases/leases.js';
import { waitLimitOf } from './parse.js';

/**
 * Takes the call's credits, and settles them once the call has its answer: they are spent, unless the failure is
 * ours, which gives them back. Where the balance is known to be ample the call goes on while its credits are taken;
 * whatever comes of it, no answer leaves before they are, or are drawn from what this front has leased.
 *
 * @throws ApiError 402 when the balance or the key's budget is too small, 503 when the store is away
 */
export const debit =
  ({ debits, settlements, clock }: Services): Step =>
  async (ctx, next) => {
    const { endpoint, key, requestId } = ctx.state;
    const { account, id } = key;
    const cost = priceOf(endpoint, ctx.state.body);
    const budget = budgetFor(key);
    const charge = {
      ...{ account, key: id, endpoint: endpoint.id, requestId, cost },
      ...(budget && { budget }),
      ...laterOf(ctx),
    };
    const isAmple = debits.isAmple(charge);
    const taking = debits.take(charge).catch((cause: unknown) => {
      showBalance(ctx, 0, debits.lastKnown(account));
      throwUnavailable(cause);
    });
    if (!isAmple) await taking;

    const [answering] = await Promise.allSettled([next(), taking]);
    ctx.state.debit = await taking;
    const { hold, draws, remaining, tells } = ctx.state.debit;
    const settle = (outcome: Outcome, tell?: Decision['tell']) => {
      const state = isOurs(outcome) ? 'void' : 'spent';
      const call = factsOf(outcome);
      const { status, charged } = outcome;
      const part = charged !== undefined && { charged };
      const decision = { account, state, ...part, status, call, at: clock.now(), ...(tell && { tell }) } as const;
      if (!draws) settlements.add({ ...decision, hold });
      // It cannot be settled before its hold is in the wallet.
      else void draws.inWallet(hold).then((found) => found && settlements.add({ ...decision, hold: found }));
    };
    const factsOf = ({ type, queuedMs }: Outcome): CallFacts => ({
      ...(type !== undefined && { type }),
      ms: Math.round(performance.now() - ctx.state.began),
      ...(queuedMs !== undefined && { queuedMs }),
    });
    const show = (outcome: Outcome) => {
      const charged = isOurs(outcome) ? 0 : (outcome.charged ?? hold.cost);
      showBalance(ctx, charged, remaining + hold.cost - charged);
    };
    const isSure = !draws || (await mayAnswer(draws));
    if (answering.status === 'rejected' || !isSure) {
      const error = answering.status === 'rejected' ? asApiError(answering.reason) : errors.serviceUnavailable();
      const outcome = { ...outcomeOf(error), ...(endpoint.per && { charged: endpoint.cost }) };
      settle(outcome);
      show(outcome);
      throw error;
    }
    const outcome = ctx.state.reply ?? { status: ctx.status };
    show(outcome);
    if (ctx.state.later)
      ctx.state.later.then((end) => settle(end, isTold(end, hold, tells) ? answerIn(end) : undefined));
    else settle(outcome);
  };

/** How a call ended that was refused here. */
const outcomeOf = ({ status, fault, type }: ApiError): Outcome => ({ status, fault, type });

/** What a hold says of a call whose caller comes back for the reply. */
function laterOf(ctx: CallContext): { later?: NonNullable<Hold['later']> } {
  const { callback } = ctx.state;
  if (waitLimitOf(ctx.state) === undefined) return {};
  return { later: callback === undefined ? {} : { callback } };
}

/** Whether an account is to be told how an asynchronous call ended. */
const isTold = (end: Outcome, { later }: Hold, tells: readonly string[]): boolean =>
  later?.callback !== undefined || tells.includes(eventOfEnd(end).name);

/**
 * Shows the cost of the call and the balance in the headers of its response. A browser token is in the hands of an account's
 * visitors, who are not shown the balance.
 *
 * @param cost in micro-credits
 * @param remaining in micro-credits, undefined when this front has not seen the balance yet
 */
export function showBalance(ctx: Pick<CallContext, 'get' | 'set'>, cost: number, remaining: number | undefined): void {
  ctx.set('X-Credits-Cost', String(toCredits(cost)));
  const { key, token } = credentialsOf(ctx);
  const isByToken = !key && token !== undefined;
  if (remaining !== undefined && !isByToken) ctx.set('X-Credits-Remaining', String(toCredits(remaining)));
}
