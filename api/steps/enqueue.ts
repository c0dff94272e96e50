import { setTimeout as pause } from 'node:timers/promises';
import { asApiError, throwUnavailable } from '../../shared/contract/errors.js';
import { baseUrl } from '../../shared/process/config.js';
import { errorReply, type Reply } from '../../shared/queue/job.js';
import type { CallContext, Services, Step } from '../call.js';

type Front = Pick<Services, 'sender' | 'results' | 'config' | 'log'>;

/**
 * Has the call computed by its pool and waits for the reply. With `Prefer: respond-async` the caller gets 202 and the
 * address of the job as soon as it is in the queue; the worker keeps the reply for an hour.
 *
 * @throws ApiError 422 when there is no room for the reply, 503 or 504, see Sender
 */
export const enqueue =
  (services: Front): Step =>
  async (ctx, next) => {
    const { endpoint, input, key, requestId } = ctx.state;
    const later = /\brespond-async\b/i.test(ctx.get('Prefer'));
    const { account } = key;
    const task = { endpoint: endpoint.id, input, account, requestId };
    if (later) {
      await services.results.open(requestId, { account, pool: endpoint.pool }).catch(throwUnavailable);
      const { reply } = await services.sender.promise(endpoint.pool, task);
      accept(ctx, services, reply);
    } else ctx.state.reply = await services.sender.send(endpoint.pool, task);
    return next();
  };

const KEEP_AGAIN_MS = 500;

function accept(ctx: CallContext, { results, config, log }: Front, reply: Promise<Reply>): void {
  const { key, requestId } = ctx.state;
  /** What came here, or why nothing did. Where the worker has kept another reply, that one counts. */
  const kept = async (outcome: Reply): Promise<Reply> => {
    for (;;) {
      try {
        return await results.keep(requestId, outcome);
      } catch (err) {
        log.warn({ err, requestId }, 'a result was not kept yet');
        await pause(KEEP_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  const outcome = reply
    .catch((thrown: unknown) => errorReply(asApiError(thrown), requestId, baseUrl(config)))
    .then(kept);
  ctx.state.later = outcome.then(async (counts) => {
    // Who asks for a result that is not counted yet has it counted.
    await results
      .count(requestId, key.account)
      .catch((err: unknown) => log.warn({ err, requestId }, 'a result was not counted yet'));
    return counts;
  });
  ctx.status = 202;
  ctx.set('Preference-Applied', 'respond-async');
  ctx.body = {
    job_id: requestId,
    status_url: `${config.BASE_URL ?? `${ctx.protocol}://${ctx.host}`}/v1/jobs/${requestId}`,
  };
}
