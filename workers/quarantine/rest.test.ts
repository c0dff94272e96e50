import { equal, ok } from 'node:assert/strict';
import { ASIDE } from '../../shared/contract/bounds.js';
import { eventually } from '../../test/helpers/stack.js';
import { idleShare, restAfter } from './rest.js';

describe('a process that gives way', () => {
  it('rests after a call where the machine has nothing to spare, and not where it has', () => {
    equal(restAfter(100, 0), ASIDE.restsForTimes * 100);
    equal(restAfter(10_000, 0), ASIDE.restsAtMostMs);
    equal(restAfter(100, ASIDE.restsBelowIdle), 0);
    equal(restAfter(100, 1), 0);
  });

  it('knows which share of the machine is idle', async () => {
    const share = idleShare();
    const after = Date.now() + 50;
    await eventually(
      async () => Date.now(),
      (now) => now > after,
    );
    ok(share() >= 0 && share() <= 1);
  });
});
