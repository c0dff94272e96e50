import { deepEqual } from 'node:assert/strict';
import { Pace } from './pace.js';

describe('the pace of an account', () => {
  it('is what it spent in the last two seconds', () => {
    const pace = new Pace();
    pace.spent(10, 100);
    pace.spent(5, 1_000);
    const lately = [1_100, 1_900, 2_100, 2_900, 3_100, 90_000].map((nowMs) => pace.lately(nowMs));
    deepEqual(lately, [15, 15, 5, 5, 0, 0]);
    pace.spent(7, 90_100);
    deepEqual(pace.lately(90_200), 7);
  });
});
