import { deepEqual, equal, rejects } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Batcher } from '../src/batcher.js';

type Item = readonly [number | string];

/** A batcher whose batches are answered when the test says so. */
function createBatcher(concurrency: number) {
  const sent: Item[][] = [];
  const replies: (() => void)[] = [];
  const batcher = new Batcher<Item>((items) => {
    sent.push([...items]);
    return new Promise((resolve) => replies.push(() => resolve(items.map(([value]) => value))));
  }, concurrency);
  return {
    sent,
    add: (value: number | string) => batcher.add([value], []),
    reply: async () => {
      replies.shift()?.();
      await nextTurn();
      await nextTurn();
    },
  };
}

describe('Batcher', () => {
  it('sends the items of one turn together, and those that arrive meanwhile in the next batch', async () => {
    const { sent, add, reply } = createBatcher(1);
    const results = [add(0), add(1)];
    await nextTurn();
    results.push(add(2));
    await nextTurn();
    results.push(add(3));
    deepEqual(sent, [[[0], [1]]]);
    await reply();
    deepEqual(sent.slice(1), [[[2], [3]]]);
    await reply();
    deepEqual(await Promise.all(results), [0, 1, 2, 3]);
  });

  it('keeps at most as many batches in flight as it is allowed', async () => {
    const { sent, add, reply } = createBatcher(2);
    for (let value = 0; value < 4; value++) {
      void add(value);
      await nextTurn();
    }
    deepEqual(sent, [[[0]], [[1]]]);
    await reply();
    deepEqual(sent[2], [[2], [3]]);
  });

  it('splits batches at 128 items and at 256 KiB, and sends a larger item alone', async () => {
    const { sent, add, reply } = createBatcher(1);
    for (let value = 0; value < 200; value++) void add(value);
    for (const kib of [200, 300, 200]) void add('x'.repeat(kib * 1024));
    await nextTurn();
    for (let batch = 0; batch < 5; batch++) await reply();
    deepEqual(
      sent.map((items) => items.length),
      [128, 73, 1, 1],
    );
  });

  it('rejects an item with its own error, and all items with an error of the command', async () => {
    const failed = new Error('of one item');
    const partly = new Batcher<Item>(async (items) => items.map(([value]) => (value === 1 ? failed : value)), 1);
    const [first, second] = [partly.add([0], []), partly.add([1], [])];
    equal(await first, 0);
    await rejects(second, failed);
    const broken = new Batcher<Item>(() => Promise.reject(new Error('connection lost')), 1);
    for (const lost of [broken.add([0], []), broken.add([1], [])]) await rejects(lost, /connection lost/);
  });
});
