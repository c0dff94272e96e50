import { deepEqual, rejects } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { KeyedBatcher } from './keyed-batcher.js';

describe('KeyedBatcher', () => {
  it('sends items of a key that arrive meanwhile in the next batch, and other keys at once', async () => {
    const sent: string[] = [];
    let finish = () => {};
    const batcher = new KeyedBatcher<number, number>(async (key, items) => {
      sent.push(`${key}: ${items}`);
      if (sent.length === 1) {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      }
      return items.map((item) => item * 10);
    });
    const first = [batcher.add('a', 1), batcher.add('a', 2)];
    await nextTurn();
    const later = [batcher.add('a', 3), batcher.add('a', 4), batcher.add('b', 5)];
    await nextTurn();
    deepEqual(sent, ['a: 1,2', 'b: 5']);
    finish();
    deepEqual(await Promise.all([...first, ...later]), [10, 20, 30, 40, 50]);
    deepEqual(sent, ['a: 1,2', 'b: 5', 'a: 3,4']);
  });

  it('rejects the items that failed, or all if the batch failed, and goes on', async () => {
    let fails = true;
    const batcher = new KeyedBatcher<string, string>(async (_, items) => {
      if (fails) throw new Error('away');
      return items.map((item) => (item === 'bad' ? new Error('refused') : item));
    });
    await Promise.all(['one', 'two'].map((item) => rejects(batcher.add('a', item), /away/)));
    fails = false;
    const [good] = await Promise.all([batcher.add('a', 'good'), rejects(batcher.add('a', 'bad'), /refused/)]);
    deepEqual(good, 'good');
  });
});
