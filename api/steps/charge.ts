import { readCredentials } from '../../features/keys/index.js';
import { describeClient } from '../../features/requests/index.js';
import { toCredits } from '../../shared/contract/amounts.js';
import { type ApiError, isServerFault } from '../../shared/contract/api-error.js';
import { computePrice } from '../../shared/contract/endpoint.js';
import { asApiError, throwUnavailable } from '../../shared/contract/errors.js';
import { toBudget } from '../../shared/ledger/budget.js';
import type { CallFacts } from '../../shared/ledger/documents.js';
import type { Outcome } from '../../shared/queue/job.js';
import type { CallContext, Step } from '../call.js';
import type { HoldRequest } from '../ledger/hold.js';
import type { Ledger } from '../ledger/ledger.js';
import { findWaitLimit } from './parse.js';

/**
 * Holds the price of the call, and settles the hold when the outcome is known: a server fault releases it. An invalid request is charged,
 * and goes no further.
 *
 * @throws ApiError that of an invalid request; 402 if the balance or the key's budget does not cover the price, 503 if the store is
 * unavailable
 */
export function charge({ ledger }: { readonly ledger: Ledger }): Step {
  return async function charge(ctx, next) {
    const request = createHoldRequest(ctx);
    const held = await ledger.hold(request).catch((cause: unknown) => {
      showBalance(ctx, 0, ledger.cachedBalance(request.account));
      throwUnavailable(cause);
    });
    ctx.state.held = held;
    const error = ctx.state.invalid ?? (await next().then(() => undefined, asApiError));
    const outcome = error ? toOutcome(ctx, error) : (ctx.state.reply ?? { status: ctx.status });
    const charged = isServerFault(outcome) ? 0 : (outcome.charged ?? request.cost);
    showBalance(ctx, charged, held.remaining + request.cost - charged);
    if (error || !ctx.state.later) ledger.settle(held, outcome, collectFacts(ctx, outcome));
    else void ctx.state.later.then((reply) => ledger.settleAccepted(held, reply, collectFacts(ctx, reply)));
    if (error) throw error;
  };
}

function createHoldRequest({ state }: CallContext): HoldRequest {
  const { endpoint, key, requestId, input, invalid, callback } = state;
  const budget = toBudget(key);
  const isFetchedLater = findWaitLimit(state) !== undefined;
  const cost = invalid ? endpoint.cost : computePrice(endpoint, Object(input));
  return {
    ...{ account: key.account, key: key.id, endpoint: endpoint.id, group: endpoint.group.id, requestId, cost },
    ...(budget && { budget }),
    ...(isFetchedLater && { later: callback === undefined ? {} : { callback } }),
  };
}

/** Returns the outcome of a call that a step refuses. If the price is per item, one item is charged. */
const toOutcome = ({ state: { endpoint } }: CallContext, { status, fault, type }: ApiError): Outcome => ({
  ...{ status, fault, type },
  ...(endpoint.per && { charged: endpoint.cost }),
});

const collectFacts = (ctx: CallContext, { type, queuedMs }: Outcome): CallFacts => ({
  ...(type !== undefined && { type }),
  ms: Math.round(performance.now() - ctx.state.began),
  ...(queuedMs !== undefined && { queuedMs }),
  ...describeClient(ctx),
});

/**
 * Shows the cost of the call and the balance in the response headers. Browser tokens are used by an account's visitors, who do not see
 * the balance.
 *
 * @param cost in micro-credits
 * @param remaining in micro-credits; undefined if this front has no cached balance
 */
export function showBalance(ctx: Pick<CallContext, 'get' | 'set'>, cost: number, remaining: number | undefined): void {
  ctx.set('X-Credits-Cost', String(toCredits(cost)));
  const { key, token } = readCredentials(ctx);
  const isByToken = !key && token !== undefined;
  if (remaining !== undefined && !isByToken) ctx.set('X-Credits-Remaining', String(toCredits(remaining)));
}
