import type { RouterContext } from '@koa/router';
import { type ReadableReply, sendReply } from '../../features/requests/index.js';
import { isServerFault } from '../../shared/contract/api-error.js';
import { asApiError, errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Route } from '../../shared/contract/route.js';
import type { Config } from '../../shared/process/config.js';
import { baseUrl } from '../../shared/process/config.js';
import { errorReply, jsonReply, type Reply } from '../../shared/queue/job.js';
import type { CallContext, Step } from '../call.js';
import { type Idempotency, ROUTE_RUNNING_MS } from '../calls/idempotency.js';
import { createEtagHeader } from './respond.js';

type Settings = Pick<Config, 'BASE_URL' | 'HOST' | 'PORT'>;

/** Statuses of refusals that are not charged, and that a retry may not get. */
const NOT_STORED: readonly number[] = [errors.insufficientCredits.status, errors.tooMuchMemory.status];
const VISIBLE_ASCII = /^[\x21-\x7e]{1,255}$/;

/** A request that may be repeated with the same `Idempotency-Key`. */
interface Repeatable {
  readonly account: string;
  readonly requestId: string;
  /** Describes the request, to compare it with others. The text may have megabytes, so it is not stored while the request runs. */
  describe(): string;
  /** Time for which it may run, in ms; by default that of a call. */
  readonly runningMs?: number;
  /** Carries the request out, and returns the response to store. */
  run(): Promise<Reply>;
}

/**
 * Carries out a request once for its `Idempotency-Key`, or always if it has none. A refusal without charge (402, 429) and a server
 * fault are not stored, so that a retry is a new attempt.
 *
 * @returns the stored response if the request was made before; undefined if it was carried out now
 * @throws ApiError 409 while the first request is running, 422 for an unusable key, for a key of a different request, or when
 * the account has no storage left for the response
 */
async function runOnce(
  ctx: Pick<CallContext, 'state'>,
  { idempotency, config }: { readonly idempotency: Idempotency; readonly config: Settings },
  { account, requestId, describe, runningMs, run }: Repeatable,
): Promise<ReadableReply | undefined> {
  const { idempotencyKey: key } = ctx.state.preferences;
  if (key === undefined) {
    await run();
    return undefined;
  }
  if (!VISIBLE_ASCII.test(key)) throw errors.idempotencyKeyInvalid();
  const first = await idempotency.claim(account, key, describe(), requestId, runningMs).catch(throwUnavailable);
  if (first) return first;
  const finish = (reply: Reply) =>
    NOT_STORED.includes(reply.status) || isServerFault(reply)
      ? idempotency.release(account, key, requestId)
      : idempotency.store(account, key, requestId, reply);
  try {
    await finish(await run());
  } catch (error) {
    await finish(errorReply(asApiError(error), requestId, baseUrl(config)));
    throw error;
  }
  return undefined;
}

/** Marks a response as a repetition of the first one. */
const markReplayed = (ctx: Pick<CallContext, 'set'>): void => ctx.set('Idempotent-Replayed', 'true');

/** A request of a route beside the endpoints. */
interface RouteRequest {
  readonly contract: Pick<Route, 'id' | 'method' | 'returnsSecret' | 'status'>;
  readonly input: unknown;
  /** Account, or operator, whose `Idempotency-Key` it is. */
  readonly owner: string;
}

/**
 * Makes a retry of a POST of a route with the same `Idempotency-Key` return the first response, see runOnce. A response with a secret is
 * not stored: its retry is 409. Other methods are idempotent by themselves.
 *
 * @param respond carries the request out, and sends its response
 */
export async function respondOnce(
  ctx: RouterContext,
  services: { readonly idempotency: Idempotency; readonly config: Settings },
  { contract, input, owner }: RouteRequest,
  respond: () => Promise<unknown>,
): Promise<void> {
  const { requestId } = ctx.state;
  if (contract.method !== 'POST') return void (await respond());
  const first = await runOnce(ctx, services, {
    account: owner,
    requestId,
    describe: () => `${contract.id} ${JSON.stringify(input)}`,
    runningMs: ROUTE_RUNNING_MS,
    run: async () => {
      const output = await respond();
      return contract.returnsSecret
        ? errorReply(errors.responseNotStored(), requestId, baseUrl(services.config))
        : jsonReply(contract.status ?? 200, Object(output), createEtagHeader(output));
    },
  });
  if (!first) return;
  markReplayed(ctx);
  sendReply(ctx, first);
}

/** Makes a retry of a call with the same `Idempotency-Key` return the first response, charged once, see runOnce. */
export const retrySafely = (services: { readonly idempotency: Idempotency; readonly config: Settings }): Step =>
  async function retrySafely(ctx, next) {
    const { key, requestId } = ctx.state;
    const first = await runOnce(ctx, services, {
      account: key.account,
      requestId,
      describe: () => describeCall(ctx),
      async run() {
        await next();
        return ctx.state.reply ?? jsonReply(ctx.status, Object(ctx.body));
      },
    });
    if (!first) return;
    markReplayed(ctx);
    ctx.set('X-Credits-Cost', '0');
    sendReply(ctx, first);
  };

function describeCall({ state: { endpoint, body } }: CallContext): string {
  const { api_key: _, ...fields } = body;
  return `${endpoint.id} ${JSON.stringify(fields)}`;
}
