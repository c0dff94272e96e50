import { setTimeout as pause } from 'node:timers/promises';
import type { AsyncResults } from '../../features/requests/index.js';
import { readCancellation } from '../../features/web/index.js';
import { asApiError, errors, throwUnavailable } from '../../shared/contract/errors.js';
import { withTimeout } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { errorReply, type PersistedReply, type Reply, type Task } from '../../shared/queue/job.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { CallContext, Step } from '../call.js';
import { findWaitLimit, markApplied } from './parse.js';

type Dependencies = {
  readonly sender: JobClient;
  readonly results: AsyncResults;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly log: Logger;
};

/**
 * Sends the job of the call to its pool and waits for the reply. With `Prefer: respond-async` the client gets a 202 and the URL of the job as
 * soon as it is in the queue, with `Prefer: wait=N` after N seconds; the worker stores the reply for an hour.
 *
 * @throws ApiError 422 if there is no room for the reply, 503 or 504, see JobClient
 */
export const enqueue = (services: Dependencies): Step =>
  async function enqueue(ctx, next) {
    const { endpoint, key, requestId } = ctx.state;
    const { sender, results } = services;
    const { account } = key;
    const { pool } = endpoint;
    const waitLimit = findWaitLimit(ctx.state);
    if (waitLimit === undefined) {
      ctx.state.reply = await sendCancellable(ctx, services);
      return next();
    }
    const { waitMs, respondAsync } = ctx.state.preferences;
    if (waitMs !== undefined || respondAsync) {
      markApplied(ctx, waitMs === undefined ? 'respond-async' : `wait=${waitMs / 1_000}`);
    }
    await results.register(requestId, { account, key: key.id, endpoint: endpoint.id, pool }).catch(throwUnavailable);
    const { reply } = await sendJob(ctx, (task) => sender.sendAsync(pool, task));
    const received = waitLimit > 0 ? await withTimeout(waitLimit, reply) : undefined;
    ctx.state.reply = received && (await results.withBody(requestId, received));
    if (!ctx.state.reply) {
      await sender.replicate();
      accept(ctx, services, reply);
    }
    return next();
  };

/**
 * Sends the job of a call and waits for the reply. If the call is cancelled before a worker starts the job, the job is removed and not charged.
 */
async function sendCancellable(
  ctx: CallContext,
  { sender, config, log }: Pick<Dependencies, 'sender' | 'config' | 'log'>,
): Promise<Reply> {
  const { endpoint, requestId } = ctx.state;
  const { pool } = endpoint;
  const signal = readCancellation(ctx.req);
  const cancelled = errorReply(errors.jobCancelled(), requestId, baseUrl(config));
  if (signal?.aborted) return cancelled;
  const cancel = () =>
    void sender
      .cancel(pool, requestId, cancelled)
      .catch((err: unknown) => log.warn({ err, requestId }, 'cancelling a job failed'));
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await sendJob(ctx, (task) => sender.send(pool, task));
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** Sends the job of a call, and releases its body and input: while a front waits for replies they would take megabytes of memory each. */
function sendJob<Sent>(ctx: CallContext, send: (task: Task) => Promise<Sent>): Promise<Sent> {
  const { endpoint, input, key, requestId, slot } = ctx.state;
  slot?.start();
  const sent = send({ endpoint: endpoint.id, input, account: key.account, key: key.id, requestId });
  ctx.state.body = {};
  ctx.state.input = undefined;
  return sent;
}

const RETRY_AFTER_MS = 500;

/** Responds with 202 and the URL of the job, and stores the reply when it comes. */
export function accept(
  ctx: CallContext,
  { results, config, log }: Pick<Dependencies, 'results' | 'config' | 'log'>,
  reply: Promise<Reply>,
): void {
  const { key, requestId } = ctx.state;
  /** Stores a reply, unless the worker has stored another one, which counts. */
  const store = async (received: Reply): Promise<PersistedReply> => {
    for (;;) {
      try {
        return await results.store(requestId, received);
      } catch (err) {
        log.warn({ err, requestId }, 'storing a result failed; retrying');
        await pause(RETRY_AFTER_MS, undefined, { ref: false });
      }
    }
  };
  const stored = reply
    .then((received) => (received.bodyIsStored ? results.getReply(requestId) : store(received)))
    .catch((thrown: unknown) => store(errorReply(asApiError(thrown), requestId, baseUrl(config))));
  ctx.state.later = stored.then(async (result) => {
    // A result that is not counted now is counted when it is fetched.
    await results
      .countStorage(requestId, key.account)
      .catch((err: unknown) => log.warn({ err, requestId }, 'counting the storage of a result failed'));
    return result;
  });
  ctx.status = 202;
  ctx.body = {
    job_id: requestId,
    status_url: `${baseUrl(config)}/v1/jobs/${requestId}`,
  };
}
