import type { Redis } from 'ioredis';
import type { ApiError } from '../../shared/contract/api-error.js';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Logger } from '../../shared/process/log.js';
import { count } from '../../shared/process/metrics/measure.js';
import type { QueuedJob } from '../../shared/queue/beside.js';
import { Convictions, callerOf } from '../../shared/queue/convictions.js';
import { errorReply, type JobData, type Reply } from '../../shared/queue/job.js';
import { measured } from '../run-handler.js';
import type { JobRunner } from '../serve-pool.js';
import type { Aside } from './aside.js';
import { Poisoned, type Quarantine } from './quarantine.js';

interface Means {
  readonly quarantine: Quarantine;
  /** Where calls are computed of accounts that have had their share of the worker, in pools that set them aside. */
  readonly aside?: Aside | undefined;
  /** Gives a call all of its input. @throws Error when a part of it is gone */
  readonly complete: (call: QueuedJob) => Promise<JobData>;
  /** By which calls have their deadlines. */
  readonly clock: Clock;
  readonly redis: Redis;
  /** Public address of the service, for links into its documentation. */
  readonly baseUrl: string;
  readonly log: Logger;
}

/** A runner that survives what it runs. */
export interface GuardedRunner extends JobRunner {
  stop(): void;
}

/**
 * Keeps calls that bring down what computes them away from a worker. A call that a worker died over is computed in quarantine,
 * and so are, until that is done, the others of its caller: most who died with the guilty one are innocent, and what comes behind it
 * may be the same again. What brings down the quarantine as well is convicted. Then the same call is refused, and others of its
 * caller keep to the quarantine, where they may take half of the worker's places. Where the worker was away for so long that nobody
 * waits for its victims any more, their callers are suspected for a while.
 *
 * What an account asks for beyond its share of the worker is computed aside. What brings that down may be guilty, or the last of many
 * that it had: it is computed in quarantine.
 */
export function guard(
  pool: PoolName,
  runner: JobRunner,
  { quarantine, aside, complete, clock, redis, baseUrl, log }: Means,
): GuardedRunner {
  const onError = (err: unknown) => log.warn({ err }, 'convictions were not read or written');
  const convictions = new Convictions(redis, onError);
  const isolated = measured(pool, clock, (call) => quarantine.answer(call));
  const setAside = aside && measured(pool, clock, (call) => aside.answer(call));
  /** By caller, how many of its calls are in quarantine that a worker has died over. */
  const accused = new Map<string, number>();
  convictions.start();

  async function inQuarantine(call: QueuedJob): Promise<Reply> {
    count('quarantined', { pool });
    try {
      return await isolated(call);
    } catch (thrown) {
      if (!(thrown instanceof Poisoned)) return refusal(call, asApiError(thrown));
      const { requestId, endpoint, account } = call;
      log.error(
        { err: thrown, requestId, endpoint, account },
        'a call has brought down what computes it, it is refused now',
      );
      count('convicted', { endpoint });
      await complete(call)
        .then((whole) => convictions.convict(whole))
        .catch(onError);
      return refusal(call, errors.callFailed());
    }
  }

  async function accuse(call: QueuedJob): Promise<Reply> {
    const caller = callerOf(call);
    accused.set(caller, (accused.get(caller) ?? 0) + 1);
    try {
      return await inQuarantine(call);
    } finally {
      const others = (accused.get(caller) ?? 0) - 1;
      if (others > 0) accused.set(caller, others);
      else accused.delete(caller);
    }
  }

  /** Has a call computed here where its account has not had its share yet, and aside where it has. */
  async function inTurn(call: QueuedJob, deaths: number, leavePlace: () => void): Promise<Reply> {
    if (!aside || !setAside) return runner.answer(await complete(call), deaths, leavePlace);
    const place = aside.enter(call);
    const turn = place instanceof Promise ? await place : place;
    if (turn === 'here') {
      try {
        return await runner.answer(await complete(call), deaths, leavePlace);
      } finally {
        aside.leave(call);
      }
    }
    if (turn === 'full') return refusal(call, errors.serviceBusy());
    count('setAside', { pool });
    leavePlace();
    try {
      return await setAside(call);
    } catch (thrown) {
      return thrown instanceof Poisoned ? inQuarantine(call) : refusal(call, asApiError(thrown));
    }
  }

  const refusal = (call: JobData, error: ApiError): Reply => errorReply(error, call.requestId, baseUrl);

  return {
    completesCalls: true,
    async answer(received, deaths, leavePlace) {
      const call = convictions.has(received.endpoint) ? await complete(received) : received;
      if (convictions.refuses(call)) return refusal(call, errors.callFailed());
      if (deaths > 0) return accuse(call);
      if (accused.size > 0 && accused.has(callerOf(call))) return inQuarantine(call);
      const strikes = convictions.strikesOf(call);
      if (strikes === undefined) return inTurn(call, deaths, leavePlace);
      if (quarantine.size < pools[pool].concurrency / 2) return inQuarantine(call);
      return strikes > 0 ? refusal(call, errors.serviceBusy()) : inTurn(call, deaths, leavePlace);
    },
    expectVictims: () => quarantine.warmUp(2),
    lostVictim: (call) => void convictions.suspect(call).catch(onError),
    stop() {
      convictions.stop();
      quarantine.stop();
      aside?.stop();
    },
  };
}
