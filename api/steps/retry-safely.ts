import { isOurs } from '../../shared/contract/api-error.js';
import { asApiError, errors, throwUnavailable } from '../../shared/contract/errors.js';
import { baseUrl } from '../../shared/process/config.js';
import { asText, errorReply, jsonReply, type ReceivedReply } from '../../shared/queue/job.js';
import type { CallContext, Services, Step } from '../call.js';
import { send } from './respond.js';

/** Statuses of refusals that are not charged and may be over by the next try. */
const NOT_KEPT: readonly number[] = [errors.insufficientCredits.status, errors.tooMuchMemory.status];
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/**
 * Makes a retry with the same `Idempotency-Key` return the first answer, charged once. An answer that cost nothing
 * (402, 429, and what failed through us) is not kept: there a retry is a new try.
 *
 * @throws ApiError 409 while the first request is running, 422 for an unusable key, for another request, or when the
 * account has no room for the answer
 */
export const retrySafely =
  ({ idempotency, config }: Services): Step =>
  async (ctx, next) => {
    const key = ctx.get('Idempotency-Key');
    if (key === '') return next();
    if (!VISIBLE_ASCII.test(key)) throw errors.idempotencyKeyInvalid();
    const { account } = ctx.state.key;
    const first = await idempotency.claim(account, key, askedIn(ctx)).catch(throwUnavailable);
    if (first) {
      ctx.set('Idempotent-Replayed', 'true');
      ctx.set('X-Credits-Cost', '0');
      return send(ctx, first);
    }
    const finish = (reply: ReceivedReply) =>
      NOT_KEPT.includes(reply.status) || isOurs(reply)
        ? idempotency.release(account, key)
        : idempotency.keep(account, key, ctx.state.requestId, asText(reply));
    try {
      await next();
      await finish(answerOf(ctx));
    } catch (error) {
      await finish(errorReply(asApiError(error), ctx.state.requestId, baseUrl(config)));
      throw error;
    }
  };

/** What tells a request from another. It is made for as long as it takes to look at it: it may be megabytes. */
function askedIn({ state: { endpoint, body } }: CallContext): string {
  const { api_key: _, ...asked } = body;
  return `${endpoint.id} ${JSON.stringify(asked)}`;
}

/** The answer as it goes to the caller: the worker's, or the 202 that stands for it. */
const answerOf = ({ state, status, body }: CallContext): ReceivedReply =>
  state.reply ?? jsonReply(status, Object(body));
