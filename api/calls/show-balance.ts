import { toCredits } from '../../shared/ledger/amounts.js';
import type { CallContext } from '../call.js';

/**
 * Tells the caller what the call cost in the end and what is left.
 *
 * @param cost in micro-credits
 * @param remaining in micro-credits, undefined when this front has not seen the balance yet
 */
export function showBalance(ctx: Pick<CallContext, 'set'>, cost: number, remaining: number | undefined): void {
  ctx.set('X-Credits-Cost', String(toCredits(cost)));
  if (remaining !== undefined) ctx.set('X-Credits-Remaining', String(toCredits(remaining)));
}
