import { setTimeout as pause } from 'node:timers/promises';
import { modeOf } from '../../features/keys/index.js';
import { type AsyncResults, sendReply } from '../../features/requests/index.js';
import { TEST_CALLS } from '../../shared/contract/bounds.js';
import { throwUnavailable } from '../../shared/contract/errors.js';
import { withTimeout } from '../../shared/process/clock.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { errorReply, type Reply } from '../../shared/queue/job.js';
import type { CallContext, Step } from '../call.js';
import { TestResponses } from '../calls/test-responses.js';
import { accept } from './enqueue.js';
import { findPreferredWait, markApplied, SLOW } from './parse.js';
import { validateInput } from './validate.js';

type Dependencies = {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly log: Logger;
  readonly results: AsyncResults;
};

/**
 * Responds to calls of test keys: with the example of the endpoint if their input is valid, or with the error that they request, and
 * asynchronously if they prefer that. They go no further, so they reach neither credits nor workers.
 *
 * @throws ApiError as validateInput does; 422 for an unknown `X-Test-Answer`
 */
export function respondToTestKeys(services: Dependencies): Step {
  const base = baseUrl(services.config);
  const responses = new TestResponses(base);

  return async function respondToTestKeys(ctx, next) {
    const { key, endpoint, requestId, preferences } = ctx.state;
    if (modeOf(key) === 'live') return next();
    const { testResponse } = preferences;
    const error = responses.findError(endpoint, testResponse);
    if (error) ctx.state.errorType = error.type;
    // A requested error is no failure, so it is not thrown, which would log it.
    if (error && !responses.isResult(error)) return sendReply(ctx, errorReply(error, requestId, base));
    if (!error) validateInput(ctx);
    const result = error ? errorReply(error, requestId, base) : responses.findExample(endpoint, ctx.state.input);
    const reply = !error && testResponse === SLOW ? pause(TEST_CALLS.slowMs, result) : Promise.resolve(result);
    if (!(await acceptIfPreferred(ctx, services, reply))) sendReply(ctx, await reply);
  };
}

/** Accepts a call with a 202 if its client prefers that to waiting for the reply. @returns true if it did */
async function acceptIfPreferred(ctx: CallContext, services: Dependencies, reply: Promise<Reply>): Promise<boolean> {
  const { results } = services;
  const { endpoint, key, requestId, preferences } = ctx.state;
  const limitMs = findPreferredWait(preferences, TEST_CALLS.slowMs);
  if (limitMs === undefined) return false;
  if (limitMs > 0 && (await withTimeout(limitMs, reply))) return false;
  await results.reserveMemory(requestId, key.account, endpoint.largestReply);
  markApplied(ctx, limitMs > 0 ? `wait=${limitMs / 1_000}` : 'respond-async');
  const { account, id } = key;
  const owner = { account, key: id, endpoint: endpoint.id, pool: endpoint.pool, test: true } as const;
  await results.register(requestId, owner).catch((error: unknown) => {
    results.remove(requestId, owner).catch(() => {});
    throwUnavailable(error);
  });
  accept(ctx, services, reply);
  return true;
}
