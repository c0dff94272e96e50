import { isOurs } from '../../shared/contract/api-error.js';
import { asApiError } from '../../shared/contract/errors.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Services, Step } from '../call.js';

/**
 * Answers whatever goes wrong with the error body, and logs what the caller must not see. A 401 names a scheme (RFC 9110). Who
 * was refused is remembered for the operator.
 */
export const answerErrors =
  ({ log, config, refusals, leftovers }: Pick<Services, 'log' | 'config' | 'refusals' | 'leftovers'>): Step =>
  async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asApiError(thrown);
      const { requestId } = ctx.state;
      if (isOurs(error)) log.error({ requestId, err: error }, error.message);
      ctx.state.ours = isOurs(error);
      refusals.note(ctx, error);
      ctx.status = error.status;
      if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer');
      if (error.retryAfterSeconds !== undefined && !ctx.response.get('Retry-After')) {
        ctx.set('Retry-After', String(error.retryAfterSeconds));
      }
      leftovers.read(ctx.req);
      ctx.body = error.body(requestId, baseUrl(config));
    }
  };
