import { setTimeout as pause } from 'node:timers/promises';
import { modeOf } from '../../features/keys/index.js';
import { type AsyncResults, sendReply, type TestCalls } from '../../features/requests/index.js';
import { TEST_CALLS } from '../../shared/contract/bounds.js';
import { asApiError, throwUnavailable } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { within } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import { errorReply, type Reply } from '../../shared/queue/job.js';
import type { CallContext, Step } from '../call.js';
import { TestAnswers } from '../calls/test-answers.js';
import { accept } from './enqueue.js';
import { markApplied, SLOW, waitLimit } from './parse.js';
import { validateInput } from './validate.js';

type Front = {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly results: AsyncResults;
  readonly testCalls: TestCalls;
};

/**
 * Answers the calls of test keys: with the example of the endpoint once their input is found right, or with what they ask
 * for; later where they prefer that. They go no further, so that they reach neither credits nor workers, and are listed for a while.
 *
 * @throws ApiError as validateInput does; 422 for a wish that is none
 */
export function answerTests(services: Front): Step {
  const { config, clock, log, testCalls } = services;
  const base = baseUrl(config);
  const answers = new TestAnswers(base);

  /** Answers a call. @returns the type of the error that it is answered with, if it is one */
  const answer = async (ctx: CallContext): Promise<string | undefined> => {
    const { endpoint, requestId, preferences } = ctx.state;
    const wanted = preferences.testResponse;
    const error = answers.errorFor(endpoint, wanted);
    // What was asked for is no failure: it is answered, and neither thrown nor logged.
    if (error && !answers.comesLate(error)) {
      sendReply(ctx, errorReply(error, requestId, base));
      return error.type;
    }
    if (!error) validateInput(ctx);
    const made = error ? errorReply(error, requestId, base) : answers.exampleFor(endpoint, ctx.state.input);
    const reply = !error && wanted === SLOW ? pause(TEST_CALLS.slowMs, made) : Promise.resolve(made);
    const isPromised = await promise(ctx, services, reply);
    if (isPromised) return undefined;
    sendReply(ctx, await reply);
    return error?.type;
  };

  return async function answerTests(ctx, next) {
    const { key, endpoint, requestId, began } = ctx.state;
    if (modeOf(key) === 'live') return next();
    const note = (status: number, type: string | undefined) => {
      const at = clock.now().toISOString();
      const ms = Math.round(performance.now() - began);
      const call = { request_id: requestId, at, endpoint: endpoint.id, key: key.id, status, type: type ?? null, ms };
      testCalls.add(key.account, call).catch((err: unknown) => log.warn({ err }, 'a test call was not listed'));
    };
    try {
      const type = await answer(ctx);
      note(ctx.status, type);
    } catch (thrown) {
      const { status, type } = asApiError(thrown);
      note(status, type);
      throw thrown;
    }
  };
}

/** Answers 202 to a call whose caller would rather come back for the reply than wait so long for it. @returns whether it did */
async function promise(ctx: CallContext, front: Front, reply: Promise<Reply>): Promise<boolean> {
  const { endpoint, key, requestId, preferences } = ctx.state;
  const limitMs = waitLimit(preferences, TEST_CALLS.slowMs);
  if (limitMs === undefined) return false;
  if (limitMs > 0 && (await within(limitMs, reply))) return false;
  await front.results.reserveMemory(requestId, key.account, endpoint.largestReply);
  markApplied(ctx, limitMs > 0 ? `wait=${limitMs / 1_000}` : 'respond-async');
  const { account, id } = key;
  const owner = { account, key: id, endpoint: endpoint.id, pool: endpoint.pool, test: true } as const;
  await front.results.register(requestId, owner).catch((error: unknown) => {
    front.results.remove(requestId, owner).catch(() => {});
    throwUnavailable(error);
  });
  accept(ctx, front, reply);
  return true;
}
