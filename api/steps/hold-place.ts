import type { Outcome } from '../../shared/queue/job.js';
import type { Services, Step } from '../call.js';

/**
 * Tells admission how long the call waited for the service, and keeps the place of an asynchronous one until it is finished.
 * Placed where nothing more is waited for from the caller: a body that comes slowly is no sign of overload.
 */
export const holdPlace =
  ({ admission }: Pick<Services, 'admission'>): Step =>
  async (ctx, next) => {
    const place = admission.placeOf(ctx.req);
    const began = performance.now();
    await next();
    const note = ({ ranMs }: Outcome) => {
      if (ranMs !== undefined) place?.served(began, ranMs);
    };
    if (ctx.state.later) place?.holdUntil(ctx.state.later.then(note));
    else if (ctx.state.reply) note(ctx.state.reply);
  };
