import { time } from '../../shared/process/metrics/measure.js';
import type { Step } from '../call.js';

/** A step that says how long it took, without the steps after it. */
export const timed =
  (name: string, step: Step): Step =>
  async (ctx, next) => {
    const began = performance.now();
    let afterMs = 0;
    try {
      return await step(ctx, async () => {
        const left = performance.now();
        try {
          return await next();
        } finally {
          afterMs = performance.now() - left;
        }
      });
    } finally {
      time('stepSeconds', { step: name }, performance.now() - began - afterMs);
    }
  };
