import { errors } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import type { Step } from '../call.js';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses all requests that may write or charge while READ_ONLY is set. @throws ApiError 503 */
export const refuseWrites = ({ READ_ONLY }: Pick<Config, 'READ_ONLY'>): Step =>
  async function refuseWrites(ctx, next) {
    if (READ_ONLY && !READS.has(ctx.method)) throw errors.readOnly();
    return next();
  };
