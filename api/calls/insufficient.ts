import { ApiError } from '../../shared/contract/api-error.js';
import { errors } from '../../shared/contract/errors.js';
import type { Charge } from './charge.js';

const INSUFFICIENT = new Set([errors.insufficientCredits.type, errors.budgetUsedUp.type]);

/** Whether a charge was refused since the balance, not the budget of its key, did not do for it. */
export const isShort = (error: unknown): boolean =>
  error instanceof ApiError && error.type === errors.insufficientCredits.type;

/** Whether a charge was refused since the budget of its key did not do for it. */
export const isOverBudget = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.type === errors.budgetUsedUp.type;

/** Whether a charge was refused since there was too little to pay it from. */
export const isInsufficient = (error: unknown): error is ApiError =>
  error instanceof ApiError && INSUFFICIENT.has(error.type);

/** Whether what an earlier call was refused for holds for this one: a balance for all keys, a budget for its own. */
export const appliesTo = ({ key, cost }: Charge, { by, charge }: { by: ApiError; charge: Charge }): boolean =>
  cost >= charge.cost && (by.type === errors.insufficientCredits.type || key === charge.key);
