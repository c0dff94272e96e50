import { expireCredits } from './expire-credits.js';
import { forgetVisitors } from './forget-visitors.js';
import { pruneUsage } from './prune-usage.js';
import { reconcileHolds } from './reconcile-holds.js';
import { refreshExchangeRates } from './refresh-rates.js';
import type { Task } from './task.js';

/** Everything that the scheduler does. */
export const tasks: readonly Task[] = [expireCredits, reconcileHolds, refreshExchangeRates, forgetVisitors, pruneUsage];
