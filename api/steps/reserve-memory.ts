import type { AsyncResults } from '../../features/requests/index.js';
import { MAX_INLINE_INPUT } from '../../shared/contract/bounds.js';
import { countUnits } from '../../shared/contract/endpoint.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import { requestDeadlineMs } from '../../shared/contract/pools.js';
import type { Logger } from '../../shared/process/log.js';
import type { MemoryQuota } from '../../shared/queue/memory-quota.js';
import type { Step } from '../call.js';
import { readAnnouncedBytes } from './limit.js';
import { findWaitLimit } from './parse.js';

/**
 * Reserves the Redis memory that a request may take: of an asynchronous one for its body and its result, of any other for a large body
 * until it has its response.
 *
 * @throws ApiError 429 when the quota of the account, or of all together, is used up, 503 when Redis is unavailable
 */
export const reserveMemory = ({
  results,
  uploads,
  log,
}: {
  readonly results: AsyncResults;
  readonly uploads: MemoryQuota;
  readonly log: Logger;
}): Step =>
  async function reserveMemory(ctx, next) {
    const { body, endpoint, key, requestId } = ctx.state;
    const { account } = key;
    const bytes = readAnnouncedBytes(ctx);
    const isAsync = findWaitLimit(ctx.state) !== undefined;
    if (isAsync)
      await results.reserveMemory(requestId, account, bytes + endpoint.largestReply * countUnits(endpoint, body));
    else if (bytes <= MAX_INLINE_INPUT) return next();
    else {
      const forMs = requestDeadlineMs(endpoint.pool, false);
      if (!(await uploads.reserve({ requestId, account, bytes, forMs }).catch(throwUnavailable))) {
        throw errors.tooMuchMemory();
      }
    }
    try {
      await next();
    } finally {
      const warn = (err: unknown) =>
        log.warn(
          { err, requestId },
          'releasing the memory of a request failed: it is released when the reservation expires',
        );
      if (!isAsync) uploads.release(requestId).catch(warn);
      else if (!ctx.state.later) results.remove(requestId, { account, key: key.id }).catch(warn);
    }
  };
