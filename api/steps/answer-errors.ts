import type { Middleware } from 'koa';
import { ApiError, errors } from '../../shared/contract/errors.js';
import type { Logger } from '../../shared/process/log.js';

/** Answers whatever goes wrong with the error body, and logs what the caller must not see. */
export const answerErrors =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (caught) {
      const error = caught instanceof ApiError ? caught : errors.unexpected({}, caught);
      if (error.status >= 500) log.error({ requestId: ctx.state.requestId, err: error }, error.message);
      ctx.status = error.status;
      if (error.retryAfterSeconds !== undefined && !ctx.response.get('Retry-After')) {
        ctx.set('Retry-After', String(error.retryAfterSeconds));
      }
      ctx.body = error.body;
    }
  };
