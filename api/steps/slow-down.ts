import { errors } from '../../shared/contract/errors.js';
import { count } from '../../shared/process/metrics/measure.js';
import type { Outcome } from '../../shared/queue/job.js';
import type { Services, Step } from '../call.js';

/**
 * Has a key pause in a group after too many calls that were cut off because of what they asked for.
 *
 * @throws ApiError 429 while it is to pause
 */
export const slowDown =
  ({ overruns, log }: Pick<Services, 'overruns' | 'log'>): Step =>
  async (ctx, next) => {
    const { key, endpoint, requestId } = ctx.state;
    const group = endpoint.group.id;
    const who = `${key.id}:${group}`;
    const pauseMs = overruns.pauseOf(who);
    if (pauseMs > 0) {
      count('pausedCalls', { group });
      ctx.set('Retry-After', String(Math.ceil(pauseMs / 1000)));
      throw errors.tooManyOverruns();
    }
    const note = async ({ overran }: Outcome): Promise<void> => {
      if (!overran) return;
      log.warn(
        { requestId, key: key.id, account: key.account, endpoint: endpoint.id },
        'a call was cut off over its input',
      );
      await overruns.add(who).catch((err: unknown) => log.warn({ err, requestId }, 'a cut-off call was not counted'));
    };
    await next();
    if (ctx.state.later) void ctx.state.later.then(note);
    else if (ctx.state.reply) await note(ctx.state.reply);
  };
