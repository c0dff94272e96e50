import type { Outcome } from '../../shared/queue/job.js';
import type { Services, Step } from '../call.js';

/** Tells admission how the call was served, and keeps the place of an asynchronous one until it is finished. */
export const holdPlace =
  ({ admission }: Pick<Services, 'admission'>): Step =>
  async (ctx, next) => {
    await next();
    const place = admission.placeOf(ctx.req);
    const { later, reply, readMs } = ctx.state;
    const note = ({ ranMs }: Outcome) => {
      if (ranMs !== undefined) place?.served(ranMs, readMs);
    };
    if (later) place?.holdUntil(later.then(note));
    else if (reply) note(reply);
  };
