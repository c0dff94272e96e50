import { equal } from 'node:assert/strict';
import { FAIR_SHARE } from '../../shared/contract/bounds.js';
import { FairShares } from './fair-shares.js';

const { burstMs, perSecondMs, lowestMs, freeMs } = FAIR_SHARE;

describe("an account's share of a worker", () => {
  let now = 0;
  const shares = () => new FairShares(() => now);

  it('is used up by much work, and no other account has less for it', () => {
    const some = shares();
    some.spend('busy', burstMs + freeMs - 1);
    equal(some.isUsedUp('busy'), false);
    some.spend('busy', 1 + freeMs);
    equal(some.isUsedUp('busy'), true);
    equal(some.isUsedUp('other'), false);
  });

  it('is not used up by any number of calls that are short', () => {
    const some = shares();
    for (let at = 0; at < 100_000; at++) some.spend('busy', freeMs);
    equal(some.isUsedUp('busy'), false);
  });

  it('fills again as time passes, however much it was used', () => {
    const some = shares();
    for (let at = 0; at < 100; at++) some.spend('busy', burstMs);
    now += (-lowestMs / perSecondMs) * 1_000;
    equal(some.isUsedUp('busy'), true);
    now += 1_000;
    equal(some.isUsedUp('busy'), false);
  });
});
