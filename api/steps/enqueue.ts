import { setTimeout as pause } from 'node:timers/promises';
import { asApiError, throwUnavailable } from '../../shared/contract/errors.js';
import { baseUrl } from '../../shared/process/config.js';
import { errorReply, type Reply } from '../../shared/queue/job.js';
import type { CallContext, Services, Step } from '../call.js';

type Front = Pick<Services, 'sender' | 'results' | 'config' | 'log'>;

/**
 * Has the call computed by its pool and waits for the reply. With `Prefer: respond-async` the caller gets 202 and the
 * address of the job at once; the worker keeps the reply for an hour.
 *
 * @throws ApiError 503 or 504, see Sender
 */
export const enqueue =
  (services: Front): Step =>
  async (ctx, next) => {
    const { endpoint, input, key, requestId } = ctx.state;
    const later = /\brespond-async\b/i.test(ctx.get('Prefer'));
    const task = { endpoint: endpoint.id, input, account: key.account, requestId, ...(later && { later }) };
    const reply = services.sender.send(endpoint.pool, task);
    if (later) await accept(ctx, services, reply);
    else ctx.state.reply = await reply;
    return next();
  };

const KEEP_AGAIN_MS = 500;

async function accept(ctx: CallContext, { results, config, log }: Front, reply: Promise<Reply>): Promise<void> {
  const { endpoint, key, requestId } = ctx.state;
  /** Where the worker has kept a reply that did not come here, that one counts. */
  const failed = async (thrown: unknown): Promise<Reply> => {
    const failure = errorReply(asApiError(thrown), requestId, baseUrl(config));
    for (;;) {
      try {
        return await results.keep(requestId, failure);
      } catch (err) {
        log.warn({ err, requestId }, 'a result was not kept yet');
        await pause(KEEP_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  ctx.state.later = reply.catch(failed);
  await results.open(requestId, { account: key.account, pool: endpoint.pool }).catch(throwUnavailable);
  ctx.status = 202;
  ctx.set('Preference-Applied', 'respond-async');
  ctx.body = {
    job_id: requestId,
    status_url: `${config.BASE_URL ?? `${ctx.protocol}://${ctx.host}`}/v1/jobs/${requestId}`,
  };
}
