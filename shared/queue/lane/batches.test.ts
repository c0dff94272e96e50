import { deepEqual, equal, rejects } from 'node:assert/strict';
import { Batches } from './batches.js';

/** Batches whose command ends when the test says so. */
function heldBack(atOnce: 1 | 2) {
  const sent: number[][] = [];
  const ends: (() => void)[] = [];
  const batches = new Batches<number, string>((items) => {
    sent.push(items);
    return new Promise((resolve) => ends.push(() => resolve(items.map((item) => `done ${item}`))));
  }, atOnce);
  return { batches, sent, endNext: () => ends.shift()?.() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('batches', () => {
  it('carry what was asked for in one turn, and what came while another was under way', async () => {
    const { batches, sent, endNext } = heldBack(1);
    const first = [0, 1].map((item) => batches.ask(item, 1));
    await turn();
    const second = [2, 3].map((item) => batches.ask(item, 1));
    await turn();
    second.push(batches.ask(4, 1));
    deepEqual(sent, [[0, 1]]);
    endNext();
    deepEqual(await Promise.all(first), ['done 0', 'done 1']);
    await turn();
    deepEqual(sent, [
      [0, 1],
      [2, 3, 4],
    ]);
    endNext();
    await Promise.all(second);
  });

  it('of which two may be under way carry what came meanwhile', async () => {
    const { batches, sent, endNext } = heldBack(2);
    const asked = [0, 1].map((item) => batches.ask(item, 1));
    await turn();
    asked.push(batches.ask(2, 1));
    await turn();
    asked.push(...[3, 4, 5].map((item) => batches.ask(item, 1)));
    await turn();
    await turn();
    deepEqual(sent, [[0, 1], [2]]);
    endNext();
    await turn();
    await turn();
    deepEqual(sent, [[0, 1], [2], [3, 4, 5]]);
    endNext();
    endNext();
    deepEqual(
      await Promise.all(asked),
      numbers(0, 6).map((item) => `done ${item}`),
    );
  });

  it('hold 128 items or 256 KiB, and what is longer goes alone', async () => {
    const { batches, sent, endNext } = heldBack(2);
    const asked = numbers(0, 300).map((item) => batches.ask(item, 1));
    const long = [100, 300, 100, 100, 100].map((kib, index) => batches.ask(300 + index, kib * 1024));
    const all = Promise.all([...asked, ...long]);
    let isOver = false;
    void all.then(() => (isOver = true));
    while (!isOver) {
      endNext();
      await turn();
    }
    deepEqual(
      sent.map((items) => items.length),
      [128, 128, 45, 1, 2, 1],
    );
  });

  it('give each item its own error, and all of them that of the command', async () => {
    const batches = new Batches<number, string>(async (items) => {
      if (items.includes(9)) throw new Error('away');
      return items.map((item) => (item === 1 ? new Error('of one') : `done ${item}`));
    });
    const [first, second, third] = [0, 1, 2].map((item) => batches.ask(item, 1));
    equal(await first, 'done 0');
    await rejects(second ?? Promise.resolve(), /of one/);
    equal(await third, 'done 2');
    for (const lost of [8, 9].map((item) => batches.ask(item, 1))) await rejects(lost, /away/);
  });
});
