import { equal } from 'node:assert/strict';
import { FAIR_SHARE } from '../../shared/contract/bounds.js';
import { systemClock } from '../../shared/process/clock.js';
import { Aside } from './aside.js';

const busy = { account: 'busy' };
const other = { account: 'other' };

/** What has been decided of a turn, if anything has. */
const decided = (turn: ReturnType<Aside['enter']>) => Promise.race([turn, Promise.resolve(undefined)]);

describe('where a call is computed', () => {
  it('is here for a few of an account at a time, and for the next as soon as one of them ends', async () => {
    const aside = new Aside('compute', systemClock);
    for (let at = 0; at < FAIR_SHARE.inHand; at++) equal(aside.enter(busy), 'here');
    const [next, last] = [aside.enter(busy), aside.enter(busy)];
    equal(await decided(next), undefined);
    equal(aside.enter(other), 'here');
    aside.leave(busy);
    equal(await next, 'here');
    equal(await decided(last), undefined);
    aside.leave(busy);
    equal(await last, 'here');
  });

  it('is aside once the account has had its share, for those that wait as well', async () => {
    const aside = new Aside('compute', systemClock);
    for (let at = 0; at < FAIR_SHARE.inHand; at++) aside.enter(busy);
    const waiting = [aside.enter(busy), aside.enter(busy), aside.enter(busy)];
    aside.spent(busy, 2 * FAIR_SHARE.burstMs);
    equal(aside.enter(busy), 'aside');
    for (const turn of waiting) equal(await turn, 'aside');
    equal(aside.enter(other), 'here');
  });
});
