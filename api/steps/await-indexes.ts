import { errors } from '../../shared/contract/errors.js';
import type { Step } from '../call.js';
import { PROBES } from './separate-origins.js';

/** Refuses requests until all unique indexes exist: two that create the same would both succeed. */
export const awaitIndexes = (indexes: { readonly areUniqueReady: boolean }): Step =>
  async function awaitIndexes(ctx, next) {
    if (!indexes.areUniqueReady && !PROBES.includes(ctx.path)) throw errors.serviceUnavailable();
    await next();
  };
