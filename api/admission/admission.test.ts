import { equal, ok } from 'node:assert/strict';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { Admission, type Place } from './admission.js';

const enter = (admission: Admission, caller: string) =>
  admission.enter(new IncomingMessage(new Socket()), 'compute', caller);

/** Lets a caller in until it is refused. */
function fill(admission: Admission, caller: string): Place[] {
  const places: Place[] = [];
  for (let place = enter(admission, caller); place; place = enter(admission, caller)) places.push(place);
  return places;
}

describe('who is let in', () => {
  it('is whoever comes, as long as one that floods is alone, but for a fifth of the room', () => {
    const admission = new Admission(48);
    const flood = fill(admission, 'flood').length;
    ok(flood > 1_000);
    const others = fill(admission, 'other').length;
    ok(others >= flood / 8, `${others} beside ${flood}`);
    ok(enter(admission, 'a third one'));
  });

  it('is nobody who has the most, until all that flood have equal shares', () => {
    const admission = new Admission(48);
    const flood = fill(admission, 'flood');
    let others = fill(admission, 'other').length;
    // Whose calls end asks again at once, and finds that another's turn has come.
    for (const place of flood.splice(0, flood.length / 2)) {
      place.leave();
      if (enter(admission, 'other')) others += 1;
      else if (enter(admission, 'flood')) flood.push(place);
    }
    ok(Math.abs(others - flood.length) <= 0.05 * others, `${others} and ${flood.length}`);
  });

  it('is also who has no call in flight where others have taken all room, but not without end', () => {
    const admission = new Admission(48);
    for (let comer = 0; fill(admission, `flood ${comer}`).length > 1; comer++);
    const places = Array.from({ length: 100 }, (_, comer) => enter(admission, `modest ${comer}`));
    const taken = places.filter((place) => place !== undefined);
    ok(taken.length > 0 && taken.length <= 16, `${taken.length} of ${places.length}`);
    equal(enter(admission, 'modest 0'), undefined);
    taken[0]?.leave();
    ok(enter(admission, 'modest 101'), 'a place was not given back');
  });

  it('keeps the place of what goes on after its caller has left', async () => {
    const admission = new Admission(48);
    const places = fill(admission, 'flood');
    const [first] = places;
    let finish = () => {};
    const end = new Promise<void>((resolve) => {
      finish = resolve;
    });
    first?.holdUntil(end);
    first?.leave();
    equal(enter(admission, 'flood'), undefined);
    finish();
    await end;
    await Promise.resolve();
    ok(enter(admission, 'flood'));
  });
});
