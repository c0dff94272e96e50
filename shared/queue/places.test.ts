import { deepEqual, equal, ok } from 'node:assert/strict';
import { type LanePlaces, type Place, Places } from './places.js';

/** What a lane gets when it takes, if that is at once. */
async function taken(lane: LanePlaces): Promise<Place[] | undefined> {
  return Promise.race([lane.take(), new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))]);
}

describe('the places of a worker', () => {
  it('are all for the lane that alone has work', async () => {
    const places = new Places(8);
    const [busy] = [places.open(), places.open(), places.open()];
    while (await taken(busy));
    equal(busy.held, 8);
    equal(busy.isOverShare, false, 'nobody waits');
  });

  it('are never more than there are, whoever takes and lets go, and come to equal shares where all have work', async () => {
    const total = 12;
    const places = new Places(total);
    const lanes = [places.open(), places.open(), places.open()];
    const hands = lanes.map(() => [] as Place[]);
    for (const [at, lane] of lanes.entries()) {
      void (async () => {
        for (let place = await lane.take(); place.length > 0; place = await lane.take()) hands[at]?.push(...place);
      })();
    }
    // The first has taken all there is. Each job that ends makes room where the worker says so.
    for (let ended = 0; ended < 200; ended++) {
      await new Promise(setImmediate);
      const at = ended % lanes.length;
      const [lane, hand] = [lanes[at], hands[at]];
      ok(lanes.reduce((sum, one) => sum + one.held, 0) <= total);
      if (lane?.isOverShare) hand?.shift()?.release();
    }
    deepEqual(
      lanes.map(({ held }) => held),
      [4, 4, 4],
    );
    for (const lane of lanes) lane.leave();
  });

  it('go round one by one where lanes are more than places', async () => {
    const places = new Places(2);
    const lanes = Array.from({ length: 5 }, () => places.open());
    const turns: number[] = [];
    const served = lanes.map(async (lane, at) => {
      for (let turn = 0; turn < 3; turn++) {
        const held = await lane.take();
        turns.push(at);
        await new Promise(setImmediate);
        ok(lane.isOverShare || turn === 2, 'others wait');
        for (const place of held) place.release();
      }
    });
    await Promise.all(served);
    const rounds = [0, 1, 2].map((round) => turns.slice(round * 5, round * 5 + 5).sort());
    deepEqual(rounds, [
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
      [0, 1, 2, 3, 4],
    ]);
  });

  it('are let go once, and no more given to a lane that has left', async () => {
    const places = new Places(1);
    const [one, other] = [places.open(), places.open()];
    const [place] = await one.take();
    const waiting = other.take();
    other.leave();
    deepEqual(await waiting, []);
    deepEqual(await other.take(), []);
    place?.release();
    place?.release();
    equal(one.held, 0);
    equal((await one.take()).length, 1);
    equal(await taken(one), undefined);
    one.leave();
  });
});
