import { setTimeout as pause } from 'node:timers/promises';
import type { AsyncResults } from '../../features/requests/index.js';
import { asApiError, throwUnavailable } from '../../shared/contract/errors.js';
import { within } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { errorReply, type KeptReply, type Reply, type Task } from '../../shared/queue/job.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { CallContext, Step } from '../call.js';
import { markApplied, waitLimitOf } from './parse.js';

type Front = {
  readonly sender: JobClient;
  readonly results: AsyncResults;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly log: Logger;
};

/**
 * Has the call computed by its pool and waits for the reply. With `Prefer: respond-async` the caller gets 202 and the
 * address of the job as soon as it is in the queue, with `Prefer: wait=N` after N seconds; the worker keeps the reply for an hour.
 *
 * @throws ApiError 422 when there is no room for the reply, 503 or 504, see JobClient
 */
export const enqueue =
  (services: Front): Step =>
  async (ctx, next) => {
    const { endpoint, key, requestId } = ctx.state;
    const { sender, results } = services;
    const { account } = key;
    const { pool } = endpoint;
    const waitLimit = waitLimitOf(ctx.state);
    if (waitLimit === undefined) {
      ctx.state.reply = await handOver(ctx, (task) => sender.send(pool, task));
      return next();
    }
    const { waitMs, respondAsync } = ctx.state.preferences;
    if (waitMs !== undefined || respondAsync) {
      markApplied(ctx, waitMs === undefined ? 'respond-async' : `wait=${waitMs / 1_000}`);
    }
    await results.register(requestId, { account, key: key.id, endpoint: endpoint.id, pool }).catch(throwUnavailable);
    const { reply } = await handOver(ctx, (task) => sender.sendAsync(pool, task));
    const received = waitLimit > 0 ? await within(waitLimit, reply) : undefined;
    ctx.state.reply = received && (await results.withBody(requestId, received));
    if (!ctx.state.reply) {
      await sender.replicate();
      accept(ctx, services, reply);
    }
    return next();
  };

const taskOf = ({ state: { endpoint, input, key, requestId } }: CallContext): Task => ({
  endpoint: endpoint.id,
  input,
  account: key.account,
  key: key.id,
  requestId,
});

/** Sends a call, and lets go of what it holds: a front that waits for answers is not to have megabytes of each call in memory. */
function handOver<Sent>(ctx: CallContext, send: (task: Task) => Promise<Sent>): Promise<Sent> {
  ctx.state.slot?.start();
  const sent = send(taskOf(ctx));
  ctx.state.body = {};
  ctx.state.input = undefined;
  return sent;
}

const KEEP_AGAIN_MS = 500;

/** Answers 202 with the address of the job, and keeps the reply when it comes. */
export function accept(
  ctx: CallContext,
  { results, config, log }: Pick<Front, 'results' | 'config' | 'log'>,
  reply: Promise<Reply>,
): void {
  const { key, requestId } = ctx.state;
  /** What came here, or why nothing did. Where the worker has kept another reply, that one counts. */
  const kept = async (outcome: Reply): Promise<KeptReply> => {
    for (;;) {
      try {
        return await results.store(requestId, outcome);
      } catch (err) {
        log.warn({ err, requestId }, 'a result was not kept yet');
        await pause(KEEP_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  const outcome = reply
    .then((received) => (received.bodyIsStored ? results.getReply(requestId) : kept(received)))
    .catch((thrown: unknown) => kept(errorReply(asApiError(thrown), requestId, baseUrl(config))));
  ctx.state.later = outcome.then(async (counts) => {
    // Who asks for a result that is not counted yet has it counted.
    await results
      .countStorage(requestId, key.account)
      .catch((err: unknown) => log.warn({ err, requestId }, 'a result was not counted yet'));
    return counts;
  });
  ctx.status = 202;
  ctx.body = {
    job_id: requestId,
    status_url: `${baseUrl(config)}/v1/jobs/${requestId}`,
  };
}
